package org.esbmt.administration.rest.internal.call;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * The result of an operation in the form for clients.
 *
 * @param bytes empty if the success is the only result
 * @param mediaType of the bytes
 * @param tag the entity tag of the object
 * @param address the address of the object
 */
record Told(Optional<byte[]> bytes, String mediaType, Optional<String> tag, Optional<String> address) {
    Told {
        requireNonNull(bytes, "bytes");
        requireNonNull(mediaType, "mediaType");
        requireNonNull(tag, "tag");
        requireNonNull(address, "address");
    }

    static Told nothing() {
        return new Told(Optional.empty(), "", Optional.empty(), Optional.empty());
    }

    static Told json(byte[] bytes) {
        return new Told(Optional.of(bytes), MediaTypes.JSON, Optional.empty(), Optional.empty());
    }
}
