package org.esbmt.administration.shell.internal.component;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentConfiguration.SettingsView;
import org.esbmt.administration.api.command.ComponentCommand.ConfigureComponent;
import org.esbmt.administration.shell.internal.support.ChangingCommand;
import org.esbmt.administration.shell.internal.support.ComponentCompleter;
import org.esbmt.administration.shell.internal.support.Numbers;

/** {@code esbmt:component-configure}. */
@Service
@Command(
        scope = "esbmt",
        name = "component-configure",
        description = "Sets keys of a component on all nodes, or on one.",
        detailedDescription =
                "The component is started anew on each node, with its units. What is set is kept for nodes that"
                        + " come later; what is not set any more a node has from its own files. See component-settings.")
public final class ComponentConfigure extends ChangingCommand {
    @Option(
            name = "--node",
            description = "The identifier of the one node to set; what is set for all counts less there.",
            required = false,
            multiValued = false)
    String node;

    @Option(
            name = "--unset",
            description = "A key that is to be as the node's files have it; may stand several times.",
            required = false,
            multiValued = true)
    List<String> unset = List.of();

    @Argument(
            index = 0,
            name = "component",
            description = "The component's name.",
            required = true,
            multiValued = false)
    @Completion(ComponentCompleter.class)
    String component;

    @Argument(
            index = 1,
            name = "settings",
            description = "Each as key=value, in quotes if there are spaces.",
            required = false,
            multiValued = true)
    List<String> settings = List.of();

    @Override
    protected void run(Administrator by) throws AdministrationException {
        Map<String, Optional<String>> changes = new TreeMap<>();
        for (String setting : settings) {
            int end = setting.indexOf('=');
            if (end < 1) {
                throw new IllegalArgumentException("a setting is key=value, not '" + setting + "'");
            }
            put(changes, setting.substring(0, end), Optional.of(setting.substring(end + 1)));
        }
        for (String key : unset) {
            put(changes, key, Optional.empty());
        }
        Optional<UUID> where = node == null ? Optional.empty() : Optional.of(Numbers.uuid("--node", node));
        SettingsView view = administration.execute(by, new ConfigureComponent(component, where, changes));
        out().println("Component " + view.component() + " is set, at revision " + view.revision() + ".");
    }

    private static void put(Map<String, Optional<String>> changes, String key, Optional<String> value) {
        if (changes.put(key, value) != null) {
            throw new IllegalArgumentException("the key " + key + " stands twice");
        }
    }
}
