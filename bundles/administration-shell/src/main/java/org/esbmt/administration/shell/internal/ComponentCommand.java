package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentAdministration.ComponentView;

/** A command that changes one component of the bus, on all nodes. */
abstract class ComponentCommand extends ChangingCommand {
    @Argument(
            index = 0,
            name = "component",
            description = "The component's name.",
            required = true,
            multiValued = false)
    @Completion(ComponentCompleter.class)
    String component;

    @Reference
    ComponentAdministration components;

    static void print(ComponentView view) {
        out().println("Component " + view.name() + " is " + view.state() + ".");
    }
}
