package org.esbmt.camel.se.internal.reader;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.RouteUnit;
import org.esbmt.jbi.container.api.unit.ConsumedService;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.jbi.container.api.unit.NamedEndpoint;
import org.esbmt.jbi.container.api.unit.TenantScope;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.esbmt.jbi.container.api.unit.UnitReader;
import org.esbmt.jbi.container.api.unit.UnitReading;

/** Reads the routes of a tenant, and rewrites them as one file with the tenant's names. Stateless and thread-safe. */
public final class CamelUnitReader implements UnitReader {
    private final ContentCheck check;

    public CamelUnitReader(ContentCheck check) {
        this.check = requireNonNull(check, "check");
    }

    @Override
    public UnitReading read(UnitFiles unit, TenantScope scope) {
        RouteUnitReader.Reading reading = RouteUnitReader.read(unit, check, scope::isGivenByBus);
        if (reading.unit().isEmpty()) {
            return UnitReading.refused(reading.findings());
        }
        RouteUnit routes = reading.unit().get();
        Set<NamedEndpoint> provided = new HashSet<>();
        Set<ConsumedService> consumed = new LinkedHashSet<>();
        for (Route route : routes.routes()) {
            if (route.from() instanceof Address.Jbi jbi) {
                provided.add(new NamedEndpoint(jbi.service(), jbi.endpoint().orElseThrow()));
            }
            Steps.targets(route, (address, place) -> {
                if (address instanceof Address.Jbi jbi) {
                    consumed.add(new ConsumedService(jbi.service(), jbi.endpoint()));
                }
            });
        }
        Optional<byte[]> file = RouteWriter.write(routes, scope::scoped);
        if (file.isEmpty()) {
            return UnitReading.refused(List.of(new Finding(
                    routes.routes().get(0).place().file(),
                    0,
                    "camel.limit",
                    "with its error handlers in each route, the unit has more than "
                            + RouteUnitReader.MOST_CANONICAL_BYTES + " bytes")));
        }
        return new UnitReading(List.of(), provided, consumed, rewritten(unit, file.get(), reading.files()));
    }

    private static Map<String, byte[]> rewritten(UnitFiles unit, byte[] routes, Set<String> files) {
        Map<String, byte[]> rewritten = new TreeMap<>();
        for (String file : files) {
            unit.content(file).ifPresent(content -> rewritten.put(file, content));
        }
        rewritten.put(Canonical.FILE, routes);
        return rewritten;
    }
}
