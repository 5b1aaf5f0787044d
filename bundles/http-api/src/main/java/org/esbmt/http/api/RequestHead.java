package org.esbmt.http.api;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.util.Optional;
import org.esbmt.http.api.wire.Headers;

/**
 * The head of a request, with a valid framing. Immutable; usable on any thread.
 *
 * @param method as sent; a method has no meaning for the port, except HEAD
 * @param path as sent: it is neither decoded nor normalized, and begins with a slash
 * @param query as sent, without the question mark
 * @param fields those that {@link PortSettings#limits} names
 * @param contentLength in bytes; -1 if it is unknown before the body's end, or there is no body
 * @param source the peer of the connection, perhaps a proxy
 */
public record RequestHead(
        String method, String path, Optional<String> query, Headers fields, long contentLength, InetAddress source) {
    public RequestHead {
        requireNonNull(method, "method");
        requireNonNull(path, "path");
        requireNonNull(query, "query");
        requireNonNull(fields, "fields");
        requireNonNull(source, "source");
    }

    /** The value of a field, in any case of its name; the values of a repeated one, with commas. */
    public Optional<String> field(String name) {
        return Optional.ofNullable(fields.get(name));
    }
}
