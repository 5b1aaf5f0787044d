package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;

/** {@code esbmt:component-start}. */
@Service
@Command(scope = "esbmt", name = "component-start", description = "Starts a component of the bus.")
public final class ComponentStart extends ComponentCommand {
    @Override
    void run(Administrator by) throws AdministrationException {
        print(components.start(by, component));
    }
}
