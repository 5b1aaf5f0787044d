package org.esbmt.http.bc.internal.unit;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.esbmt.http.bc.internal.soap.BodyCheck;
import org.esbmt.http.bc.internal.soap.SoapVersion;
import org.esbmt.http.bc.internal.unit.SenderPolicy.Proof;
import org.esbmt.http.bc.internal.unit.SenderPolicy.Protection;
import org.esbmt.message.security.api.Tolerance;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;

/** The attributes of one endpoint's element, read as typed values. Valid only during the start tag's event. */
final class Attributes {
    /** Names that may occur unencoded in a URL's path. */
    private static final Pattern PATH_SEGMENT = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._~-]{0,127}");

    private static final Pattern NC_NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{M}\\p{N}._-]{0,255}");
    private static final Pattern WORDS = Pattern.compile("\\s+");
    private static final long MOST_MILLIS = Duration.ofHours(1).toMillis();

    /** @param right true if the value may be checked further */
    private record Value(String text, int line, boolean right) {}

    private final StartTag tag;
    private final XbeanVocabulary element;
    private final String file;
    private final UnitFindings findings;
    private final int line;
    private final int findingsBefore;
    private final Map<String, Value> values = new HashMap<>();

    Attributes(StartTag tag, XbeanVocabulary element, String file, TextLines lines, UnitFindings findings) {
        this.tag = tag;
        this.element = element;
        this.file = file;
        this.findings = findings;
        this.findingsBefore = findings.count();
        this.line = lines.of(tag.from());
        for (int i = 0; i < tag.attributeCount(); i++) {
            int at = lines.of(tag.attributeValueFrom(i));
            String name = tag.attributeName(i);
            if (tag.attributeNamespace(i) != NamespaceTable.NONE || !element.knows(name)) {
                findings.add(file, at, Rule.ATTRIBUTE, element.unknown(name));
                continue;
            }
            String text = tag.attributeValue(i).strip();
            values.put(name, new Value(text, at, checked(name, text, at)));
        }
    }

    private boolean checked(String name, String text, int at) {
        if (text.isEmpty()) {
            findings.add(file, at, Rule.EMPTY, name + " is empty");
            return false;
        }
        if (text.contains("${") || text.contains("#{") || text.startsWith("#")) {
            findings.add(
                    file,
                    at,
                    Rule.PLACEHOLDER,
                    name + " is '" + shown(text) + "': placeholders and references to beans are not replaced here");
            return false;
        }
        return true;
    }

    /** Returns true if the element has no finding so far. */
    boolean areRight() {
        return findings.count() == findingsBefore;
    }

    /** Shortens a text, because files may contain anything and sentences must stay short. */
    static String shown(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "...";
    }

    int line() {
        return line;
    }

    private int line(String name) {
        Value value = values.get(name);
        return value == null ? line : value.line();
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    void wrong(String name, Rule rule, String requirement) {
        findings.add(file, line(name), rule, name + " " + requirement);
    }

    void not(String name, Rule rule, String requirement) {
        wrong(
                name,
                rule,
                "must be " + requirement + ", but is '" + shown(values.get(name).text()) + "'");
    }

    private void checkThere(String name) {
        if (!has(name)) {
            findings.add(file, line, Rule.MISSING, element + " needs the attribute " + name);
        }
    }

    /** The value; empty if it is absent, or has a finding already. */
    Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).filter(Value::right).map(Value::text);
    }

    Optional<QName> requiredName(String name) {
        checkThere(name);
        return name(name);
    }

    /** A qualified name, by the prefixes in scope (Namespaces in XML 1.0, section 4). */
    Optional<QName> name(String name) {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        String[] parts = text.get().split(":", -1);
        if (parts.length != 2
                || !NC_NAME.matcher(parts[0]).matches()
                || !NC_NAME.matcher(parts[1]).matches()) {
            not(name, Rule.NAME, "a name with a prefix, such as 'my:service'");
            return Optional.empty();
        }
        Optional<QName> qualified = tag.qualified(text.get());
        if (qualified.isEmpty()) {
            wrong(name, Rule.NAME, "is '" + text.get() + "', but the prefix '" + parts[0] + "' is not declared");
        }
        return qualified;
    }

    /** A name that may occur in a URL. */
    Optional<String> requiredSegment(String name) {
        checkThere(name);
        Optional<String> text = text(name);
        if (text.isPresent() && !isSegment(text.get())) {
            not(
                    name,
                    Rule.NAME,
                    "at most 128 letters, digits, '_', '.', '~' and '-', not beginning with one of the last three");
        }
        return text;
    }

    static boolean isSegment(String text) {
        return PATH_SEGMENT.matcher(text).matches();
    }

    Duration millis(String name, Duration otherwise) {
        return Duration.ofMillis(number(name, 1, MOST_MILLIS, otherwise.toMillis()));
    }

    long messageBytes(long otherwise) {
        return number(XbeanVocabulary.MAX_MESSAGE_BYTES, 1024, HttpEndpointDefinition.MOST_MESSAGE_BYTES, otherwise);
    }

    private long number(String name, long least, long most, long otherwise) {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            return otherwise;
        }
        if (text.get().length() <= 18 && text.get().chars().allMatch(c -> c >= '0' && c <= '9')) {
            long number = Long.parseLong(text.get());
            if (number >= least && number <= most) {
                return number;
            }
        }
        not(name, Rule.VALUE, "a number from " + least + " to " + most);
        return otherwise;
    }

    /** Accepts only {@code false} for an option of servicemix-http. */
    void onlyFalse(String name, String reason) {
        if (text(name).filter(text -> !text.equals("false")).isPresent()) {
            wrong(name, Rule.VALUE, "must be false or left out: " + reason);
        }
    }

    BodyCheck bodyCheck() {
        String name = XbeanVocabulary.BODY_CHECK;
        return switch (text(name).orElse("structure")) {
            case "structure" -> BodyCheck.STRUCTURE;
            case "envelope" -> BodyCheck.ENVELOPE;
            case "well-formed" -> BodyCheck.WELL_FORMED;
            default -> {
                not(name, Rule.VALUE, "structure, envelope or well-formed");
                yield BodyCheck.STRUCTURE;
            }
        };
    }

    /** The values of {@code accept}, {@code protect}, {@code answer} and {@code tolerate}. */
    SenderPolicy senderPolicy(boolean ofTenant) {
        Optional<Protection> protectGiven = protection(XbeanVocabulary.PROTECT);
        Protection answer = protection(XbeanVocabulary.ANSWER).orElse(Protection.NONE);
        Set<Tolerance> tolerate = tolerances();
        boolean asksForSignatures = protectGiven.orElse(Protection.NONE) != Protection.NONE
                || answer == Protection.SIGNED_ENCRYPTED
                || !tolerate.isEmpty();
        Set<Proof> accept = proofs(asksForSignatures ? Proof.SIGNATURE : Proof.PASSWORD);
        boolean signed = accept.contains(Proof.SIGNATURE) || accept.contains(Proof.SAML_KEY);
        Protection protect = protectGiven.orElse(signed ? Protection.SIGNED : Protection.NONE);
        if (signed && protect == Protection.NONE) {
            wrong(XbeanVocabulary.PROTECT, Rule.VALUE, "must be signed or signed-encrypted for signatures");
        } else if (!signed && protect != Protection.NONE) {
            wrong(XbeanVocabulary.PROTECT, Rule.VALUE, "must be none without 'signature' or 'saml-key' in accept");
        }
        if (accept.contains(Proof.SESSION) && !accept.contains(Proof.SIGNATURE)) {
            wrong(XbeanVocabulary.ACCEPT, Rule.VALUE, "needs signature for session: sessions begin with one");
        }
        SenderPolicy policy = new SenderPolicy(accept, protect, answer, tolerate);
        if (!policy.hasSignatures() && !tolerate.isEmpty()) {
            wrong(
                    XbeanVocabulary.TOLERATE,
                    Rule.VALUE,
                    "is for signatures: it needs 'signature' or 'saml-key' in accept");
        }
        if (answer == Protection.SIGNED_ENCRYPTED && !policy.certified()) {
            wrong(
                    XbeanVocabulary.ANSWER,
                    Rule.VALUE,
                    "can be signed-encrypted only for signatures and client certificates: the bus encrypts for the"
                            + " sender's certificate");
        }
        if (!ofTenant && policy.asksForTenant()) {
            wrong(
                    accept.equals(SenderPolicy.PASSWORD.accept()) ? XbeanVocabulary.ANSWER : XbeanVocabulary.ACCEPT,
                    Rule.VALUE,
                    "is for tenants' endpoints: keys and certificates belong to tenants");
        }
        return policy;
    }

    private Set<Proof> proofs(Proof otherwise) {
        Set<Proof> proofs = EnumSet.noneOf(Proof.class);
        for (String word : WORDS.split(text(XbeanVocabulary.ACCEPT).orElse(otherwise.toString()), -1)) {
            Optional<Proof> proof = Arrays.stream(Proof.values())
                    .filter(p -> p.toString().equals(word))
                    .findFirst();
            if (proof.isEmpty() || !proofs.add(proof.get())) {
                not(
                        XbeanVocabulary.ACCEPT,
                        Rule.VALUE,
                        "one or more of " + Arrays.toString(Proof.values()) + ", each once, with a space between");
                return EnumSet.of(otherwise);
            }
        }
        return proofs;
    }

    Set<Tolerance> tolerances() {
        Set<Tolerance> tolerances = EnumSet.noneOf(Tolerance.class);
        Optional<String> text = text(XbeanVocabulary.TOLERATE);
        for (String word : text.isEmpty() ? new String[0] : WORDS.split(text.get(), -1)) {
            Optional<Tolerance> tolerance = Arrays.stream(Tolerance.values())
                    .filter(t -> t.toString().equals(word))
                    .findFirst();
            if (tolerance.isEmpty() || !tolerances.add(tolerance.get())) {
                not(XbeanVocabulary.TOLERATE, Rule.VALUE, "oaep-sha1, plain-id, or both with a space between");
                return Set.of();
            }
        }
        return tolerances;
    }

    Optional<Protection> protection(String name) {
        Optional<String> text = text(name);
        Optional<Protection> known = Arrays.stream(Protection.values())
                .filter(p -> text.filter(p.toString()::equals).isPresent())
                .findFirst();
        if (text.isPresent() && known.isEmpty()) {
            not(name, Rule.VALUE, "none, signed or signed-encrypted");
        }
        return known;
    }

    Optional<SoapVersion> soapVersion() {
        String name = XbeanVocabulary.SOAP_VERSION;
        return switch (text(name).orElse("")) {
            case "" -> Optional.empty();
            case "1.1" -> Optional.of(SoapVersion.SOAP_1_1);
            case "1.2" -> Optional.of(SoapVersion.SOAP_1_2);
            default -> {
                not(name, Rule.VALUE, "1.1 or 1.2");
                yield Optional.empty();
            }
        };
    }

    /** The pattern's URI, in either of the two namespaces in use, or its last part alone. */
    Mep mep() {
        String name = XbeanVocabulary.DEFAULT_MEP;
        String text = text(name).orElse(Mep.IN_OUT.toString());
        for (Mep mep : Mep.values()) {
            if (text.equals(mep.toString())
                    || text.equals(mep.uri().toString())
                    || text.equals("http://www.w3.org/2006/01/wsdl/" + mep)
                    || text.equals("http://www.w3.org/ns/wsdl/" + mep)) {
                return mep;
            }
        }
        not(name, Rule.VALUE, "in-out, in-only, robust-in-only or in-opt-out, or its URI");
        return Mep.IN_OUT;
    }

    /** A URL with {@code http} or {@code https} and a host. User information and a fragment are refused. */
    Optional<URI> requiredUrl(String name) {
        checkThere(name);
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        URI uri;
        try {
            uri = new URI(text.get()).parseServerAuthority();
        } catch (URISyntaxException e) {
            not(name, Rule.LOCATION, "a URL");
            return Optional.empty();
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            // not shown, because it may be a password
            wrong(name, Rule.LOCATION, "must have neither user information nor a fragment");
        } else if (!(scheme.equals("http") || scheme.equals("https")) || uri.getHost() == null) {
            not(name, Rule.LOCATION, "an http or https URL with a host");
        } else if (uri.getPort() == 0 || uri.getPort() > 65535) {
            not(name, Rule.LOCATION, "a URL with a port from 1 to 65535");
        }
        return Optional.of(uri);
    }
}
