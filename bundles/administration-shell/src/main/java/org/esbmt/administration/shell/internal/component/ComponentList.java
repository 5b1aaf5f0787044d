package org.esbmt.administration.shell.internal.component;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentAdministration.ComponentView;
import org.esbmt.administration.shell.internal.support.AdministrationCommand;
import org.esbmt.administration.shell.internal.support.Tables;

/** {@code esbmt:component-list}. */
@Service
@Command(
        scope = "esbmt",
        name = "component-list",
        description = "Lists the JBI components of the bus, as they are to be and as the nodes have them.",
        detailedDescription = "A component that an installer brought is trusted: its code runs as the bus itself. The"
                + " others are the bus's own. Wanted is what was decided for all nodes; nothing, if nobody has."
                + " Nodes is what was last heard of them; one that has not what is wanted is marked with !.")
public final class ComponentList extends AdministrationCommand {
    @Reference(optional = true)
    ComponentAdministration components;

    @Override
    protected void run(Administrator by) throws AdministrationException {
        ShellTable table = new ShellTable();
        table.column("Component");
        table.column("Type");
        table.column("State");
        table.column("Wanted");
        table.column("Nodes");
        table.column("Trust");
        table.column("Libraries");
        table.column("Description");
        table.column("Revision");
        table.emptyTableText("No components.");
        for (ComponentView component : Deployer.running(components).components(by)) {
            table.addRow()
                    .addContent(
                            component.name(),
                            component.type(),
                            component.state(),
                            component.desired().orElse(""),
                            nodes(component.nodes(), component.desired()),
                            component.trusted() ? "trusted" : "own",
                            String.join(", ", component.libraries()),
                            component.failure().orElse(component.description()),
                            Tables.text(component.revision()));
        }
        table.print(out());
    }

    /** Shows each node by the beginning of its identifier. */
    static String nodes(Map<UUID, String> nodes, Optional<String> desired) {
        return nodes.entrySet().stream()
                .map(node -> node.getKey().toString().substring(0, 8) + " " + node.getValue()
                        + (desired.isEmpty() || desired.get().equals(node.getValue()) ? "" : "!"))
                .collect(Collectors.joining(", "));
    }
}
