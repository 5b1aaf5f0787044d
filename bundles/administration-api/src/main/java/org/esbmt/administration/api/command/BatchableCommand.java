package org.esbmt.administration.api.command;

/**
 * A command that may be a step of a {@link Batch}.
 *
 * @param <R> the result of the command by itself; in a batch a step has none
 */
public sealed interface BatchableCommand<R> extends Command<R>
        permits TenantCommand,
                UserCommand,
                ContactCommand,
                QuotaCommand,
                ContingentCommand,
                AssemblyCommand,
                ServiceCommand,
                LinkCommand {

    /** The tenant that the command is about; for {@link TenantCommand.CreateTenant} the name that later steps use. */
    TenantRef tenant();

    /**
     * Tells whether the command changes an entry that has a revision. A command that makes a new entry accepts no expected
     * revision.
     */
    default boolean hasRevision() {
        return true;
    }
}
