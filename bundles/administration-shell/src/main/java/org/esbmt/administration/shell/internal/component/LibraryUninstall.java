package org.esbmt.administration.shell.internal.component;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.ComponentCommand.UninstallLibrary;
import org.esbmt.administration.shell.internal.support.ChangingCommand;

/** {@code esbmt:library-uninstall}. */
@Service
@Command(
        scope = "esbmt",
        name = "library-uninstall",
        description = "Removes a shared library.",
        detailedDescription = "Uninstall the components that use it before.")
public final class LibraryUninstall extends ChangingCommand {
    @Argument(index = 0, name = "library", description = "The library's name.", required = true, multiValued = false)
    String library;

    @Override
    protected void run(Administrator by) throws AdministrationException {
        administration.execute(by, new UninstallLibrary(library));
        out().println("Shared library " + library + " is gone.");
    }
}
