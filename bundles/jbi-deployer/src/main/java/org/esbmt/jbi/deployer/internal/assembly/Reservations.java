package org.esbmt.jbi.deployer.internal.assembly;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.esbmt.jbi.container.api.Owner;

/**
 * The exclusive names of each owner's assemblies. These are the endpoints in the units' descriptors, and the addresses
 * of a tenant's units for messages from outside of the bus. The names of plain units at their component are exclusive,
 * too. Conflicts are found before a component is called. A component itself refuses the conflicts that only it knows.
 * Threads: any.
 */
final class Reservations {
    private final Map<Owner, Map<Object, AssemblyKey>> byOwner = new HashMap<>();

    /** A name that another assembly has. */
    record Conflict(Object name, AssemblyKey holder) {}

    /** Reserves all names, in addition to the assembly's present ones, or none. */
    synchronized Optional<Conflict> reserve(AssemblyKey key, List<?> names) {
        Map<Object, AssemblyKey> taken = byOwner.getOrDefault(key.owner(), Map.of());
        for (Object name : names) {
            AssemblyKey holder = taken.get(name);
            if (holder != null && !holder.equals(key)) {
                return Optional.of(new Conflict(name, holder));
            }
        }
        if (!names.isEmpty()) {
            Map<Object, AssemblyKey> ofOwner = byOwner.computeIfAbsent(key.owner(), owner -> new HashMap<>());
            names.forEach(name -> ofOwner.put(name, key));
        }
        return Optional.empty();
    }

    /** Releases all names of the assembly, except for these. */
    synchronized void keepOnly(AssemblyKey key, Collection<?> names) {
        Set<Object> kept = Set.copyOf(names);
        Map<Object, AssemblyKey> taken = byOwner.getOrDefault(key.owner(), new HashMap<>());
        taken.entrySet().removeIf(entry -> entry.getValue().equals(key) && !kept.contains(entry.getKey()));
        if (taken.isEmpty()) {
            byOwner.remove(key.owner());
        }
    }

    void release(AssemblyKey key) {
        keepOnly(key, List.of());
    }
}
