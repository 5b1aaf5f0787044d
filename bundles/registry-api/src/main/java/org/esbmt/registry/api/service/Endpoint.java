package org.esbmt.registry.api.service;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * An endpoint of a service unit.
 *
 * @param service as its author names it
 * @param busService as the bus names it; of a provider, its namespace ends with the id of the tenant, or of the tenant and
 *     the user ({@code <prefix><tenant>[-<user>]})
 * @param name of the endpoint at the service, 1 to 512 bytes of UTF-8
 * @param path where it takes messages from outside of the bus: {@code /tenant-services/<tenant>/...}, at most 1,024 bytes
 */
public record Endpoint(Direction direction, QName service, QName busService, String name, Optional<String> path) {
    private static final int NAME_BYTES = 512;
    private static final int PATH_BYTES = 1_024;

    /** The side that begins exchanges at an endpoint. */
    public enum Direction {
        /** The unit does. */
        CONSUMER,
        /** Others do. */
        PROVIDER
    }

    public Endpoint {
        requireNonNull(direction, "direction");
        IndexedTexts.qName("a service", service);
        IndexedTexts.qName("a service on the bus", busService);
        IndexedTexts.line("the name of an endpoint", name, NAME_BYTES);
        path.ifPresent(text -> IndexedTexts.line("a path", text, PATH_BYTES));
    }
}
