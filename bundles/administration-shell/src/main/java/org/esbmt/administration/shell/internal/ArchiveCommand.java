package org.esbmt.administration.shell.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.TenantView;

/** A command that reads a service assembly from a file on the machine of the bus. */
abstract class ArchiveCommand extends RepeatableTenantCommand {
    @Argument(
            index = 1,
            name = "file",
            description = "The assembly's zip file, on the machine of the bus.",
            required = true,
            multiValued = false)
    @Completion(FileCompleter.class)
    String file;

    @Reference
    AssemblyAdministration assemblies;

    @Override
    final void run(Administrator by) throws AdministrationException, CommandException {
        TenantView owner = tenant(by, tenant);
        Path path = Paths.of(session, file);
        AssemblyView view;
        try (InputStream archive = Files.newInputStream(path)) {
            view = apply(by, owner, archive);
        } catch (IOException e) {
            throw Refused.because(Reason.NOT_FOUND, "cannot read " + path);
        }
        AssemblyCommand.print(view);
    }

    abstract AssemblyView apply(Administrator by, TenantView owner, InputStream archive)
            throws AdministrationException, CommandException;
}
