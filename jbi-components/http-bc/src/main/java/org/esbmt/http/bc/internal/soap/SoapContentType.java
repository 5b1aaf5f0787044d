package org.esbmt.http.bc.internal.soap;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.Optional;

/**
 * The contents of a SOAP message's {@code Content-Type} header (RFC 9110, section 8.3).
 *
 * @param action the {@code action} parameter of SOAP 1.2 (RFC 3902); also read with SOAP 1.1, which does not define it
 * @param ascii true if the sender declares that all characters are of US-ASCII
 */
public record SoapContentType(SoapVersion version, Optional<String> action, boolean ascii) {
    private static final Optional<SoapContentType> PLAIN_1_1 =
            Optional.of(new SoapContentType(SoapVersion.SOAP_1_1, Optional.empty(), false));
    private static final Optional<SoapContentType> PLAIN_1_2 =
            Optional.of(new SoapContentType(SoapVersion.SOAP_1_2, Optional.empty(), false));

    public SoapContentType {
        requireNonNull(version, "version");
        requireNonNull(action, "action");
    }

    /**
     * Reads the header's value. Called once for each message, on an event loop.
     *
     * @param value null if there is no such header
     * @return empty for a value that is answered with 415: another media type, another charset than UTF-8 or US-ASCII,
     *     a repeated parameter, one in RFC 2231's extended form, or a value that violates the grammar
     */
    public static Optional<SoapContentType> parse(String value) {
        if (value == null) {
            return Optional.empty();
        }
        int semicolon = value.indexOf(';');
        String type = (semicolon < 0 ? value : value.substring(0, semicolon)).strip();
        Optional<SoapContentType> plain = type.equalsIgnoreCase(SoapVersion.SOAP_1_1.mediaType())
                ? PLAIN_1_1
                : type.equalsIgnoreCase(SoapVersion.SOAP_1_2.mediaType()) ? PLAIN_1_2 : Optional.empty();
        if (semicolon < 0 || plain.isEmpty()) {
            return plain;
        }
        return new Parameters(value, semicolon).over(plain);
    }

    /**
     * The value of a {@code SOAPAction} header (SOAP 1.1, section 6.1.1) without its quotes.
     *
     * @return empty for no header, and for the empty string, which names no action
     */
    public static Optional<String> soapAction(String value) {
        if (value == null) {
            return Optional.empty();
        }
        String text = value.strip();
        if (text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")) {
            text = text.substring(1, text.length() - 1);
        }
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    /**
     * Whether the value of a {@code SOAPAction} header is one action. In a list, and where a quote ends early, two readers
     * could see two.
     */
    public static boolean isOneAction(String value) {
        String text = value.strip();
        boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return quoted
                ? text.indexOf('"', 1) == text.length() - 1
                : text.chars().noneMatch(c -> c == '"' || c == ' ' || c == '\t');
    }

    /** Reads {@code *( OWS ";" OWS [ token "=" ( token / quoted-string ) ] )}. */
    private static final class Parameters {
        private final String value;
        private int at;

        Parameters(String value, int at) {
            this.value = value;
            this.at = at;
        }

        Optional<SoapContentType> over(Optional<SoapContentType> plain) {
            boolean charsetSeen = false;
            boolean ascii = false;
            String action = null;
            while (at < value.length()) {
                if (value.charAt(at) != ';') {
                    return Optional.empty();
                }
                at++;
                skipSpace();
                if (at == value.length() || value.charAt(at) == ';') {
                    continue;
                }
                String name = token().toLowerCase(Locale.ROOT);
                if (name.isEmpty() || name.indexOf('*') >= 0 || at == value.length() || value.charAt(at) != '=') {
                    return Optional.empty();
                }
                at++;
                String content = at < value.length() && value.charAt(at) == '"' ? quoted() : token();
                if (content == null || (content.isEmpty() && !name.equals("action"))) {
                    return Optional.empty();
                }
                skipSpace();
                if (name.equals("charset")) {
                    ascii = content.equalsIgnoreCase("us-ascii");
                    if (charsetSeen || !(ascii || content.equalsIgnoreCase("utf-8"))) {
                        return Optional.empty();
                    }
                    charsetSeen = true;
                } else if (name.equals("action")) {
                    if (action != null) {
                        return Optional.empty();
                    }
                    action = content;
                }
            }
            boolean named = action != null && !action.isEmpty();
            if (!named && !ascii) {
                return plain;
            }
            SoapVersion version = plain.orElseThrow().version();
            return Optional.of(new SoapContentType(version, named ? Optional.of(action) : Optional.empty(), ascii));
        }

        private void skipSpace() {
            while (at < value.length() && (value.charAt(at) == ' ' || value.charAt(at) == '\t')) {
                at++;
            }
        }

        private String token() {
            int from = at;
            while (at < value.length() && isTokenChar(value.charAt(at))) {
                at++;
            }
            return value.substring(from, at);
        }

        /** The text of a quoted string; null if it does not end. */
        private String quoted() {
            StringBuilder text = new StringBuilder();
            at++;
            while (at < value.length()) {
                char c = value.charAt(at++);
                if (c == '"') {
                    return text.toString();
                }
                if (c == '\\') {
                    if (at == value.length()) {
                        return null;
                    }
                    c = value.charAt(at++);
                }
                text.append(c);
            }
            return null;
        }

        private static boolean isTokenChar(char c) {
            return (c >= '0' && c <= '9')
                    || (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
        }
    }
}
