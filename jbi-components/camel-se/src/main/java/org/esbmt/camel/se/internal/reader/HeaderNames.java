package org.esbmt.camel.se.internal.reader;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The header names that a route may use: those of applications, but none that controls the bus or Camel. */
final class HeaderNames {
    /** A token of RFC 9110, section 5.6.2, without the '*' that is a pattern here. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'+.^_`|~-]{1,128}");

    private static final List<String> RESERVED_BEGINNINGS =
            List.of("camel", "org.apache.", "org.esbmt.", "javax.", "jakarta.", "java.", "proxy-");
    /** Names of the bus, and the framing of HTTP. */
    private static final Set<String> RESERVED = Set.of(
            "operationname",
            "operationnamespace",
            "tenantid",
            "userid",
            "tenantcontext",
            "host",
            "connection",
            "keep-alive",
            "content-length",
            "transfer-encoding",
            "te",
            "trailer",
            "upgrade",
            "expect");

    private HeaderNames() {}

    /** The finding about a name, empty if the name is allowed. */
    static Optional<String> wrong(String name) {
        if (!TOKEN.matcher(name).matches()) {
            return Optional.of("the header name " + Findings.quoted(name)
                    + " must be at most 128 letters, digits and characters of !#$%&'+-.^_`|~");
        }
        String lower = name.toLowerCase(Locale.ROOT);
        boolean reserved =
                RESERVED.contains(lower) || RESERVED_BEGINNINGS.stream().anyMatch(lower::startsWith);
        return reserved
                ? Optional.of("the header " + Findings.quoted(name) + " belongs to the bus; choose a name of your own")
                : Optional.empty();
    }

    /** A name, or the beginning of names and a '*'. */
    static Optional<String> wrongPattern(String pattern) {
        if (pattern.equals("*")) {
            return Optional.empty();
        }
        return wrong(pattern.endsWith("*") ? pattern.substring(0, pattern.length() - 1) : pattern);
    }
}
