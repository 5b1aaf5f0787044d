package org.esbmt.administration.shell.internal.support;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Completion;

/** A command about the tenant that is its first argument; one that changes something that has a revision adds that. */
public abstract class RepeatableTenantCommand extends RepeatableCommand {
    @Argument(
            index = 0,
            name = "tenant",
            description = "The tenant's name or identifier.",
            required = true,
            multiValued = false)
    @Completion(TenantCompleter.class)
    protected String tenant;
}
