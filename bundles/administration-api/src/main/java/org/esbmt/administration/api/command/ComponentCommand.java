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
     * @param installer an installer of JSR-208; an installer that this node has already, and the cluster does not, becomes the cluster's
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
     * Sets some keys of a component and takes others back; the others stay. A component releases limits and deadlines, but no listening
     * address and no secret. Each node starts the component anew. If the component does not start with its settings on the node that
     * was asked, all of it is taken back. INVALID names the existing keys; NOT_FOUND without such a component or node.
     *
     * @param node the one node with these settings, before those of all nodes; empty for all
     * @param changes by key; empty: no longer set
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
