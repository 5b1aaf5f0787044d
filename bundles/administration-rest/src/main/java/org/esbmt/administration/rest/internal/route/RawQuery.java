package org.esbmt.administration.rest.internal.route;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.esbmt.administration.rest.internal.problem.Refusal;

/** A query as sent: {@code name=value} pairs, as forms encode them. */
public final class RawQuery {
    private static final int MAX_LENGTH = 8_192;

    private RawQuery() {}

    /**
     * Splits a query.
     *
     * @return the values by name, decoded
     * @throws Refusal if a name stands there twice, or a pair is malformed
     */
    public static Map<String, String> parameters(String raw) throws Refusal {
        if (raw.length() > MAX_LENGTH) {
            throw Refusal.invalid("the query has more than " + MAX_LENGTH + " characters");
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String pair : raw.split("&", -1)) {
            int end = pair.indexOf('=');
            if (end < 1) {
                throw Refusal.invalid("the query has pairs of name=value, with & between them");
            }
            String name = decoded(pair.substring(0, end));
            if (parameters.put(name, decoded(pair.substring(end + 1))) != null) {
                throw Refusal.invalid("the query has a parameter twice");
            }
        }
        return parameters;
    }

    private static String decoded(String encoded) throws Refusal {
        Optional<String> decoded = PercentEncoding.decode(encoded.replace("+", "%20"));
        if (decoded.isEmpty()) {
            throw Refusal.invalid("the query is no percent-encoded UTF-8");
        }
        return decoded.get();
    }
}
