package org.esbmt.administration.internal.assembly;

import java.util.List;
import org.esbmt.management.api.CheckedAssembly;
import org.esbmt.management.api.CheckedAssembly.CheckedEndpoint;
import org.esbmt.management.api.CheckedAssembly.CheckedUnit;
import org.esbmt.registry.api.service.AssemblyContent;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.Endpoint;
import org.esbmt.registry.api.service.Endpoint.Direction;
import org.esbmt.registry.api.service.ServiceUnit;

/** Converts the deployer's findings about an archive into the form that the service registry keeps. */
final class Contents {
    private Contents() {}

    static AssemblyContent of(CheckedAssembly checked) {
        List<ServiceUnit> units = checked.units().stream().map(Contents::unit).toList();
        return new AssemblyContent(
                new AssemblyName(checked.name()),
                checked.description(),
                checked.user(),
                Digest.of(checked.original()),
                Digest.of(checked.rewritten()),
                units);
    }

    private static ServiceUnit unit(CheckedUnit unit) {
        return new ServiceUnit(
                unit.name(),
                unit.component(),
                unit.endpoints().stream().map(Contents::endpoint).toList());
    }

    private static Endpoint endpoint(CheckedEndpoint endpoint) {
        return new Endpoint(
                Direction.valueOf(endpoint.direction().name()),
                endpoint.service(),
                endpoint.busService(),
                endpoint.name(),
                endpoint.path());
    }
}
