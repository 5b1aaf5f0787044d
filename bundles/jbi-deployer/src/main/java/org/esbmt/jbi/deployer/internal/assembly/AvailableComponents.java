package org.esbmt.jbi.deployer.internal.assembly;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.deployer.internal.archive.AssemblyDescriptor;
import org.esbmt.jbi.deployer.internal.archive.Refusal;
import org.esbmt.management.api.DeploymentException;

/** The components that can receive units: installed, and not leaving. Threads: any. */
final class AvailableComponents {
    private final InstalledComponents components;
    private final Set<String> leaving = ConcurrentHashMap.newKeySet();

    AvailableComponents(InstalledComponents components) {
        this.components = components;
    }

    void arrived(String name) {
        leaving.remove(name);
    }

    /** Hides the component from {@link #find} from here on, although the container still has it. */
    void leaves(String name) {
        leaving.add(name);
    }

    Optional<InstalledComponent> find(String name) {
        return leaving.contains(name) ? Optional.empty() : components.find(name);
    }

    /** The component of a unit, if it can receive the unit now. */
    InstalledComponent started(AssemblyDescriptor.Unit unit) throws DeploymentException {
        InstalledComponent component =
                find(unit.component()).orElseThrow(() -> Refusal.unknownComponents(List.of(unit)));
        if (component.state() != InstalledComponent.State.STARTED) {
            throw new DeploymentException(
                    DeploymentException.Reason.UNKNOWN_COMPONENT,
                    "the unit " + unit.name() + " is for the component " + unit.component() + ", which is "
                            + component.state().text() + " and must be started first");
        }
        return component;
    }
}
