package org.esbmt.administration.console.internal.message;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The answer of an endpoint.
 *
 * @param fields the header fields that concern the sender
 * @param took the time from the request to the whole answer
 * @param body as text, at most {@link MessageSender#MOST_ANSWER} characters
 * @param cut true if the body continues
 */
public record Reply(
        int status, Map<String, String> fields, Duration took, String body, boolean cut, Optional<Fault> fault) {
    public Reply {
        fields = Map.copyOf(fields);
        requireNonNull(took, "took");
        requireNonNull(body, "body");
        requireNonNull(fault, "fault");
    }
}
