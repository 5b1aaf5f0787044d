package org.esbmt.http.bc.internal.unit;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.esbmt.http.bc.internal.soap.BodyCheck;
import org.esbmt.http.bc.internal.soap.SoapVersion;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlRefusedException;

/** The attributes of one endpoint's element, read as what they mean. Only during the start tag's event. */
final class Attributes {
    /** What may stand in a URL's path as it is. */
    private static final Pattern PATH_SEGMENT = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._~-]{0,127}");

    private static final Pattern NC_NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{M}\\p{N}._-]{0,255}");
    private static final long MOST_MILLIS = Duration.ofHours(1).toMillis();

    private record Value(String text, int line) {}

    private final StartTag tag;
    private final Vocabulary element;
    private final int line;
    private final Map<String, Value> values = new HashMap<>();

    /** @param lineOf the line of an offset in the file */
    Attributes(StartTag tag, Vocabulary element, IntUnaryOperator lineOf) throws XmlRefusedException {
        this.tag = tag;
        this.element = element;
        this.line = lineOf.applyAsInt((int) tag.from());
        for (int i = 0; i < tag.attributeCount(); i++) {
            int at = lineOf.applyAsInt((int) tag.attributeValueFrom(i));
            String name = tag.attributeName(i);
            if (tag.attributeNamespace(i) != NamespaceTable.NONE || !element.knows(name)) {
                throw new RejectedException(at, element.unknown(name));
            }
            String text = tag.attributeValue(i).strip();
            if (text.isEmpty()) {
                throw new RejectedException(at, name + " is empty");
            }
            if (text.contains("${") || text.contains("#{") || text.startsWith("#")) {
                throw new RejectedException(
                        at, name + " is '" + text + "': placeholders and references to beans are not replaced here");
            }
            values.put(name, new Value(text, at));
        }
    }

    int line() {
        return line;
    }

    int line(String name) {
        Value value = values.get(name);
        return value == null ? line : value.line();
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    RejectedException wrong(String name, String what) {
        return new RejectedException(line(name), name + " " + what);
    }

    private RejectedException not(String name, String what) {
        return wrong(name, "must be " + what + ", but is '" + values.get(name).text() + "'");
    }

    private RejectedException missing(String name) {
        return new RejectedException(line, element + " needs the attribute " + name);
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).map(Value::text);
    }

    QName requiredName(String name) throws XmlRefusedException {
        return name(name).orElseThrow(() -> missing(name));
    }

    /** A qualified name by the prefixes that are declared where it stands (Namespaces in XML 1.0, section 4). */
    Optional<QName> name(String name) throws XmlRefusedException {
        Value value = values.get(name);
        if (value == null) {
            return Optional.empty();
        }
        String[] parts = value.text().split(":", -1);
        if (parts.length != 2
                || !NC_NAME.matcher(parts[0]).matches()
                || !NC_NAME.matcher(parts[1]).matches()) {
            throw not(name, "a name with a prefix, such as 'my:service'");
        }
        Optional<QName> qualified = tag.qualified(value.text());
        if (qualified.isEmpty()) {
            throw wrong(name, "is '" + value.text() + "', but the prefix '" + parts[0] + "' is not declared");
        }
        return qualified;
    }

    /** A name that can stand in a URL. */
    String requiredSegment(String name) throws XmlRefusedException {
        return segment(name).orElseThrow(() -> missing(name));
    }

    private Optional<String> segment(String name) throws XmlRefusedException {
        Optional<String> text = text(name);
        if (text.isPresent() && !isSegment(text.get())) {
            throw not(
                    name,
                    "at most 128 letters, digits, '_', '.', '~' and '-', not beginning with one of the last three");
        }
        return text;
    }

    static boolean isSegment(String text) {
        return PATH_SEGMENT.matcher(text).matches();
    }

    Duration millis(String name, Duration otherwise) throws XmlRefusedException {
        return has(name) ? Duration.ofMillis(number(name, 1, MOST_MILLIS)) : otherwise;
    }

    long messageBytes(long otherwise) throws XmlRefusedException {
        String name = Vocabulary.MAX_MESSAGE_BYTES;
        return has(name) ? number(name, 1024, HttpEndpointDefinition.MOST_MESSAGE_BYTES) : otherwise;
    }

    private long number(String name, long least, long most) throws XmlRefusedException {
        String text = values.get(name).text();
        if (text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        }
        throw not(name, "a number from " + least + " to " + most);
    }

    /** Accepts only {@code false}, where servicemix-http has a choice. */
    void onlyFalse(String name, String reason) throws XmlRefusedException {
        if (has(name) && !text(name).orElseThrow().equals("false")) {
            throw wrong(name, "must be false or left out: " + reason);
        }
    }

    BodyCheck bodyCheck() throws XmlRefusedException {
        String name = Vocabulary.BODY_CHECK;
        return switch (text(name).orElse("envelope")) {
            case "envelope" -> BodyCheck.ENVELOPE;
            case "well-formed" -> BodyCheck.WELL_FORMED;
            default -> throw not(name, "envelope or well-formed");
        };
    }

    Optional<SoapVersion> soapVersion() throws XmlRefusedException {
        String name = Vocabulary.SOAP_VERSION;
        if (!has(name)) {
            return Optional.empty();
        }
        return switch (text(name).orElseThrow()) {
            case "1.1" -> Optional.of(SoapVersion.SOAP_1_1);
            case "1.2" -> Optional.of(SoapVersion.SOAP_1_2);
            default -> throw not(name, "1.1 or 1.2");
        };
    }

    /** The pattern's URI, in either of the two namespaces that were in use, or the last part of it alone. */
    Mep mep() throws XmlRefusedException {
        String name = Vocabulary.DEFAULT_MEP;
        String text = text(name).orElse(Mep.IN_OUT.toString());
        for (Mep mep : Mep.values()) {
            if (text.equals(mep.toString())
                    || text.equals(mep.uri().toString())
                    || text.equals("http://www.w3.org/2006/01/wsdl/" + mep)
                    || text.equals("http://www.w3.org/ns/wsdl/" + mep)) {
                return mep;
            }
        }
        throw not(name, "in-out, in-only, robust-in-only or in-opt-out, or its URI");
    }

    /** {@code http} or {@code https}, with a host; what a URL could hide otherwise is refused. */
    URI requiredUrl(String name) throws XmlRefusedException {
        return url(name).orElseThrow(() -> missing(name));
    }

    private Optional<URI> url(String name) throws XmlRefusedException {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        URI uri;
        try {
            uri = new URI(text.get()).parseServerAuthority();
        } catch (URISyntaxException e) {
            throw not(name, "a URL");
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!(scheme.equals("http") || scheme.equals("https")) || uri.getHost() == null) {
            throw not(name, "an http or https URL with a host");
        }
        if (uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            // not shown: it may be a password
            throw wrong(name, "must have neither user information nor a fragment");
        }
        if (uri.getPort() == 0 || uri.getPort() > 65535) {
            throw not(name, "a URL with a port from 1 to 65535");
        }
        return Optional.of(uri);
    }
}
