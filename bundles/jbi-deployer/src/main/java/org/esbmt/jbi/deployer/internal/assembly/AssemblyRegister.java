package org.esbmt.jbi.deployer.internal.assembly;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive;
import org.esbmt.jbi.deployer.internal.archive.AssemblyDescriptor;
import org.esbmt.jbi.deployer.internal.archive.EndpointName;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The assemblies, their exclusive names, and their listeners. Threads: any. */
final class AssemblyRegister {
    private static final Logger LOG = LoggerFactory.getLogger(AssemblyRegister.class);

    private final Reservations names = new Reservations();
    private final Map<AssemblyKey, Assembly> assemblies = new ConcurrentSkipListMap<>();
    /** The components of the units that running operations may add or remove. */
    private final Map<AssemblyKey, Set<String>> coming = new ConcurrentHashMap<>();

    private final List<AssemblyManager.Listener> listeners = new CopyOnWriteArrayList<>();

    Optional<Assembly> find(AssemblyKey key) {
        return Optional.ofNullable(assemblies.get(key));
    }

    /** The assembly with its bundle at that location. */
    Optional<Assembly> at(String location) {
        return AssemblyKey.ofLocation(location).flatMap(this::find);
    }

    Assembly existing(AssemblyKey key) throws DeploymentException {
        return find(key)
                .orElseThrow(() -> new DeploymentException(
                        Reason.NO_SUCH_ASSEMBLY, "there is no assembly with the name " + key.name()));
    }

    /** Sorted by owner and name. */
    List<Assembly> all() {
        return List.copyOf(assemblies.values());
    }

    /** The assemblies in the order of the shut-down. */
    List<Assembly> lastFirst() {
        List<Assembly> last = new ArrayList<>(assemblies.values());
        Collections.reverse(last);
        return last;
    }

    void put(Assembly assembly) {
        assemblies.put(assembly.key(), assembly);
        coming.remove(assembly.key());
    }

    /** The assemblies with units at a component, or with a running operation on such units. */
    SortedSet<AssemblyKey> usersOf(String component) {
        SortedSet<AssemblyKey> users = new TreeSet<>();
        coming.forEach((key, components) -> {
            if (components.contains(component)) {
                users.add(key);
            }
        });
        assemblies.forEach((key, assembly) -> {
            if (assembly.status().descriptor().components().contains(component)) {
                users.add(key);
            }
        });
        return users;
    }

    /**
     * Reserves the names of an archive for an assembly, in addition to its present names, or none of them. Both
     * versions need theirs until it is clear which one runs. From here on the assembly uses the components of both.
     */
    void reserve(AssemblyKey key, AssemblyArchive archive, Set<String> addresses) throws DeploymentException {
        Optional<Reservations.Conflict> conflict =
                names.reserve(key, names(key, archive.descriptor(), archive.provided(), addresses));
        if (conflict.isPresent()) {
            throw new DeploymentException(
                    Reason.ALREADY_DEPLOYED,
                    "the assembly " + conflict.get().holder().name() + " has "
                            + conflict.get().name() + " already");
        }
        Set<String> components = new HashSet<>(archive.descriptor().components());
        find(key)
                .ifPresent(assembly ->
                        components.addAll(assembly.version().descriptor().components()));
        coming.put(key, components);
    }

    /** Releases all names that the running version does not have. */
    void keepOnly(AssemblyKey key, Assembly.Version version) {
        names.keepOnly(key, names(key, version));
        coming.remove(key);
    }

    /** Reserves the names of a version of the last run. */
    void recover(AssemblyKey key, Assembly.Version version) {
        names.reserve(key, names(key, version))
                .ifPresent(conflict -> LOG.error(
                        "The assemblies {} and {} of the last run both have {}; undeploy one of them.",
                        conflict.holder(),
                        key,
                        conflict.name()));
    }

    private static List<?> names(AssemblyKey key, Assembly.Version version) {
        return names(
                key, version.descriptor(), version.provided(), version.kept().addresses());
    }

    void release(AssemblyKey key) {
        names.release(key);
        coming.remove(key);
    }

    private record UnitName(String component, String unit) {
        @Override
        public String toString() {
            return "the unit " + unit + " of the component " + component;
        }
    }

    private record Address(String place) {
        @Override
        public String toString() {
            return "the address " + place;
        }
    }

    private static List<?> names(
            AssemblyKey key, AssemblyDescriptor descriptor, List<EndpointName> provided, Set<String> addresses) {
        List<Object> names = new ArrayList<>(provided);
        addresses.stream().sorted().map(Address::new).forEach(names::add);
        if (key.owner().tenant().isEmpty()) {
            descriptor.units().forEach(unit -> names.add(new UnitName(unit.component(), unit.name())));
        }
        return names;
    }

    void notifyDeployed(AssemblyKey key) {
        LOG.info("The assembly {} is deployed.", key);
        listeners.forEach(listener -> listener.deployed(key));
    }

    /** Removes the assembly and its names. */
    void remove(Assembly assembly) {
        AssemblyKey key = assembly.key();
        assemblies.remove(key, assembly);
        names.release(key);
        LOG.info("The assembly {} is undeployed.", key);
        listeners.forEach(listener -> listener.undeployed(key));
    }

    void notifyReturned(String component) {
        listeners.forEach(listener -> listener.returned(component));
    }

    void addListener(AssemblyManager.Listener listener) {
        listeners.add(listener);
        assemblies.keySet().forEach(listener::deployed);
    }

    void removeListener(AssemblyManager.Listener listener) {
        listeners.remove(listener);
    }
}
