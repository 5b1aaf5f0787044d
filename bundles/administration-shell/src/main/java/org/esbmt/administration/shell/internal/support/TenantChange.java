package org.esbmt.administration.shell.internal.support;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Completion;

/** A command that changes data of the tenant of its first argument. */
public abstract class TenantChange extends ChangingCommand {
    @Argument(
            index = 0,
            name = "tenant",
            description = "The tenant's name or identifier.",
            required = true,
            multiValued = false)
    @Completion(TenantCompleter.class)
    protected String tenant;
}
