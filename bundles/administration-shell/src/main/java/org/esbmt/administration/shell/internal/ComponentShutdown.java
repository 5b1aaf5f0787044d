package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;

/** {@code esbmt:component-shutdown}. */
@Service
@Command(
        scope = "esbmt",
        name = "component-shutdown",
        description = "Shuts a component of the bus down.",
        detailedDescription = "Its units leave it, and come back when it is started.")
public final class ComponentShutdown extends ComponentCommand {
    @Override
    void run(Administrator by) throws AdministrationException {
        print(components.shutDown(by, component));
    }
}
