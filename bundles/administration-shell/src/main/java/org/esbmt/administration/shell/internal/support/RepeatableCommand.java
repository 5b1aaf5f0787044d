package org.esbmt.administration.shell.internal.support;

import org.apache.karaf.shell.api.action.Option;
import org.esbmt.administration.api.Administrator;

/** A command that changes the bus, and has an option for the identifier of the request. */
public abstract class RepeatableCommand extends ExecutingCommand {
    @Option(
            name = "--operation",
            description = "A UUID of yours for this request: asked again under the same one, it has the first outcome.",
            required = false,
            multiValued = false)
    String operation;

    @Override
    protected Administrator asking(Administrator by) {
        return operation == null ? by : by.asking(Numbers.uuid("--operation", operation));
    }
}
