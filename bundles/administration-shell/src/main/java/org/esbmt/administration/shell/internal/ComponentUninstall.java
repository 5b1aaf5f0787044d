package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;

/** {@code esbmt:component-uninstall}. */
@Service
@Command(
        scope = "esbmt",
        name = "component-uninstall",
        description = "Removes a component that an installer brought.",
        detailedDescription = "Undeploy its units before.")
public final class ComponentUninstall extends ComponentCommand {
    @Override
    void run(Administrator by) throws AdministrationException {
        components.uninstall(by, component);
        out().println("Component " + component + " is gone.");
    }
}
