package org.esbmt.administration.shell.internal.component;

import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentConfiguration;
import org.esbmt.administration.api.ComponentConfiguration.SettingView;
import org.esbmt.administration.api.ComponentConfiguration.SettingsView;
import org.esbmt.administration.shell.internal.support.AdministrationCommand;
import org.esbmt.administration.shell.internal.support.ComponentCompleter;

/** {@code esbmt:component-settings}. */
@Service
@Command(
        scope = "esbmt",
        name = "component-settings",
        description = "Lists what can be set of a component on all nodes, and what is.",
        detailedDescription =
                "Here is the value on this node, wherever it is from: set for all nodes, for this one, or out of"
                        + " its own files.")
public final class ComponentSettingsCommand extends AdministrationCommand {
    @Argument(
            index = 0,
            name = "component",
            description = "The component's name.",
            required = true,
            multiValued = false)
    @Completion(ComponentCompleter.class)
    String component;

    @Reference(optional = true)
    ComponentConfiguration configuration;

    @Override
    protected void run(Administrator by) throws AdministrationException {
        SettingsView view = Deployer.running(configuration).settings(by, component);
        ShellTable table = new ShellTable();
        table.column("Key");
        table.column("Here");
        table.column("All nodes");
        table.column("Single nodes");
        for (SettingView setting : view.settings()) {
            table.addRow()
                    .addContent(
                            setting.key(),
                            setting.here(),
                            setting.all().orElse(""),
                            setting.single().entrySet().stream()
                                    .map(one -> one.getKey() + " " + one.getValue())
                                    .collect(Collectors.joining(", ")));
        }
        table.print(out());
        out().println("Revision " + view.revision() + ".");
        view.nodes().forEach((node, inForce) -> out().println(
                        "Node " + node + (inForce ? " has it." : " does NOT have it.")));
    }
}
