package org.esbmt.http.bc.internal.endpoint;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.esbmt.http.bc.internal.unit.HttpEndpointDefinition;
import org.esbmt.http.bc.internal.unit.ProviderDefinition;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.PrintableText;
import org.esbmt.message.security.api.Tolerance;

/** The open endpoints that accept practices of older clients or back ends, for the operator. Thread-safe. */
final class TolerantEndpoints {
    private static final int LONGEST_SHOWN = 300;

    /** By ConsumerEndpoint and ProviderEndpoint. */
    private final Map<Object, String> notes = new ConcurrentHashMap<>();

    void opened(Collection<ConsumerEndpoint> endpoints) {
        for (ConsumerEndpoint endpoint : endpoints) {
            if (!endpoint.definition().senders().tolerate().isEmpty()) {
                notes.put(
                        endpoint,
                        note(
                                endpoint.definition(),
                                endpoint.owner(),
                                endpoint.definition().senders().tolerate(),
                                "its senders"));
            }
        }
    }

    void opened(ProviderEndpoint endpoint, ProviderDefinition definition, Owner owner) {
        Set<Tolerance> tolerate = definition.security().tolerate();
        if (!tolerate.isEmpty()) {
            notes.put(endpoint, note(definition, owner, tolerate, "its back end"));
        }
    }

    void closed(Collection<ConsumerEndpoint> endpoints) {
        endpoints.forEach(notes::remove);
    }

    void closed(ProviderEndpoint endpoint) {
        notes.remove(endpoint);
    }

    /** A sentence for each of them, in a fixed order. */
    List<String> notes() {
        return notes.values().stream().sorted().toList();
    }

    private static String note(HttpEndpointDefinition definition, Owner owner, Set<Tolerance> tolerate, String others) {
        String tolerated =
                tolerate.stream().sorted().map(TolerantEndpoints::described).collect(Collectors.joining(" and "));
        return "The endpoint "
                + PrintableText.of(definition.service() + " " + definition.endpoint(), LONGEST_SHOWN)
                + " of " + owner + " accepts " + tolerated + "; remove the attribute tolerate once " + others
                + " can do without.";
    }

    private static String described(Tolerance tolerance) {
        return switch (tolerance) {
            case OAEP_SHA1 -> "SHA-1 inside of RSA-OAEP";
            case PLAIN_ID -> "signed elements with a plain Id";
        };
    }
}
