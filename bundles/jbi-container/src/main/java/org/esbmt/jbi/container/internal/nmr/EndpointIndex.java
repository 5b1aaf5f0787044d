package org.esbmt.jbi.container.internal.nmr;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.Owner;

/**
 * The activated endpoints by the names that somebody can ask for. Every answer costs one hash look-up, whatever the number
 * of endpoints; the lists by service and by interface are per owner, and made when endpoints come and go. Readers never
 * wait; changes come one after the other.
 */
final class EndpointIndex {
    private final ConcurrentMap<BusName, ActivatedEndpoint> byBusName = new ConcurrentHashMap<>();
    private final ConcurrentMap<OwnedName, ActivatedEndpoint> byOwnedName = new ConcurrentHashMap<>();
    private final ConcurrentMap<Group, List<ActivatedEndpoint>> groups = new ConcurrentHashMap<>();

    /** Adds an endpoint, whose name on the bus nobody has. */
    void add(ActivatedEndpoint endpoint) {
        byBusName.put(BusName.of(endpoint), endpoint);
        // Nobody can have this: one owner's different service names that are the same here are the same on the bus too.
        byOwnedName.put(OwnedName.of(endpoint), endpoint);
        for (Group group : Group.of(endpoint)) {
            groups.compute(group, (g, list) -> with(list, endpoint));
        }
    }

    /**
     * Puts an endpoint in the place of another with the same name on the bus: whoever asks for a name that both have gets
     * one of the two. Names that only the other one has stay its own until it is removed.
     */
    void replace(ActivatedEndpoint there, ActivatedEndpoint by) {
        List<Group> had = Group.of(there);
        for (Group group : Group.of(by)) {
            groups.compute(group, (g, list) -> had.contains(g) ? replaced(list, there, by) : with(list, by));
        }
        byOwnedName.put(OwnedName.of(by), by);
        byBusName.put(BusName.of(by), by);
    }

    void remove(ActivatedEndpoint endpoint) {
        for (Group group : Group.of(endpoint)) {
            groups.computeIfPresent(group, (g, list) -> without(list, endpoint));
        }
        byOwnedName.remove(OwnedName.of(endpoint), endpoint);
        byBusName.remove(BusName.of(endpoint), endpoint);
    }

    /** By the name on the bus, whosever it is; null if there is none. */
    ActivatedEndpoint onBus(QName service, String endpoint) {
        return byBusName.get(new BusName(service, endpoint));
    }

    /** By the name that the author wrote; null if there is none. */
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

    /** A scan, for queries that name nothing. */
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

    /** In the same place. */
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
        static OwnedName of(ActivatedEndpoint e) {
            return new OwnedName(e.owner(), e.authoredService(), e.getEndpointName());
        }
    }

    private record Group(Owner owner, QName name, boolean isInterface) {
        static List<Group> of(ActivatedEndpoint e) {
            List<Group> groups = new ArrayList<>();
            groups.add(new Group(e.owner(), e.authoredService(), false));
            for (QName name : e.interfaces()) {
                groups.add(new Group(e.owner(), name, true));
            }
            return groups;
        }
    }
}
