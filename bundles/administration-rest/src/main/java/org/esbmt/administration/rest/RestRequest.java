package org.esbmt.administration.rest;

import static java.util.Objects.requireNonNull;

import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.administration.api.Administrator;

/**
 * A request of an administrator whom the server has authenticated.
 *
 * @param method as sent, such as {@code GET}
 * @param base the public URL below which the API is mounted, or its path alone, without a slash at the end:
 *     {@code https://bus.example/api/v1}. Links in answers begin with it
 * @param rawPath the path below the base, with its percent-encoding as sent: {@code /tenants}
 * @param rawQuery the query without the question mark, with its percent-encoding as sent; empty if there is none
 * @param headers the values of the header fields in their order, by name in lower case
 * @param body read once and not closed; without bytes if there is no body. The server bounds its length and the time of its arrival
 * @param by the caller, with the adapter {@code rest}
 */
public record RestRequest(
        String method,
        String base,
        String rawPath,
        Optional<String> rawQuery,
        Map<String, List<String>> headers,
        InputStream body,
        Administrator by) {
    /** The name of this adapter, as of {@link Administrator#adapter}. */
    public static final String ADAPTER = "rest";

    public RestRequest {
        requireNonNull(method, "method");
        requireNonNull(base, "base");
        requireNonNull(rawPath, "rawPath");
        requireNonNull(rawQuery, "rawQuery");
        headers = Map.copyOf(headers);
        requireNonNull(body, "body");
        requireNonNull(by, "by");
    }
}
