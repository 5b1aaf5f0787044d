package org.esbmt.http.bc.internal.unit;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import org.esbmt.http.bc.internal.soap.BodyCheck;
import org.esbmt.http.bc.internal.soap.SoapVersion;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.esbmt.jbi.container.api.unit.UnitPaths;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlEvents;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;

/** The grammar of an {@code xbean.xml}: {@code beans} with endpoints in it. */
final class XbeanGrammar implements XmlEvents {
    private static final int HTTP = 1;
    private static final int SPRING_BEANS = 2;
    private static final int SCHEMA_INSTANCE = 3;
    private static final NamespaceTable TABLE = new NamespaceTable(
            XbeanVocabulary.NAMESPACE,
            "http://www.springframework.org/schema/beans",
            "http://www.w3.org/2001/XMLSchema-instance");
    private static final String FILE = UnitDefinition.FILE;
    private static final int MOST_BYTES = 1024 * 1024;
    private static final String XBEAN_SCHEMAS = "http://xbean.apache.org/schemas/";

    private static final Duration EXCHANGE_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

    private final UnitFiles unit;
    private final boolean ofTenant;
    private final Predicate<QName> givenByBus;
    private final UnitFindings findings;
    private final TextLines lines;
    private final XmlLexer lexer;
    private final List<HttpEndpointDefinition> endpoints = new ArrayList<>();
    private final Map<String, HttpEndpointDefinition> taken = new HashMap<>();
    /** True if the open child of the root is an endpoint of this component. The contents of others get no findings. */
    private boolean known;

    private int elements;

    private XbeanGrammar(
            UnitFiles unit, boolean ofTenant, Predicate<QName> givenByBus, UnitFindings findings, TextLines lines) {
        this.unit = unit;
        this.ofTenant = ofTenant;
        this.givenByBus = givenByBus;
        this.findings = findings;
        this.lines = lines;
        this.lexer = new XmlLexer(XmlLimits.DEFAULTS.withMessageBytes(MOST_BYTES), TABLE, this);
    }

    /**
     * Reads the file to its end, or to the point where it is not XML any more.
     *
     * @param givenByBus the names that an author may not use
     * @return the endpoints without findings
     */
    static List<HttpEndpointDefinition> read(
            UnitFiles unit, boolean ofTenant, Predicate<QName> givenByBus, UnitFindings findings) {
        Optional<byte[]> content = unit.content(FILE);
        if (content.isEmpty()) {
            findings.add(FILE, 0, Rule.FILE, "the unit has no such file");
            return List.of();
        }
        if (content.get().length > MOST_BYTES) {
            findings.add(FILE, 0, Rule.FILE, "has more than " + MOST_BYTES + " bytes");
            return List.of();
        }
        TextLines lines = new TextLines(content.get());
        XbeanGrammar grammar = new XbeanGrammar(unit, ofTenant, givenByBus, findings, lines);
        int before = findings.count();
        lines.feed(grammar.lexer, FILE, findings);
        if (grammar.elements == 0 && findings.count() == before) {
            findings.add(FILE, lines.last(), Rule.MISSING, "there is no endpoint; known are " + XbeanVocabulary.all());
        }
        return List.copyOf(grammar.endpoints);
    }

    private void found(int line, Rule rule, String sentence) {
        findings.add(FILE, line, rule, sentence);
    }

    @Override
    public void startElement(StartTag tag, int depth) throws XmlRefusedException {
        lexer.text(XmlLexer.Text.NONE);
        int line = lines.of(tag.from());
        if (depth == 1) {
            root(tag, line);
        } else if (depth > 2) {
            if (known) {
                found(
                        line,
                        Rule.ELEMENT,
                        "there is an element '" + Attributes.shown(tag.name())
                                + "' inside an endpoint, which has attributes only");
            }
        } else {
            elements++;
            Optional<XbeanVocabulary> element =
                    tag.namespace() == HTTP ? XbeanVocabulary.of(tag.localName()) : Optional.empty();
            known = element.isPresent();
            if (element.isEmpty()) {
                found(
                        line,
                        Rule.ELEMENT,
                        "the element '" + Attributes.shown(tag.name()) + "' is not known; known are "
                                + XbeanVocabulary.all() + " of the namespace " + XbeanVocabulary.NAMESPACE);
                return;
            }
            Attributes attributes = new Attributes(tag, element.get(), FILE, lines, findings);
            Optional<? extends HttpEndpointDefinition> endpoint = element.get().consumer()
                    ? consumer(attributes, element.get())
                    : provider(attributes, element.get());
            endpoint.ifPresent(this::add);
        }
    }

    private void root(StartTag tag, int line) throws RejectedException {
        int namespace = tag.namespace();
        boolean beans = namespace == NamespaceTable.NONE
                || namespace == SPRING_BEANS
                || tag.qualified(tag.name())
                        .filter(n -> n.getNamespaceURI().startsWith(XBEAN_SCHEMAS))
                        .isPresent();
        if (!beans || !tag.localName().equals("beans")) {
            throw new RejectedException(
                    line,
                    Rule.ELEMENT,
                    "the root element must be 'beans', but is '" + Attributes.shown(tag.name()) + "'");
        }
        for (int i = 0; i < tag.attributeCount(); i++) {
            if (tag.attributeNamespace(i) != SCHEMA_INSTANCE) {
                found(
                        lines.of(tag.attributeValueFrom(i)),
                        Rule.ATTRIBUTE,
                        "beans does not know the attribute '" + Attributes.shown(tag.attributeName(i))
                                + "'; it has none here");
            }
        }
    }

    private void add(HttpEndpointDefinition endpoint) {
        String kind = endpoint instanceof ConsumerDefinition ? "consumer" : "provider";
        // on the bus, and in its address, a tenant's service has its local part only
        String service = ofTenant
                ? endpoint.service().getLocalPart()
                : endpoint.service().toString();
        HttpEndpointDefinition first = taken.putIfAbsent(kind + service + ":" + endpoint.endpoint(), endpoint);
        if (first != null) {
            String hint = first.service().equals(endpoint.service())
                    ? ""
                    : "; the namespaces of a tenant's services do not tell them apart";
            found(
                    endpoint.line(),
                    Rule.DUPLICATE,
                    "there is a " + kind + " of the service " + first.service() + " named '" + endpoint.endpoint()
                            + "' already, on line " + first.line() + hint);
            return;
        }
        endpoints.add(endpoint);
    }

    private Optional<ConsumerDefinition> consumer(Attributes a, XbeanVocabulary element) {
        checkSoapChoices(a);
        Optional<QName> service = authored(a, XbeanVocabulary.SERVICE, a.requiredName(XbeanVocabulary.SERVICE));
        Optional<String> endpoint = a.requiredSegment(XbeanVocabulary.ENDPOINT);
        Optional<QName> interfaceName = name(a, XbeanVocabulary.INTERFACE_NAME);
        Optional<QName> targetService = name(a, XbeanVocabulary.TARGET_SERVICE);
        Optional<String> targetEndpoint = a.text(XbeanVocabulary.TARGET_ENDPOINT);
        Optional<QName> targetInterface = name(a, XbeanVocabulary.TARGET_INTERFACE);
        Optional<QName> operation = name(a, XbeanVocabulary.TARGET_OPERATION);
        if (!a.has(XbeanVocabulary.TARGET_SERVICE)
                && a.has(XbeanVocabulary.TARGET_INTERFACE)
                && targetEndpoint.isPresent()) {
            a.wrong(XbeanVocabulary.TARGET_ENDPOINT, Rule.MISSING, "needs targetService beside it");
        }
        Mep mep = a.mep();
        Optional<URI> location = listensAt(a, service);
        Duration timeout = a.millis(XbeanVocabulary.TIMEOUT, EXCHANGE_TIMEOUT);
        Optional<SoapVersion> soapVersion = a.soapVersion();
        Optional<String> wsdl = wsdl(a);
        BodyCheck bodyCheck = a.bodyCheck();
        long bytes = a.messageBytes(XmlLimits.DEFAULTS.messageBytes());
        SenderPolicy senders = a.senderPolicy(ofTenant);
        if (!a.areRight()) {
            return Optional.empty();
        }
        ExchangeTarget target = targetService.isEmpty() && targetInterface.isEmpty()
                ? new ExchangeTarget(service, targetEndpoint.or(() -> endpoint), Optional.empty(), operation)
                : new ExchangeTarget(targetService, targetEndpoint, targetInterface, operation);
        return Optional.of(new ConsumerDefinition(
                element.soap(),
                service.orElseThrow(),
                endpoint.orElseThrow(),
                interfaceName,
                target,
                mep,
                location,
                timeout,
                soapVersion,
                wsdl,
                bodyCheck,
                bytes,
                senders,
                a.line()));
    }

    private Optional<QName> name(Attributes a, String attribute) {
        return authored(a, attribute, a.name(attribute));
    }

    private Optional<QName> authored(Attributes a, String attribute, Optional<QName> name) {
        if (name.filter(givenByBus).isPresent()) {
            a.wrong(
                    attribute,
                    Rule.BUS_NAME,
                    "is in a namespace whose names only the bus gives: "
                            + name.get().getNamespaceURI());
        }
        return name;
    }

    private Optional<URI> listensAt(Attributes a, Optional<QName> service) {
        String name = XbeanVocabulary.LOCATION_URI;
        if (ofTenant) {
            if (a.has(name)) {
                a.wrong(
                        name,
                        Rule.LOCATION,
                        "must be left out: a tenant's address is /tenant-services/<tenant>/<service>/<endpoint>");
            }
            if (service.filter(s -> !Attributes.isSegment(s.getLocalPart())).isPresent()) {
                a.wrong(
                        XbeanVocabulary.SERVICE,
                        Rule.NAME,
                        "must have a local part of at most 128 letters, digits, '_', '.', '~' and '-': it is part of"
                                + " the address");
            }
            return Optional.empty();
        }
        Optional<URI> url = a.requiredUrl(name);
        if (url.filter(u -> u.getPort() < 0 || u.getRawQuery() != null).isPresent()) {
            a.wrong(name, Rule.LOCATION, "must be http://host:port/path, with the port and without a query");
        }
        return url;
    }

    private Optional<ProviderDefinition> provider(Attributes a, XbeanVocabulary element) {
        checkSoapChoices(a);
        if (a.has(XbeanVocabulary.CLIENT_SO_TIMEOUT) && a.has(XbeanVocabulary.READ_TIMEOUT_MILLIS)) {
            a.wrong(
                    XbeanVocabulary.CLIENT_SO_TIMEOUT,
                    Rule.DUPLICATE,
                    "and readTimeoutMillis are the same; leave one of them out");
        }
        Optional<QName> service = authored(a, XbeanVocabulary.SERVICE, a.requiredName(XbeanVocabulary.SERVICE));
        Optional<String> endpoint = a.requiredSegment(XbeanVocabulary.ENDPOINT);
        Optional<QName> interfaceName = name(a, XbeanVocabulary.INTERFACE_NAME);
        Optional<URI> location = a.requiredUrl(XbeanVocabulary.LOCATION_URI);
        Duration connectTimeout = a.millis(XbeanVocabulary.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT);
        Duration readTimeout = a.millis(
                XbeanVocabulary.READ_TIMEOUT_MILLIS, a.millis(XbeanVocabulary.CLIENT_SO_TIMEOUT, READ_TIMEOUT));
        Optional<SoapVersion> soapVersion = a.soapVersion();
        Optional<String> wsdl = wsdl(a);
        BodyCheck bodyCheck = a.bodyCheck();
        long bytes = a.messageBytes(XmlLimits.DEFAULTS.messageBytes());
        ProviderSecurity security = ProviderSecurityAttributes.read(a, ofTenant, element.soap(), location);
        if (!a.areRight()) {
            return Optional.empty();
        }
        return Optional.of(new ProviderDefinition(
                element.soap(),
                service.orElseThrow(),
                endpoint.orElseThrow(),
                interfaceName,
                location.orElseThrow(),
                connectTimeout,
                readTimeout,
                soapVersion,
                wsdl,
                bodyCheck,
                bytes,
                security,
                a.line()));
    }

    private static void checkSoapChoices(Attributes a) {
        a.onlyFalse(XbeanVocabulary.USE_JBI_WRAPPER, "messages cross the bus as SOAP envelopes");
        a.onlyFalse(XbeanVocabulary.VALIDATE_WSDL, "a WSDL is not held to the WS-I basic profile");
    }

    /**
     * A file of the unit with a relative path that exists inside it. The prefixes are those in use with
     * servicemix-http.
     */
    private Optional<String> wsdl(Attributes a) {
        Optional<String> written = a.text(XbeanVocabulary.WSDL);
        if (written.isEmpty()) {
            return Optional.empty();
        }
        String text = written.get();
        for (String prefix : List.of("classpath:", "file:")) {
            if (text.startsWith(prefix)) {
                text = text.substring(prefix.length());
                break;
            }
        }
        Optional<String> file = UnitPaths.resolved("", text);
        if (file.isEmpty() || List.of(text.split("/", -1)).contains("..")) {
            a.wrong(
                    XbeanVocabulary.WSDL,
                    Rule.WSDL,
                    "must be a path inside the unit, but is '" + Attributes.shown(text) + "'");
        } else if (unit.content(file.get()).isEmpty()) {
            a.wrong(
                    XbeanVocabulary.WSDL,
                    Rule.WSDL,
                    "names '" + Attributes.shown(text) + "', which is not a file of the unit");
        }
        return file;
    }

    @Override
    public void endElement(int depth, long to) {
        lexer.text(XmlLexer.Text.NONE);
    }

    @Override
    public void aside(Aside kind, int depth) {
        // comments and processing instructions have no meaning here; a CDATA section is misplaced text
    }

    @Override
    public void misplacedText(int depth) {
        if (depth < 2 || known) {
            found(lines.of(Math.max(lexer.position(), 0)), Rule.ELEMENT, "there is text where only elements may stand");
        }
    }
}
