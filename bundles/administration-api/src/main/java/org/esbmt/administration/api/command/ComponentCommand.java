package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.administration.api.ComponentAdministration.ComponentView;
import org.esbmt.administration.api.ComponentAdministration.InstalledView;
import org.esbmt.administration.api.ComponentConfiguration.SettingsView;

/**
 * Changes of the JBI components of the bus and of the shared libraries of components, on all nodes of the cluster. Installers bring
 * trusted code, which runs as the bus. Each change is decided once, and each node follows. A component from a node's hot-deployment
 * folder is that node's own, and no command changes it.
 */
public sealed interface ComponentCommand<R> extends Command<R> {
    /**
     * Installs a shared library, or installs and starts a component.
     *
     * @param installer an installer of JSR-208. An installer that only this node has becomes the cluster's
     */
    record InstallComponent(Content installer) implements ComponentCommand<InstalledView> {
        public InstallComponent {
            requireNonNull(installer, "installer");
        }
    }

    /** Removes a component that an installer brought, if no unit is deployed to it. */
    record UninstallComponent(String component) implements ComponentCommand<Done> {
        public UninstallComponent {
            requireNonNull(component, "component");
        }
    }

    /** Removes a shared library that no component uses. */
    record UninstallLibrary(String library) implements ComponentCommand<Done> {
        public UninstallLibrary {
            requireNonNull(library, "library");
        }
    }

    /** Starts a component. */
    record StartComponent(String component) implements ComponentCommand<ComponentView> {
        public StartComponent {
            requireNonNull(component, "component");
        }
    }

    /** Stops a component. */
    record StopComponent(String component) implements ComponentCommand<ComponentView> {
        public StopComponent {
            requireNonNull(component, "component");
        }
    }

    /** Shuts a component down; stops it first, if need be. */
    record ShutDownComponent(String component) implements ComponentCommand<ComponentView> {
        public ShutDownComponent {
            requireNonNull(component, "component");
        }
    }

    /**
     * Sets some keys of a component and removes others; all other keys stay. A component permits limits and deadlines, but no listening
     * address and no secret. Each node restarts the component. If it does not start with its settings on the node that received the
     * request, the whole change is taken back. INVALID names the existing keys; NOT_FOUND without such a component or node.
     *
     * @param node the one node with these settings, before those of all nodes; empty for all
     * @param changes the values by key; an empty one removes the key
     */
    record ConfigureComponent(String component, Optional<UUID> node, Map<String, Optional<String>> changes)
            implements ComponentCommand<SettingsView> {
        public ConfigureComponent {
            requireNonNull(component, "component");
            requireNonNull(node, "node");
            changes = Map.copyOf(changes);
        }
    }
}
