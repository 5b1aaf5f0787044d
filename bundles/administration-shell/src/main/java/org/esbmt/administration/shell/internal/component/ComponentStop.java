package org.esbmt.administration.shell.internal.component;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.ComponentCommand.StopComponent;

/** {@code esbmt:component-stop}. */
@Service
@Command(scope = "esbmt", name = "component-stop", description = "Stops a component of the bus.")
public final class ComponentStop extends ComponentCommand {
    @Override
    protected void run(Administrator by) throws AdministrationException {
        print(administration.execute(by, new StopComponent(component)));
    }
}
