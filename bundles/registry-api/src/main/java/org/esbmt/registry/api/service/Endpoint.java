package org.esbmt.registry.api.service;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * An endpoint of a service unit.
 *
 * @param service the name that its author gave it
 * @param busService its name on the bus. The namespace of a provider's name ends with the id of the tenant, or of the
 * tenant and the user ({@code <prefix><tenant>[-<user>]})
 * @param name the name of the endpoint at the service, 1 to 512 bytes of UTF-8
 * @param path the address for messages from outside of the bus: {@code /tenant-services/<tenant>/...}, at most 1,024
 * bytes
 */
public record Endpoint(Direction direction, QName service, QName busService, String name, Optional<String> path) {
    private static final int NAME_BYTES = 512;
    private static final int PATH_BYTES = 1_024;

    /** The side that begins exchanges at an endpoint. */
    public enum Direction {
        /** The unit begins exchanges. */
        CONSUMER,
        /** Other units and components begin exchanges. */
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
