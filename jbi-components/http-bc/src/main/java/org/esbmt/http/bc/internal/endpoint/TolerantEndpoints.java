package org.esbmt.http.bc.internal.endpoint;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.esbmt.jbi.container.api.PrintableText;
import org.esbmt.message.security.api.Tolerance;

/** The open endpoints that accept practices of older clients, for the operator. Thread-safe. */
final class TolerantEndpoints {
    private static final int LONGEST_SHOWN = 300;

    private final Map<ConsumerEndpoint, String> notes = new ConcurrentHashMap<>();

    void opened(Collection<ConsumerEndpoint> endpoints) {
        for (ConsumerEndpoint endpoint : endpoints) {
            if (!endpoint.definition().senders().tolerate().isEmpty()) {
                notes.put(endpoint, note(endpoint));
            }
        }
    }

    void closed(Collection<ConsumerEndpoint> endpoints) {
        endpoints.forEach(notes::remove);
    }

    /** A sentence for each of them, in a fixed order. */
    List<String> notes() {
        return notes.values().stream().sorted().toList();
    }

    private static String note(ConsumerEndpoint endpoint) {
        String tolerated = endpoint.definition().senders().tolerate().stream()
                .sorted()
                .map(TolerantEndpoints::described)
                .collect(Collectors.joining(" and "));
        return "The endpoint "
                + PrintableText.of(
                        endpoint.definition().service() + " "
                                + endpoint.definition().endpoint(),
                        LONGEST_SHOWN)
                + " of " + endpoint.owner() + " accepts " + tolerated
                + "; remove the attribute tolerate once its senders can do without.";
    }

    private static String described(Tolerance tolerance) {
        return switch (tolerance) {
            case OAEP_SHA1 -> "SHA-1 inside of RSA-OAEP";
            case PLAIN_ID -> "signed elements with a plain Id";
        };
    }
}
