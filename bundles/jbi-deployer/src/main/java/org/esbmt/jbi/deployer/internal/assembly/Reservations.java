package org.esbmt.jbi.deployer.internal.assembly;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.jbi.container.api.Owner;

/**
 * Which assembly of an owner has which of the names that only one can have: the endpoints that its units' descriptors
 * provide, the addresses where a tenant's units take messages from outside of the bus, and the names of plain units at
 * their component. Found out before a component is bothered; what only a
 * component knows of, the component refuses. Threads: any.
 */
final class Reservations {
    private final Map<Owner, Map<Object, AssemblyKey>> byOwner = new HashMap<>();

    /** A name that another assembly has. */
    record Conflict(Object name, AssemblyKey holder) {}

    /** Reserves all, in the place of what the assembly has, or none. */
    synchronized Optional<Conflict> reserve(AssemblyKey key, List<?> names) {
        Map<Object, AssemblyKey> taken = byOwner.computeIfAbsent(key.owner(), owner -> new HashMap<>());
        for (Object name : names) {
            AssemblyKey holder = taken.get(name);
            if (holder != null && !holder.equals(key)) {
                return Optional.of(new Conflict(name, holder));
            }
        }
        taken.values().removeIf(key::equals);
        names.forEach(name -> taken.put(name, key));
        if (taken.isEmpty()) {
            byOwner.remove(key.owner());
        }
        return Optional.empty();
    }

    synchronized void release(AssemblyKey key) {
        reserve(key, List.of());
    }
}
