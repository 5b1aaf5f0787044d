package org.esbmt.jbi.deployer.internal.tenant;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.unit.ConsumedService;
import org.esbmt.jbi.container.api.unit.ListeningEndpoint;
import org.esbmt.jbi.container.api.unit.NamedEndpoint;
import org.esbmt.jbi.container.api.unit.TenantScope;
import org.esbmt.jbi.container.api.unit.UnitReading;
import org.esbmt.jbi.deployer.internal.archive.AssemblyDescriptor;
import org.esbmt.management.api.CheckedAssembly.CheckedEndpoint;
import org.esbmt.management.api.CheckedAssembly.CheckedEndpoint.Direction;
import org.esbmt.management.api.CheckedAssembly.CheckedUnit;

/** The endpoints of an assembly's units, from the results of their readers. */
final class UnitEndpoints {
    /** Readings are sets, with another order in each process. */
    private static final Comparator<CheckedEndpoint> ORDER = Comparator.comparing(CheckedEndpoint::direction)
            .thenComparing(endpoint -> endpoint.service().getLocalPart())
            .thenComparing(endpoint -> endpoint.service().getNamespaceURI())
            .thenComparing(CheckedEndpoint::name);

    private UnitEndpoints() {}

    /** The units with a reading, in the order of the descriptor. */
    static List<CheckedUnit> of(AssemblyDescriptor descriptor, Map<String, UnitReading> readings, TenantScope scope) {
        return descriptor.units().stream()
                .filter(unit -> readings.containsKey(unit.name()))
                .map(unit ->
                        new CheckedUnit(unit.name(), unit.component(), endpoints(readings.get(unit.name()), scope)))
                .toList();
    }

    private static List<CheckedEndpoint> endpoints(UnitReading reading, TenantScope scope) {
        List<CheckedEndpoint> endpoints = new ArrayList<>();
        for (NamedEndpoint provided : reading.provided()) {
            endpoints.add(endpoint(Direction.PROVIDER, provided, Optional.empty(), scope));
        }
        Set<NamedEndpoint> listening = new HashSet<>();
        for (ListeningEndpoint listener : reading.listening()) {
            listening.add(listener.endpoint());
            endpoints.add(endpoint(Direction.CONSUMER, listener.endpoint(), Optional.of(listener.path()), scope));
        }
        for (ConsumedService consumed : reading.consumed()) {
            NamedEndpoint target =
                    new NamedEndpoint(consumed.service(), consumed.endpoint().orElse(CheckedEndpoint.ANY));
            // A listening endpoint may have the name of the service that it sends to; it is then one consumer, not two.
            if (!listening.contains(target)) {
                endpoints.add(endpoint(Direction.CONSUMER, target, Optional.empty(), scope));
            }
        }
        endpoints.sort(ORDER);
        return endpoints;
    }

    private static CheckedEndpoint endpoint(
            Direction direction, NamedEndpoint endpoint, Optional<String> path, TenantScope scope) {
        QName service = endpoint.service();
        return new CheckedEndpoint(direction, service, scope.scoped(service), endpoint.endpoint(), path);
    }
}
