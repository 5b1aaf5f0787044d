package org.esbmt.jbi.deployer.internal.assembly;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponents;

/** The components that units can be given to: installed, and not on their way out. Threads: any. */
final class AvailableComponents {
    private final InstalledComponents components;
    private final Set<String> leaving = ConcurrentHashMap.newKeySet();

    AvailableComponents(InstalledComponents components) {
        this.components = components;
    }

    void arrived(String name) {
        leaving.remove(name);
    }

    /** From here on {@link #find} does not know the component, although the container still does. */
    void leaves(String name) {
        leaving.add(name);
    }

    Optional<InstalledComponent> find(String name) {
        return leaving.contains(name) ? Optional.empty() : components.find(name);
    }
}
