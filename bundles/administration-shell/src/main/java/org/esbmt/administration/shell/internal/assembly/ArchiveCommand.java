package org.esbmt.administration.shell.internal.assembly;

import java.io.IOException;
import java.io.InputStream;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.command.Command;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.shell.internal.support.Input;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;
import org.esbmt.tenancy.api.TenantId;

/** A command that reads a service assembly. */
abstract class ArchiveCommand extends RepeatableTenantCommand {
    @Argument(
            index = 1,
            name = "file",
            description = "The assembly's zip file" + Input.WHERE,
            required = true,
            multiValued = false)
    @Completion(FileCompleter.class)
    String file;

    @Override
    protected final void run(Administrator by) throws AdministrationException, CommandException {
        TenantView owner = tenant(by, tenant);
        AssemblyView view;
        try (InputStream archive = Input.open(session, file)) {
            view = administration.execute(by, command(by, owner.id(), Content.of(archive)));
        } catch (IOException e) {
            throw Input.unreadable(session, file);
        }
        AssemblyCommand.print(view);
    }

    abstract Command<AssemblyView> command(Administrator by, TenantId owner, Content archive)
            throws AdministrationException, CommandException;
}
