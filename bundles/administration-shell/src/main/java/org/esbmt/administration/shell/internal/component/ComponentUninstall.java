package org.esbmt.administration.shell.internal.component;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.ComponentCommand.UninstallComponent;

/** {@code esbmt:component-uninstall}. */
@Service
@Command(
        scope = "esbmt",
        name = "component-uninstall",
        description = "Removes a component that an installer brought.",
        detailedDescription = "Undeploy its units before.")
public final class ComponentUninstall extends ComponentCommand {
    @Override
    protected void run(Administrator by) throws AdministrationException {
        administration.execute(by, new UninstallComponent(component));
        out().println("Component " + component + " is gone.");
    }
}
