package org.esbmt.jbi.container.internal.nmr;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.Owner;

/**
 * The activated endpoints by all of their names. Every answer costs one hash look-up, for any number of endpoints. The
 * lists by service and by interface are per owner, and updated when endpoints are added and removed. Readers never
 * wait; changes run one at a time.
 */
final class EndpointIndex {
    private final ConcurrentMap<BusName, ActivatedEndpoint> byBusName = new ConcurrentHashMap<>();
    private final ConcurrentMap<OwnedName, ActivatedEndpoint> byOwnedName = new ConcurrentHashMap<>();
    private final ConcurrentMap<Group, List<ActivatedEndpoint>> groups = new ConcurrentHashMap<>();

    /** Grows behind the effects of a change. */
    private final AtomicLong changes = new AtomicLong();

    /** The number of completed changes. */
    long changes() {
        return changes.get();
    }

    /** Adds an endpoint with a name that is unused on the bus. */
    void add(ActivatedEndpoint endpoint) {
        byBusName.put(BusName.of(endpoint), endpoint);
        // These names are unique: different service names of one owner that are equal here are also equal on the bus.
        OwnedName.of(endpoint).forEach(name -> byOwnedName.put(name, endpoint));
        for (Group group : Group.of(endpoint)) {
            groups.compute(group, (g, list) -> with(list, endpoint));
        }
        changes.incrementAndGet();
    }

    /**
     * Replaces an endpoint by another with the same name on the bus. A look-up of a common name finds one of the two.
     * Names of the replaced endpoint alone stay its own until it is removed.
     */
    void replace(ActivatedEndpoint there, ActivatedEndpoint by) {
        Set<Group> had = Group.of(there);
        for (Group group : Group.of(by)) {
            groups.compute(group, (g, list) -> had.contains(g) ? replaced(list, there, by) : with(list, by));
        }
        OwnedName.of(by).forEach(name -> byOwnedName.put(name, by));
        byBusName.put(BusName.of(by), by);
        changes.incrementAndGet();
    }

    void remove(ActivatedEndpoint endpoint) {
        for (Group group : Group.of(endpoint)) {
            groups.computeIfPresent(group, (g, list) -> without(list, endpoint));
        }
        OwnedName.of(endpoint).forEach(name -> byOwnedName.remove(name, endpoint));
        byBusName.remove(BusName.of(endpoint), endpoint);
        changes.incrementAndGet();
    }

    /** The endpoint of any owner with the name on the bus; null if there is none. */
    ActivatedEndpoint onBus(QName service, String endpoint) {
        return byBusName.get(new BusName(service, endpoint));
    }

    /** The endpoint with the name that the author wrote, or the owner's name on the bus; null if there is none. */
    ActivatedEndpoint of(Owner owner, QName authoredService, String endpoint) {
        return byOwnedName.get(new OwnedName(owner, authoredService, endpoint));
    }

    /** In the order of activation. */
    List<ActivatedEndpoint> ofService(Owner owner, QName authoredService) {
        return groups.getOrDefault(new Group(owner, authoredService, false), List.of());
    }

    /** In the order of activation. */
    List<ActivatedEndpoint> ofInterface(Owner owner, QName interfaceName) {
        return groups.getOrDefault(new Group(owner, interfaceName, true), List.of());
    }

    /** Scans all endpoints, for queries without a name. */
    List<ActivatedEndpoint> all(Owner owner) {
        return byBusName.values().stream().filter(e -> e.owner().equals(owner)).toList();
    }

    private static List<ActivatedEndpoint> with(List<ActivatedEndpoint> list, ActivatedEndpoint endpoint) {
        if (list != null && list.contains(endpoint)) {
            return list;
        }
        List<ActivatedEndpoint> more = new ArrayList<>(list == null ? List.of() : list);
        more.add(endpoint);
        return List.copyOf(more);
    }

    private static List<ActivatedEndpoint> without(List<ActivatedEndpoint> list, ActivatedEndpoint endpoint) {
        List<ActivatedEndpoint> less = new ArrayList<>(list);
        less.remove(endpoint);
        return less.isEmpty() ? null : List.copyOf(less);
    }

    /** Keeps the position in the list. */
    private static List<ActivatedEndpoint> replaced(
            List<ActivatedEndpoint> list, ActivatedEndpoint there, ActivatedEndpoint by) {
        return list.stream().map(e -> e == there ? by : e).toList();
    }

    private record BusName(QName service, String endpoint) {
        static BusName of(ActivatedEndpoint e) {
            return new BusName(e.getServiceName(), e.getEndpointName());
        }
    }

    private record OwnedName(Owner owner, QName service, String endpoint) {
        static Set<OwnedName> of(ActivatedEndpoint e) {
            Set<OwnedName> names = new HashSet<>();
            names.add(new OwnedName(e.owner(), e.authoredService(), e.getEndpointName()));
            names.add(new OwnedName(e.owner(), e.getServiceName(), e.getEndpointName()));
            return names;
        }
    }

    private record Group(Owner owner, QName name, boolean isInterface) {
        static Set<Group> of(ActivatedEndpoint e) {
            Set<Group> groups = new HashSet<>();
            groups.add(new Group(e.owner(), e.authoredService(), false));
            groups.add(new Group(e.owner(), e.getServiceName(), false));
            for (QName name : e.interfaces()) {
                groups.add(new Group(e.owner(), name, true));
            }
            return groups;
        }
    }
}
