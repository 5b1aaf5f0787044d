package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Option;
import org.esbmt.administration.api.Administrator;

/** A command that changes something: under an identifier, and of a revision, if who types it says so. */
abstract class ChangingCommand extends AdministrationCommand {
    @Option(
            name = "--operation",
            description = "A UUID of yours for this request: asked again under the same one, it has the first outcome.",
            required = false,
            multiValued = false)
    String operation;

    @Option(
            name = "--revision",
            description = "The revision that is to be changed; if somebody changed it since, nothing is done.",
            required = false,
            multiValued = false)
    String revision;

    @Override
    final Administrator asking(Administrator by) {
        Administrator identified = operation == null ? by : by.asking(Numbers.uuid("--operation", operation));
        return revision == null ? identified : identified.expecting(Numbers.of("--revision", revision));
    }
}
