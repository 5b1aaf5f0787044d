package org.esbmt.administration.shell.internal.component;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Completion;
import org.esbmt.administration.api.ComponentAdministration.ComponentView;
import org.esbmt.administration.shell.internal.support.ChangingCommand;
import org.esbmt.administration.shell.internal.support.ComponentCompleter;

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

    static void print(ComponentView view) {
        out().println("Component " + view.name() + " is " + view.state() + ".");
    }
}
