package org.esbmt.administration.api.command;

import java.util.List;
import java.util.OptionalLong;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The only way to change the bus. A command that returns is committed and survives any crash. A command that throws has changed
 * nothing, {@link AdministrationException.Reason#IN_DOUBT} excepted. Threads: any that may block; calls may be concurrent.
 */
@ProviderType
public interface Administration {

    /**
     * Executes a command. Commands about assemblies and components wait for the node that received the request, and are taken back if
     * it fails.
     *
     * @param by {@link Administrator#operation} makes a repetition harmless, {@link Administrator#expectedRevision} refuses a command
     *     after a concurrent change
     * @throws AdministrationException with the reason, and the person who must act
     */
    <R> R execute(Administrator by, Command<R> command) throws AdministrationException;

    /**
     * Executes a batch with all its checks, and rolls it back. The nodes are not asked.
     *
     * @return the report that {@link #execute} would return now; for a batch that was executed under the identifier,
     *     its report
     * @throws AdministrationException as {@link #execute} would
     */
    BatchReport dryRun(Administrator by, Batch batch) throws AdministrationException;

    /** The dry run of one command. */
    default BatchReport dryRun(Administrator by, BatchableCommand<?> command) throws AdministrationException {
        return dryRun(by, new Batch(List.of(new Batch.Step(command, OptionalLong.empty()))));
    }
}
