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
final class StateNews {
    private static final Logger LOG = LoggerFactory.getLogger(StateNews.class);
    private static final String LIBRARY = "SHUTDOWN";

    private final Deployer deployer;
    private final ComponentDeployer components;
    private final UUID node;
    private final Clock clock;
    private final Consumer<StateChange> listeners;

    StateNews(
            Deployer deployer, ComponentDeployer components, UUID node, Clock clock, Consumer<StateChange> listeners) {
        this.deployer = requireNonNull(deployer, "deployer");
        this.components = requireNonNull(components, "components");
        this.node = requireNonNull(node, "node");
        this.clock = requireNonNull(clock, "clock");
        this.listeners = requireNonNull(listeners, "listeners");
    }

    /** An object with a state. */
    record Thing(Kind kind, Optional<TenantId> tenant, String name) {}

    /** The states of all objects of a command; none for an absent object. */
    Map<Thing, String> states(ManagementCommand command) {
        try {
            if (command instanceof AssemblyManagementCommand assembly) {
                return deployer.find(assembly.tenant(), assembly.name())
                        .map(found -> Map.of(thing(found), found.state().name()))
                        .orElseGet(Map::of);
            }
            if (command instanceof TenantManagementCommand tenant) {
                Map<Thing, String> all = new LinkedHashMap<>();
                deployer.assemblies(tenant.tenant())
                        .forEach(found -> all.put(thing(found), found.state().name()));
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

    private static Thing thing(DeployedAssembly assembly) {
        return new Thing(Kind.ASSEMBLY, Optional.of(assembly.tenant()), assembly.name());
    }

    private Map<Thing, String> part(String name) {
        Thing thing = new Thing(Kind.COMPONENT, Optional.empty(), name);
        Map<Thing, String> found = new LinkedHashMap<>();
        components.libraries().stream()
                .filter(library -> library.name().equals(name))
                .forEach(library -> found.put(thing, LIBRARY));
        components.components().stream()
                .filter(component -> component.name().equals(name))
                .forEach(component -> found.put(thing, component.state().toUpperCase(Locale.ROOT)));
        return found;
    }

    /**
     * Reports each object with a new state or version.
     *
     * @param change the identifier of the change
     * @param before the {@link #states} before the command
     */
    void tell(UUID change, ManagementCommand command, Map<Thing, String> before, Outcome outcome) {
        Map<Thing, String> now = states(command);
        Set<Thing> all = new LinkedHashSet<>(before.keySet());
        all.addAll(now.keySet());
        boolean anotherVersion = outcome.equals(Outcome.DONE)
                && command instanceof AssemblyManagementCommand assembly
                && assembly.action().artifact();
        for (Thing thing : all) {
            String then = before.getOrDefault(thing, StateChange.ABSENT);
            String is = now.getOrDefault(thing, StateChange.ABSENT);
            if (anotherVersion || !then.equals(is)) {
                listeners.accept(new StateChange(
                        thing.kind(),
                        thing.name(),
                        thing.tenant(),
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
