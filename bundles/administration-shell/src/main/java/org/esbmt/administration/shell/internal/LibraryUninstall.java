package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentAdministration;

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

    @Reference
    ComponentAdministration components;

    @Override
    void run(Administrator by) throws AdministrationException {
        components.uninstallLibrary(by, library);
        out().println("Shared library " + library + " is gone.");
    }
}
