package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentAdministration.ComponentView;

/** {@code esbmt:component-list}. */
@Service
@Command(
        scope = "esbmt",
        name = "component-list",
        description = "Lists the JBI components of the bus.",
        detailedDescription = "A component that an installer brought is trusted: its code runs as the bus itself. The"
                + " others are the bus's own.")
public final class ComponentList extends AdministrationCommand {
    @Reference
    ComponentAdministration components;

    @Override
    void run(Administrator by) throws AdministrationException {
        ShellTable table = new ShellTable();
        table.column("Component");
        table.column("Type");
        table.column("State");
        table.column("Trust");
        table.column("Libraries");
        table.column("Description");
        table.emptyTableText("No components.");
        for (ComponentView component : components.components(by)) {
            table.addRow()
                    .addContent(
                            component.name(),
                            component.type(),
                            component.state(),
                            component.trusted() ? "trusted" : "own",
                            String.join(", ", component.libraries()),
                            component.failure().orElse(component.description()));
        }
        table.print(out());
    }
}
