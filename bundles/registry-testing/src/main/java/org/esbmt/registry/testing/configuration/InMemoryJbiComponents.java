package org.esbmt.registry.testing.configuration;

import static java.util.Comparator.comparing;
import static org.esbmt.registry.testing.configuration.Moments.listing;
import static org.esbmt.registry.testing.configuration.Moments.now;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentCatalog;
import org.esbmt.registry.api.configuration.ComponentId;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.ComponentSettings;
import org.esbmt.registry.api.configuration.ComponentState;
import org.esbmt.registry.api.configuration.ComponentStates;
import org.esbmt.registry.api.configuration.DesiredComponent;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.InstanceState;
import org.esbmt.registry.api.configuration.JbiComponent;
import org.esbmt.registry.api.configuration.NewComponent;
import org.esbmt.registry.api.configuration.ObservedComponent;
import org.esbmt.registry.api.configuration.Setting;
import org.esbmt.registry.api.configuration.SettingScope;
import org.esbmt.registry.api.configuration.Sha256;
import org.esbmt.registry.testing.Restorable;
import org.esbmt.tenancy.api.UserId;

/** JBI components without a database. Every operation holds the one lock; there are no units of work. */
public final class InMemoryJbiComponents implements ComponentCatalog, ComponentStates, ComponentSettings, Restorable {
    private final InMemoryClusters clusters;
    private final Map<ComponentId, JbiComponent> components = new LinkedHashMap<>();
    private final Map<Place, Versioned<DesiredComponent>> desired = new HashMap<>();
    private final Map<Node, ObservedComponent> observed = new HashMap<>();
    private final Map<Name, Versioned<Setting>> settings = new HashMap<>();

    private record Place(ClusterId cluster, ComponentId component) {}

    private record Node(InstanceId instance, ComponentId component) {}

    private record Name(SettingScope scope, String key) {}

    public InMemoryJbiComponents(InMemoryClusters clusters) {
        this.clusters = clusters;
    }

    @Override
    public synchronized JbiComponent define(NewComponent component, UserId by) throws RegistryException {
        if (components.values().stream()
                .map(JbiComponent::definition)
                .anyMatch(d -> d.name().equals(component.name()) && d.version().equals(component.version()))) {
            throw new RegistryException.Conflict(
                    "Component " + component.name() + " " + component.version() + " is defined already.");
        }
        JbiComponent defined = new JbiComponent(ComponentId.random(), component, now());
        components.put(defined.id(), defined);
        return defined;
    }

    @Override
    public synchronized Optional<JbiComponent> findComponent(ComponentId component) {
        return Optional.ofNullable(components.get(component));
    }

    @Override
    public synchronized Optional<JbiComponent> findComponent(ComponentName name, String version) {
        return components.values().stream()
                .filter(c -> c.definition().name().equals(name)
                        && c.definition().version().equals(version))
                .findFirst();
    }

    @Override
    public synchronized Listing<JbiComponent> listComponents(Slice slice) {
        return listing(
                components.values().stream()
                        .sorted(comparing((JbiComponent c) ->
                                        c.definition().name().value())
                                .thenComparing(c -> c.definition().version()))
                        .toList(),
                slice);
    }

    @Override
    public synchronized Versioned<DesiredComponent> desire(
            ClusterId cluster, ComponentId component, long expectedRevision, ComponentState state, UserId by)
            throws RegistryException {
        ComponentName name = known(component).definition().name();
        if (clusters.findCluster(cluster).isEmpty()) {
            throw new RegistryException.NotFound("There is no cluster " + cluster + ".");
        }
        Place place = new Place(cluster, component);
        expect(desired.get(place), expectedRevision);
        if (state != ComponentState.ABSENT && anotherVersion(place, name)) {
            throw new RegistryException.Conflict(
                    "Another version of component " + name + " is on cluster " + cluster + ".");
        }
        Versioned<DesiredComponent> changed =
                new Versioned<>(new DesiredComponent(cluster, component, state), expectedRevision + 1);
        desired.put(place, changed);
        return changed;
    }

    private boolean anotherVersion(Place place, ComponentName name) {
        return desired.values().stream()
                .map(Versioned::value)
                .anyMatch(d -> d.cluster().equals(place.cluster())
                        && !d.component().equals(place.component())
                        && d.state() != ComponentState.ABSENT
                        && components.get(d.component()).definition().name().equals(name));
    }

    @Override
    public synchronized List<Versioned<DesiredComponent>> desired(ClusterId cluster) {
        return desired.values().stream()
                .filter(d -> d.value().cluster().equals(cluster))
                .sorted(comparing(d -> d.value().component().toString()))
                .toList();
    }

    @Override
    public synchronized void observe(
            InstanceId instance, ComponentId component, ComponentState state, Optional<Sha256> settings)
            throws RegistryException {
        known(component);
        if (clusters.findInstance(instance).isEmpty()) {
            throw new RegistryException.NotFound("There is no node " + instance + ".");
        }
        observed.put(new Node(instance, component), new ObservedComponent(instance, component, state, settings, now()));
    }

    @Override
    public synchronized List<ObservedComponent> observed(ClusterId cluster) {
        List<InstanceId> there = clusters.of(cluster).stream()
                .filter(i -> i.state() != InstanceState.LEFT)
                .map(i -> i.id())
                .toList();
        return observed.values().stream()
                .filter(o -> there.contains(o.instance()))
                .sorted(comparing((ObservedComponent o) -> o.instance().toString())
                        .thenComparing(o -> o.component().toString()))
                .toList();
    }

    @Override
    public synchronized Versioned<Setting> set(Setting setting, long expectedRevision, UserId by)
            throws RegistryException {
        known(setting.scope().component());
        Optional<ClusterId> cluster = setting.scope().cluster();
        if (cluster.isPresent() && clusters.findCluster(cluster.get()).isEmpty()) {
            throw new RegistryException.NotFound("There is no cluster " + cluster.get() + ".");
        }
        Optional<InstanceId> node = setting.scope().node();
        if (node.isPresent()
                && clusters.findInstance(node.get())
                        .filter(found -> found.cluster().equals(cluster.orElseThrow()))
                        .isEmpty()) {
            throw new RegistryException.NotFound("The cluster has no node " + node.get() + ".");
        }
        Name name = new Name(setting.scope(), setting.key());
        expect(settings.get(name), expectedRevision);
        Versioned<Setting> changed = new Versioned<>(setting, expectedRevision + 1);
        settings.put(name, changed);
        return changed;
    }

    @Override
    public synchronized void remove(SettingScope scope, String key, long expectedRevision) throws RegistryException {
        Name name = new Name(scope, key);
        Versioned<Setting> old = settings.get(name);
        if (old == null) {
            throw new RegistryException.NotFound("There is no such setting.");
        }
        expect(old, expectedRevision);
        settings.remove(name);
    }

    @Override
    public synchronized List<Versioned<Setting>> settings(ClusterId cluster, ComponentName component) {
        return settings.values().stream()
                .filter(s -> s.value().scope().component().equals(component)
                        && s.value().scope().cluster().equals(Optional.of(cluster))
                        && s.value().scope().tenant().isEmpty())
                .sorted(comparing((Versioned<Setting> s) ->
                                s.value().scope().node().map(Object::toString).orElse(""))
                        .thenComparing(s -> s.value().key()))
                .toList();
    }

    @Override
    public synchronized List<Versioned<Setting>> settings(SettingScope scope) {
        return settings.values().stream()
                .filter(s -> s.value().scope().equals(scope))
                .sorted(comparing(s -> s.value().key()))
                .toList();
    }

    /** Checks that some version of the component is defined. */
    synchronized void known(ComponentName name) throws RegistryException {
        if (components.values().stream().noneMatch(c -> c.definition().name().equals(name))) {
            throw new RegistryException.NotFound("There is no component " + name + ".");
        }
    }

    private JbiComponent known(ComponentId component) throws RegistryException {
        JbiComponent known = components.get(component);
        if (known == null) {
            throw new RegistryException.NotFound("There is no component " + component + ".");
        }
        return known;
    }

    private static void expect(Versioned<?> old, long expectedRevision) throws RegistryException {
        long revision = old == null ? 0 : old.revision();
        if (revision != expectedRevision) {
            throw new RegistryException.Stale("It is at revision " + revision + ", not at " + expectedRevision + ".");
        }
    }

    @Override
    public synchronized Runnable remember() {
        Map<ComponentId, JbiComponent> componentsThen = new LinkedHashMap<>(components);
        Map<Place, Versioned<DesiredComponent>> desiredThen = Map.copyOf(desired);
        Map<Node, ObservedComponent> observedThen = Map.copyOf(observed);
        Map<Name, Versioned<Setting>> settingsThen = Map.copyOf(settings);
        return () -> {
            synchronized (this) {
                components.clear();
                components.putAll(componentsThen);
                desired.clear();
                desired.putAll(desiredThen);
                observed.clear();
                observed.putAll(observedThen);
                settings.clear();
                settings.putAll(settingsThen);
            }
        };
    }
}
