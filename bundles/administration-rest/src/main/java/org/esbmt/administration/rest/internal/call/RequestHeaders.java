package org.esbmt.administration.rest.internal.call;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.administration.rest.internal.problem.Refusal;

/** The header fields of a request that this adapter knows. Each stands there once. */
final class RequestHeaders {
    static final String IDEMPOTENCY_KEY = "Idempotency-Key";
    static final String CONTENT_TYPE = "Content-Type";
    static final String IF_NONE_MATCH = "If-None-Match";

    /** A UUID, with or without the quotation marks of a structured field. */
    private static final Pattern KEY = Pattern.compile("(\"?)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\1");

    /** A form of several parts. Its boundary has the characters of RFC 2046, without the space. */
    private static final Pattern FORM = Pattern.compile(
            MediaTypes.FORM + "\\s*;\\s*boundary=(\"?)([0-9A-Za-z'()+_,./:=?-]{1,70})\\1", Pattern.CASE_INSENSITIVE);

    private final Map<String, List<String>> values;

    RequestHeaders(Map<String, List<String>> values) {
        this.values = requireNonNull(values, "values");
    }

    Optional<String> find(String name) throws Refusal {
        List<String> found = values.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
        if (found.size() > 1) {
            throw Refusal.invalid(name, name + " stands there twice");
        }
        return found.stream().map(String::strip).findFirst();
    }

    /** The identifier of the request. */
    Optional<UUID> idempotencyKey() throws Refusal {
        Optional<String> sent = find(IDEMPOTENCY_KEY);
        if (sent.isEmpty()) {
            return Optional.empty();
        }
        Matcher key = KEY.matcher(sent.get());
        if (!key.matches()) {
            throw Refusal.invalid(IDEMPOTENCY_KEY, IDEMPOTENCY_KEY + " is a UUID of yours, in canonical form");
        }
        return Optional.of(UUID.fromString(key.group(2)));
    }

    /** The boundary of a form of several parts; empty for another body. */
    Optional<String> boundary() throws Refusal {
        Optional<String> sent = find(CONTENT_TYPE);
        return sent.map(FORM::matcher).filter(Matcher::matches).map(form -> form.group(2));
    }

    /** The media type of the body in lower case, without parameters. The only one of these is a charset, which is UTF-8. */
    Optional<String> mediaType() throws Refusal {
        Optional<String> sent = find(CONTENT_TYPE);
        if (sent.isEmpty()) {
            return Optional.empty();
        }
        String[] parts = sent.get().toLowerCase(Locale.ROOT).split(";", 2);
        if (parts.length == 2 && !parts[1].strip().replace("\"", "").equals("charset=utf-8")) {
            throw Refusal.invalid(CONTENT_TYPE, CONTENT_TYPE + " has no parameter but charset=utf-8");
        }
        return Optional.of(parts[0].strip());
    }
}
