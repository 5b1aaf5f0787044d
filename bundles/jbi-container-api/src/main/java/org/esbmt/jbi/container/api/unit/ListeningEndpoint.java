package org.esbmt.jbi.container.api.unit;

import static java.util.Objects.requireNonNull;

/**
 * Where a unit takes messages from outside of the bus.
 *
 * @param endpoint as the unit's author wrote it
 * @param address what only one endpoint of a tenant can have, in the component's own words, which say the same of the same
 *     place in every unit
 * @param path where the tenant's clients find it: {@code /tenant-services/<tenant>/...}, as it stands in a URL. Other URLs
 *     that lead there are not named
 */
public record ListeningEndpoint(NamedEndpoint endpoint, String address, String path) {
    public ListeningEndpoint {
        requireNonNull(endpoint, "endpoint");
        requireNonNull(address, "address");
        requireNonNull(path, "path");
    }
}
