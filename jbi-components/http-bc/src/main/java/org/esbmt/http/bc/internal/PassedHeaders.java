package org.esbmt.http.bc.internal;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.esbmt.http.api.wire.HeaderName;
import org.esbmt.http.api.wire.HeaderNames;

/** The allow-lists of header fields that pass into an exchange and out of it. */
final class PassedHeaders {
    /** Hop-by-hop fields, those that frame a message, and those that control the bus itself. */
    private static final Set<String> NEVER = Set.of(
            "accept-encoding",
            "authorization",
            "connection",
            "content-encoding",
            "content-length",
            "expect",
            "host",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "operationname",
            "destination");

    private static final Set<String> NEVER_PREFIXES = Set.of("camel", "org.apache.", "javax.jbi.", "org.esbmt.");
    private static final Set<String> ALWAYS = Set.of("content-type", "soapaction");

    private PassedHeaders() {}

    /**
     * The names of a list, beside Content-Type and SOAPAction.
     *
     * @throws IllegalArgumentException if it has an invalid name, or one that must never pass
     */
    static HeaderNames of(List<String> names) {
        for (String name : names) {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!HeaderName.isToken(name)) {
                throw new IllegalArgumentException("'" + name + "' is not the name of an HTTP header");
            }
            if (NEVER.contains(lower) || NEVER_PREFIXES.stream().anyMatch(lower::startsWith)) {
                throw new IllegalArgumentException("the header " + name + " must not pass; take it off the list");
            }
        }
        List<String> lists = names.stream()
                .filter(name -> !ALWAYS.contains(name.toLowerCase(Locale.ROOT)))
                .toList();
        return new HeaderNames.Builder()
                .once("SOAPAction")
                .bearer()
                .lists(lists)
                .build();
    }
}
