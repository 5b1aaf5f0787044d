package org.esbmt.jbi.container.api.unit;

import static java.util.Objects.requireNonNull;

/**
 * An endpoint at which a unit receives messages from outside of the bus.
 *
 * @param endpoint by the names of the unit's author
 * @param address the address, which only one endpoint of a tenant can have, in the component's own form. The form is
 * the same for the same address in every unit
 * @param path the path for the tenant's clients: {@code /tenant-services/<tenant>/...}, like in a URL. Other URLs of
 * the endpoint are left out
 */
public record ListeningEndpoint(NamedEndpoint endpoint, String address, String path) {
    public ListeningEndpoint {
        requireNonNull(endpoint, "endpoint");
        requireNonNull(address, "address");
        requireNonNull(path, "path");
    }
}
