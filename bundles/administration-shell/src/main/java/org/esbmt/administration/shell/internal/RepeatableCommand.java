package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Option;
import org.esbmt.administration.api.Administrator;

/** A command that changes something: under an identifier, if who types it says so. */
abstract class RepeatableCommand extends AdministrationCommand {
    @Option(
            name = "--operation",
            description = "A UUID of yours for this request: asked again under the same one, it has the first outcome.",
            required = false,
            multiValued = false)
    String operation;

    @Override
    Administrator asking(Administrator by) {
        return operation == null ? by : by.asking(Numbers.uuid("--operation", operation));
    }
}
