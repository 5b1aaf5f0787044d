package org.esbmt.camel.se.internal.reader;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.Place;

/** Reads addresses in the grammar of servicemix-camel, and the few others. */
final class Uris {
    private static final int LONGEST = 2048;
    private static final Pattern LOCAL_PART = Pattern.compile("[\\p{L}_][\\p{L}\\p{M}\\p{N}._-]{0,127}");
    private static final Pattern ENDPOINT = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._~-]{0,127}");
    /** The characters of RFC 3986, without those that have a meaning in JMX: {@code ,=*?"}. */
    private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9._~:/#@!$&'();+%-]{1,1024}");

    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]{0,63}");
    private static final Map<String, Map<String, List<String>>> IGNORED = Map.of(
            "xslt",
            Map.of("contentCache", List.of("true", "false"), "output", List.of("string", "bytes", "DOM")),
            "validator",
            Map.of("useDom", List.of("true", "false"), "useSharedSchema", List.of("true", "false")));

    private final Findings findings;

    Uris(Findings findings) {
        this.findings = findings;
    }

    /** The destination of an address; empty if there is none, with a finding. */
    Optional<Destination> destination(String uri, Place place) {
        String text = uri.strip();
        int question = text.indexOf('?');
        int first = text.indexOf(':');
        int colon = question >= 0 && first > question ? -1 : first;
        String scheme = colon < 0 ? text : text.substring(0, colon);
        if (text.length() > LONGEST) {
            return wrong(place, "camel.uri", "an address has at most " + LONGEST + " characters");
        }
        if (RouteVocabularyCheck.isPlaceholder(text)) {
            return wrong(place, "camel.placeholder", Findings.quoted(text) + ": nothing is replaced in an address");
        }
        String path = text.substring(Math.min(colon + 1, text.length()), question < 0 ? text.length() : question);
        String query = question < 0 ? "" : text.substring(question + 1);
        return switch (colon < 0 ? "" : scheme) {
            case "jbi" -> options(query, place).flatMap(o -> jbi(path, o, place).map(Destination.At::new));
            case "direct" ->
                options(query, place).flatMap(o -> direct(path, o, place).map(Destination.At::new));
            case "xslt" -> file(scheme, path, query, place).map(Destination.Stylesheet::new);
            case "validator" -> file(scheme, path, query, place).map(Destination.Schema::new);
            default -> scheme(scheme, colon >= 0, place);
        };
    }

    private <T> Optional<T> scheme(String scheme, boolean colon, Place place) {
        String kind = colon && SCHEME.matcher(scheme).matches()
                ? "the scheme " + Findings.quoted(scheme.toLowerCase(Locale.ROOT) + ":") + " is not there"
                : Findings.quoted(scheme) + " has no scheme";
        return wrong(
                place, "camel.scheme", kind + "; there are jbi:service:, jbi:endpoint:, direct:, xslt: and validator:");
    }

    private <T> Optional<T> wrong(Place place, String rule, String sentence) {
        findings.add(place, rule, sentence);
        return Optional.empty();
    }

    // ---- jbi

    private Optional<Address> jbi(String path, Map<String, String> options, Place place) {
        boolean endpoint = path.startsWith("endpoint:");
        if (!endpoint && !path.startsWith("service:")) {
            return wrong(
                    place,
                    "camel.scheme",
                    "'jbi:' is followed by service: or endpoint:, but here by " + Findings.quoted(path));
        }
        List<String> parts = split(path.substring(path.indexOf(':') + 1), endpoint ? 3 : 2);
        if (parts.isEmpty()) {
            return wrong(
                    place,
                    "camel.uri",
                    Findings.quoted("jbi:" + path) + " must be jbi:"
                            + (endpoint ? "endpoint:<namespace>/<service>/<endpoint>" : "service:<namespace>/<service>")
                            + ", or with ':' instead of '/'");
        }
        Optional<QName> service = name(parts.get(0), parts.get(1), place);
        Optional<String> name = endpoint ? Optional.of(parts.get(2)) : Optional.empty();
        if (endpoint && !ENDPOINT.matcher(parts.get(2)).matches()) {
            return wrong(
                    place,
                    "camel.name",
                    "the endpoint " + Findings.quoted(parts.get(2))
                            + " must have at most 128 letters, digits, '_', '.', '~' and '-'");
        }
        Optional<QName> operation = Optional.empty();
        Optional<Address.Pattern> pattern = Optional.empty();
        boolean right = service.isPresent();
        for (Map.Entry<String, String> option : options.entrySet()) {
            switch (option.getKey()) {
                case "mep" -> {
                    pattern = pattern(option.getValue());
                    right &= pattern.isPresent() || wrongPattern(option.getValue(), place);
                }
                case "operation" -> {
                    operation = operation(option.getValue(), place);
                    right &= operation.isPresent();
                }
                default -> right = unknownOption(option.getKey(), "mep and operation", place);
            }
        }
        return right ? Optional.of(new Address.Jbi(service.orElseThrow(), name, operation, pattern)) : Optional.empty();
    }

    /** Splits like servicemix-camel: by '/' if there is one, else by ':'. */
    private static List<String> split(String text, int count) {
        char separator = text.indexOf('/') > 0 ? '/' : ':';
        List<String> parts = new ArrayList<>();
        String rest = text;
        for (int i = 1; i < count; i++) {
            int at = rest.lastIndexOf(separator);
            if (at < 1) {
                return List.of();
            }
            parts.add(0, rest.substring(at + 1));
            rest = rest.substring(0, at);
        }
        parts.add(0, rest);
        return parts;
    }

    private Optional<QName> name(String namespace, String local, Place place) {
        if (!NAMESPACE.matcher(namespace).matches()) {
            return wrong(
                    place,
                    "camel.name",
                    "the namespace " + Findings.quoted(namespace)
                            + " must be at most 1024 characters of a URI, none of ,=*?\"");
        }
        if (!LOCAL_PART.matcher(local).matches()) {
            return wrong(
                    place,
                    "camel.name",
                    "the name " + Findings.quoted(local)
                            + " must have at most 128 letters, digits, '_', '.' and '-', beginning with a letter or '_'");
        }
        return Optional.of(new QName(namespace, local));
    }

    private Optional<QName> operation(String text, Place place) {
        if (text.startsWith("{")) {
            int end = text.indexOf('}');
            return end < 0
                    ? wrong(place, "camel.option", "operation is " + Findings.quoted(text) + ", without a '}'")
                    : name(text.substring(1, end), text.substring(end + 1), place);
        }
        if (LOCAL_PART.matcher(text).matches()) {
            return Optional.of(new QName(text));
        }
        List<String> parts = split(text, 2);
        return parts.isEmpty() ? name("-", text, place) : name(parts.get(0), parts.get(1), place);
    }

    private boolean wrongPattern(String value, Place place) {
        findings.add(
                place,
                "camel.option",
                "mep must be in-only, robust-in-only or in-out, or its URI, but is " + Findings.quoted(value));
        return false;
    }

    private static Optional<Address.Pattern> pattern(String text) {
        for (Address.Pattern pattern : Address.Pattern.values()) {
            String word = word(pattern);
            if (text.equals(word)
                    || text.equals("http://www.w3.org/2004/08/wsdl/" + word)
                    || text.equals("http://www.w3.org/2006/01/wsdl/" + word)
                    || text.equals("http://www.w3.org/ns/wsdl/" + word)) {
                return Optional.of(pattern);
            }
        }
        return Optional.empty();
    }

    static String word(Address.Pattern pattern) {
        return pattern.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    // ---- others

    private Optional<Address> direct(String path, Map<String, String> options, Place place) {
        String name = path.startsWith("//") ? path.substring(2) : path;
        if (!AttributeValues.isName(name)) {
            return wrong(
                    place,
                    "camel.name",
                    "direct: is followed by a name of at most 128 letters, digits, '_', '.' and '-', but here by "
                            + Findings.quoted(name));
        }
        boolean right = true;
        for (String option : options.keySet()) {
            right = unknownOption(option, "none", place);
        }
        return right ? Optional.of(new Address.Direct(name)) : Optional.empty();
    }

    private Optional<String> file(String scheme, String path, String query, Place place) {
        String bare = path.startsWith("classpath:") ? path.substring("classpath:".length()) : path;
        String file = bare.startsWith("//") ? bare.substring(2) : bare;
        boolean climbs = file.isEmpty() || file.startsWith("/") || file.contains("\\") || file.contains(":");
        for (String part : file.split("/", -1)) {
            climbs |= part.isEmpty() || part.equals(".") || part.equals("..");
        }
        if (climbs || file.contains("%") || file.length() > 512) {
            return wrong(
                    place,
                    "camel.uri",
                    scheme + ": is followed by the path of a file of the unit, but here by " + Findings.quoted(path));
        }
        Optional<Map<String, String>> options = options(query, place);
        boolean right = options.isPresent();
        Map<String, List<String>> known = IGNORED.getOrDefault(scheme, Map.of());
        for (Map.Entry<String, String> option : options.orElse(Map.of()).entrySet()) {
            if (!known.containsKey(option.getKey())) {
                right = unknownOption(option.getKey(), String.join(" and ", known.keySet()), place);
            } else if (!known.get(option.getKey()).contains(option.getValue())) {
                findings.add(
                        place,
                        "camel.option",
                        option.getKey() + " is " + Findings.quoted(option.getValue()) + ", but may be "
                                + String.join(", ", known.get(option.getKey())));
                right = false;
            }
        }
        return right ? Optional.of(file) : Optional.empty();
    }

    private boolean unknownOption(String name, String known, Place place) {
        findings.add(
                place, "camel.option", "the option " + Findings.quoted(name) + " is not there; there are: " + known);
        return false;
    }

    // ---- options

    private Optional<Map<String, String>> options(String query, Place place) {
        Map<String, String> options = new LinkedHashMap<>();
        for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            Optional<String> value = equals < 1 ? Optional.empty() : decoded(pair.substring(equals + 1));
            if (value.isEmpty() || options.putIfAbsent(pair.substring(0, equals), value.get()) != null) {
                return wrong(
                        place,
                        "camel.option",
                        Findings.quoted(pair) + " is not an option, which is name=value, each name once");
            }
        }
        return Optional.of(options);
    }

    /** Decodes the percent-encoding of RFC 3986; '+' is itself. Empty if it is invalid. */
    private static Optional<String> decoded(String text) {
        byte[] in = text.getBytes(UTF_8);
        byte[] out = new byte[in.length];
        int n = 0;
        for (int i = 0; i < in.length; i++) {
            if (in[i] == '%') {
                int high = i + 2 < in.length ? Character.digit(in[i + 1], 16) : -1;
                int low = i + 2 < in.length ? Character.digit(in[i + 2], 16) : -1;
                if (high < 0 || low < 0) {
                    return Optional.empty();
                }
                out[n++] = (byte) (high * 16 + low);
                i += 2;
            } else {
                out[n++] = in[i];
            }
        }
        try {
            return Optional.of(
                    UTF_8.newDecoder().decode(ByteBuffer.wrap(out, 0, n)).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
