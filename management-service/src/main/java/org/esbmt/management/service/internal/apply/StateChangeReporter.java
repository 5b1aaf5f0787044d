package org.esbmt.management.service.internal.apply;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.management.api.Deployer;
import org.esbmt.management.api.event.StateChange;
import org.esbmt.management.api.event.StateChange.Kind;
import org.esbmt.management.api.message.AssemblyManagementCommand;
import org.esbmt.management.api.message.ComponentManagementCommand;
import org.esbmt.management.api.message.ManagementCommand;
import org.esbmt.management.api.message.SettingsManagementCommand;
import org.esbmt.management.api.message.TenantManagementCommand;
import org.esbmt.tenancy.api.TenantId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the state changes that a command causes on this node. It compares the states before and after. A failure here
 * does not prevent the command. Confined to one thread.
 */
final class StateChangeReporter {
    private static final Logger LOG = LoggerFactory.getLogger(StateChangeReporter.class);
    private static final String LIBRARY = "SHUTDOWN";

    private final Deployer deployer;
    private final ComponentDeployer components;
    private final UUID node;
    private final Clock clock;
    private final Consumer<StateChange> listeners;

    StateChangeReporter(
            Deployer deployer, ComponentDeployer components, UUID node, Clock clock, Consumer<StateChange> listeners) {
        this.deployer = requireNonNull(deployer, "deployer");
        this.components = requireNonNull(components, "components");
        this.node = requireNonNull(node, "node");
        this.clock = requireNonNull(clock, "clock");
        this.listeners = requireNonNull(listeners, "listeners");
    }

    /** An object with a state. */
    record ChangedObject(Kind kind, Optional<TenantId> tenant, String name) {}

    /** The states of all objects of a command; none for an absent object. */
    Map<ChangedObject, String> states(ManagementCommand command) {
        try {
            if (command instanceof AssemblyManagementCommand assembly) {
                return deployer.find(assembly.tenant(), assembly.name())
                        .map(found -> Map.of(object(found), found.state().name()))
                        .orElseGet(Map::of);
            }
            if (command instanceof TenantManagementCommand tenant) {
                Map<ChangedObject, String> all = new LinkedHashMap<>();
                deployer.assemblies(tenant.tenant())
                        .forEach(found -> all.put(object(found), found.state().name()));
                return all;
            }
            if (command instanceof ComponentManagementCommand component) {
                return part(component.name());
            }
            if (command instanceof SettingsManagementCommand settings) {
                return part(settings.component());
            }
            return Map.of();
        } catch (RuntimeException e) {
            LOG.warn("The states around a command cannot be read; the reports of its state changes may be wrong.", e);
            return Map.of();
        }
    }

    private static ChangedObject object(DeployedAssembly assembly) {
        return new ChangedObject(Kind.ASSEMBLY, Optional.of(assembly.tenant()), assembly.name());
    }

    private Map<ChangedObject, String> part(String name) {
        ChangedObject object = new ChangedObject(Kind.COMPONENT, Optional.empty(), name);
        Map<ChangedObject, String> found = new LinkedHashMap<>();
        components.libraries().stream()
                .filter(library -> library.name().equals(name))
                .forEach(library -> found.put(object, LIBRARY));
        components.components().stream()
                .filter(component -> component.name().equals(name))
                .forEach(component -> found.put(object, component.state().toUpperCase(Locale.ROOT)));
        return found;
    }

    /**
     * Reports each object with a new state or version.
     *
     * @param change the identifier of the change
     * @param before the {@link #states} before the command
     */
    void report(UUID change, ManagementCommand command, Map<ChangedObject, String> before, Outcome outcome) {
        Map<ChangedObject, String> now = states(command);
        Set<ChangedObject> all = new LinkedHashSet<>(before.keySet());
        all.addAll(now.keySet());
        boolean anotherVersion = outcome.equals(Outcome.DONE)
                && command instanceof AssemblyManagementCommand assembly
                && assembly.action().artifact();
        for (ChangedObject object : all) {
            String then = before.getOrDefault(object, StateChange.ABSENT);
            String is = now.getOrDefault(object, StateChange.ABSENT);
            if (anotherVersion || !then.equals(is)) {
                listeners.accept(new StateChange(
                        object.kind(),
                        object.name(),
                        object.tenant(),
                        Optional.of(then),
                        is,
                        cause(command),
                        Optional.of(change),
                        Optional.of(node),
                        clock.instant()));
            }
        }
    }

    private static Optional<String> cause(ManagementCommand command) {
        if (command instanceof AssemblyManagementCommand assembly) {
            return Optional.of(assembly.action().name());
        }
        if (command instanceof TenantManagementCommand tenant) {
            return Optional.of(tenant.action().name());
        }
        if (command instanceof ComponentManagementCommand component) {
            return Optional.of(component.action().name());
        }
        return command instanceof SettingsManagementCommand ? Optional.of("CONFIGURE") : Optional.empty();
    }
}
