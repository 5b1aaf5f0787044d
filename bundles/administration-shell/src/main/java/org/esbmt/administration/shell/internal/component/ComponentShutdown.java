package org.esbmt.administration.shell.internal.component;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.ComponentCommand.ShutDownComponent;

/** {@code esbmt:component-shutdown}. */
@Service
@Command(
        scope = "esbmt",
        name = "component-shutdown",
        description = "Shuts a component of the bus down.",
        detailedDescription = "Its units leave it, and come back when it is started.")
public final class ComponentShutdown extends ComponentCommand {
    @Override
    protected void run(Administrator by) throws AdministrationException {
        print(administration.execute(by, new ShutDownComponent(component)));
    }
}
