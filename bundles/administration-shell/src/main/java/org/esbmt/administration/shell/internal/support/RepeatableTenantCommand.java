package org.esbmt.administration.shell.internal.support;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Completion;

/**
 * A command that changes the tenant of its first argument. A subclass for an entry with a revision adds that option.
 */
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
