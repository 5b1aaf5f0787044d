package org.esbmt.administration.soap.internal.http;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A content type with its parameters (RFC 9110, section 8.3.1).
 *
 * @param mediaType in lower case
 * @param parameters by their names in lower case
 */
record ContentType(String mediaType, Map<String, String> parameters) {
    ContentType {
        requireNonNull(mediaType, "mediaType");
        parameters = Map.copyOf(parameters);
    }

    /** Reads a field. Empty if it is malformed, or has a parameter twice. */
    static Optional<ContentType> of(String field) {
        int end = field.indexOf(';');
        String mediaType = (end < 0 ? field : field.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        Map<String, String> parameters = new HashMap<>();
        return mediaType.isEmpty() || !new Parameters(field, end < 0 ? field.length() : end).read(parameters)
                ? Optional.empty()
                : Optional.of(new ContentType(mediaType, parameters));
    }

    Optional<String> parameter(String name) {
        return Optional.ofNullable(parameters.get(name));
    }

    /** Reads parameters, each after a semicolon. */
    private static final class Parameters {
        private final String field;
        private int at;

        Parameters(String field, int at) {
            this.field = field;
            this.at = at;
        }

        boolean read(Map<String, String> into) {
            while (at < field.length()) {
                at++; // the semicolon
                int equals = field.indexOf('=', at);
                if (equals < 0) {
                    return field.substring(at).isBlank();
                }
                String name = field.substring(at, equals).strip().toLowerCase(Locale.ROOT);
                at = equals + 1;
                Optional<String> value = value();
                if (name.isEmpty() || value.isEmpty() || into.put(name, value.get()) != null) {
                    return false;
                }
            }
            return true;
        }

        private Optional<String> value() {
            return at < field.length() && field.charAt(at) == '"' ? quoted() : plain();
        }

        private Optional<String> plain() {
            int end = field.indexOf(';', at);
            end = end < 0 ? field.length() : end;
            String value = field.substring(at, end).strip();
            at = end;
            return value.isEmpty() || value.indexOf('"') >= 0 ? Optional.empty() : Optional.of(value);
        }

        private Optional<String> quoted() {
            StringBuilder value = new StringBuilder();
            at++;
            while (at < field.length() && field.charAt(at) != '"') {
                if (field.charAt(at) == '\\') {
                    at++;
                }
                if (at < field.length()) {
                    value.append(field.charAt(at));
                }
                at++;
            }
            if (at >= field.length()) {
                return Optional.empty();
            }
            at++; // the closing quotation mark
            while (at < field.length() && field.charAt(at) != ';') {
                if (field.charAt(at) != ' ' && field.charAt(at) != '\t') {
                    return Optional.empty();
                }
                at++;
            }
            return Optional.of(value.toString());
        }
    }
}
