package org.esbmt.administration.catalogue;

import static org.esbmt.administration.api.PartAccess.Part.COMPONENTS;
import static org.esbmt.administration.catalogue.Result.all;
import static org.esbmt.administration.catalogue.Result.nothing;
import static org.esbmt.administration.catalogue.Result.one;
import static org.esbmt.administration.catalogue.Result.text;
import static org.esbmt.administration.catalogue.Words.COMPONENT;
import static org.esbmt.administration.catalogue.Words.INSTALLER;
import static org.esbmt.administration.catalogue.Words.LIBRARY;
import static org.esbmt.administration.catalogue.Words.NODE_TO_SET;
import static org.esbmt.administration.catalogue.Words.SETTINGS;
import static org.esbmt.administration.catalogue.Words.UNSET;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentAdministration.InstalledView;
import org.esbmt.administration.api.ComponentConfiguration;
import org.esbmt.administration.api.ComponentConfiguration.SettingsView;
import org.esbmt.administration.api.command.ComponentCommand.ConfigureComponent;
import org.esbmt.administration.api.command.ComponentCommand.InstallComponent;
import org.esbmt.administration.api.command.ComponentCommand.ShutDownComponent;
import org.esbmt.administration.api.command.ComponentCommand.StartComponent;
import org.esbmt.administration.api.command.ComponentCommand.StopComponent;
import org.esbmt.administration.api.command.ComponentCommand.UninstallComponent;
import org.esbmt.administration.api.command.ComponentCommand.UninstallLibrary;

/** Components and shared libraries on all nodes of the cluster. The MBeans of JSR-208 act on one node. */
final class ComponentEntries {
    static final List<Entry<?>> ALL = List.of(
            Entry.reads(COMPONENTS, "listComponents", "All components, as they are to be and as the nodes have them.")
                    .asks(
                            all(Shapes.COMPONENT),
                            ComponentAdministration.class,
                            (components, by, with) -> components.components(by)),
            Entry.reads(
                            COMPONENTS,
                            "listLibraries",
                            "All shared libraries, as they are to be and as the nodes have them.")
                    .asks(
                            all(Shapes.LIBRARY),
                            ComponentAdministration.class,
                            (components, by, with) -> components.libraries(by)),
            Entry.reads(COMPONENTS, "showComponent", "The component of that name.", COMPONENT)
                    .asks(
                            one(Shapes.COMPONENT),
                            ComponentAdministration.class,
                            (components, by, with) -> components.component(by, with.get(COMPONENT))),
            Entry.reads(COMPONENTS, "showLibrary", "The shared library of that name.", LIBRARY)
                    .asks(
                            one(Shapes.LIBRARY),
                            ComponentAdministration.class,
                            (components, by, with) -> components.library(by, with.get(LIBRARY))),
            Entry.makes(
                            COMPONENTS,
                            "install",
                            "Installs a shared library, or installs and starts a component, on all nodes, and returns its"
                                    + " name.",
                            INSTALLER)
                    .executes(
                            text(InstalledView::name),
                            InstallComponent.class,
                            with -> new InstallComponent(with.get(INSTALLER))),
            Entry.changes(COMPONENTS, "startComponent", "Starts a component on all nodes.", COMPONENT)
                    .executes(
                            one(Shapes.COMPONENT),
                            StartComponent.class,
                            with -> new StartComponent(with.get(COMPONENT))),
            Entry.changes(COMPONENTS, "stopComponent", "Stops a component on all nodes.", COMPONENT)
                    .executes(
                            one(Shapes.COMPONENT), StopComponent.class, with -> new StopComponent(with.get(COMPONENT))),
            Entry.changes(COMPONENTS, "shutDownComponent", "Shuts a component down on all nodes.", COMPONENT)
                    .executes(
                            one(Shapes.COMPONENT),
                            ShutDownComponent.class,
                            with -> new ShutDownComponent(with.get(COMPONENT))),
            Entry.reads(
                            COMPONENTS,
                            "listSettings",
                            "All settings of a component, with the values of this node, of all nodes and of single ones.",
                            COMPONENT)
                    .asks(all(Shapes.SETTING), ComponentConfiguration.class, (configuration, by, with) -> configuration
                            .settings(by, with.get(COMPONENT))
                            .settings()),
            Entry.changes(
                            COMPONENTS,
                            "configureComponent",
                            "Sets keys of a component on all nodes or on one, and takes others back, and returns the new"
                                    + " revision.",
                            COMPONENT,
                            NODE_TO_SET,
                            SETTINGS,
                            UNSET)
                    .executes(
                            new Result.Whole<>(SettingsView::revision),
                            ConfigureComponent.class,
                            ComponentEntries::configure),
            Entry.changes(
                            COMPONENTS,
                            "uninstallComponent",
                            "Removes a component that an installer brought from all nodes.",
                            COMPONENT)
                    .executes(nothing(), UninstallComponent.class, with -> new UninstallComponent(with.get(COMPONENT))),
            Entry.changes(COMPONENTS, "uninstallLibrary", "Removes a shared library from all nodes.", LIBRARY)
                    .executes(nothing(), UninstallLibrary.class, with -> new UninstallLibrary(with.get(LIBRARY))));

    private ComponentEntries() {}

    private static ConfigureComponent configure(Arguments with) {
        Map<String, Optional<String>> changes = new TreeMap<>();
        for (String setting : with.get(SETTINGS)) {
            int end = Word.given(SETTINGS.name(), setting).indexOf('=');
            if (end < 1) {
                throw new IllegalArgumentException("settings has key=value, not '" + setting + "'");
            }
            put(changes, setting.substring(0, end), Optional.of(setting.substring(end + 1)));
        }
        for (String key : with.get(UNSET)) {
            put(changes, Word.given(UNSET.name(), key), Optional.empty());
        }
        return new ConfigureComponent(with.get(COMPONENT), with.get(NODE_TO_SET), changes);
    }

    private static void put(Map<String, Optional<String>> changes, String key, Optional<String> value) {
        if (changes.put(key, value) != null) {
            throw new IllegalArgumentException("the key " + key + " stands twice");
        }
    }
}
