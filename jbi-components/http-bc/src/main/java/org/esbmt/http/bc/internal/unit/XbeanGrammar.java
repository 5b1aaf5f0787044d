package org.esbmt.http.bc.internal.unit;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlEvents;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;

/** What an {@code xbean.xml} must look like: {@code beans}, and endpoints in it. */
final class XbeanGrammar implements XmlEvents {
    private static final int HTTP = 1;
    private static final int SPRING_BEANS = 2;
    private static final int SCHEMA_INSTANCE = 3;
    private static final NamespaceTable TABLE = new NamespaceTable(
            Vocabulary.NAMESPACE,
            "http://www.springframework.org/schema/beans",
            "http://www.w3.org/2001/XMLSchema-instance");
    private static final String XBEAN_SCHEMAS = "http://xbean.apache.org/schemas/";

    private static final Duration EXCHANGE_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

    private final Path root;
    private final Owner owner;
    private final IntUnaryOperator lineOf;
    private final XmlLexer lexer;
    private final List<HttpEndpointDefinition> endpoints = new ArrayList<>();
    private final Map<String, Integer> lines = new HashMap<>();

    /** @param lineOf the line of an offset in the file */
    XbeanGrammar(Path root, Owner owner, XmlLimits limits, IntUnaryOperator lineOf) {
        this.root = root;
        this.owner = owner;
        this.lineOf = lineOf;
        this.lexer = new XmlLexer(limits, TABLE, this);
    }

    XmlLexer lexer() {
        return lexer;
    }

    List<HttpEndpointDefinition> endpoints() {
        return List.copyOf(endpoints);
    }

    @Override
    public void startElement(StartTag tag, int depth) throws XmlRefusedException {
        lexer.text(XmlLexer.Text.NONE);
        int line = lineOf.applyAsInt((int) tag.from());
        if (depth == 1) {
            root(tag, line);
        } else if (depth > 2) {
            throw new RejectedException(
                    line, "there is an element '" + tag.name() + "' inside an endpoint, which has attributes only");
        } else {
            Optional<Vocabulary> element = tag.namespace() == HTTP ? Vocabulary.of(tag.localName()) : Optional.empty();
            if (element.isEmpty()) {
                throw new RejectedException(
                        line,
                        "the element '" + tag.name() + "' is not known; known are " + Vocabulary.all()
                                + " of the namespace " + Vocabulary.NAMESPACE);
            }
            Attributes attributes = new Attributes(tag, element.get(), lineOf);
            add(element.get().consumer() ? consumer(attributes, element.get()) : provider(attributes, element.get()));
        }
    }

    private void root(StartTag tag, int line) throws XmlRefusedException {
        int namespace = tag.namespace();
        boolean known = namespace == NamespaceTable.NONE
                || namespace == SPRING_BEANS
                || tag.qualified(tag.name())
                        .filter(n -> n.getNamespaceURI().startsWith(XBEAN_SCHEMAS))
                        .isPresent();
        if (!known || !tag.localName().equals("beans")) {
            throw new RejectedException(line, "the root element must be 'beans', but is '" + tag.name() + "'");
        }
        for (int i = 0; i < tag.attributeCount(); i++) {
            if (tag.attributeNamespace(i) != SCHEMA_INSTANCE) {
                throw new RejectedException(
                        lineOf.applyAsInt((int) tag.attributeValueFrom(i)),
                        "beans does not know the attribute '" + tag.attributeName(i) + "'; it has none here");
            }
        }
    }

    private void add(HttpEndpointDefinition endpoint) throws XmlRefusedException {
        String kind = endpoint instanceof ConsumerDefinition ? "consumer" : "provider";
        Integer first = lines.putIfAbsent(kind + endpoint.service() + ":" + endpoint.endpoint(), endpoint.line());
        if (first != null) {
            throw new RejectedException(
                    endpoint.line(),
                    "there is a " + kind + " of the service " + endpoint.service() + " named '" + endpoint.endpoint()
                            + "' already, on line " + first);
        }
        endpoints.add(endpoint);
    }

    private ConsumerDefinition consumer(Attributes a, Vocabulary element) throws XmlRefusedException {
        checkSoapChoices(a);
        QName service = a.requiredName(Vocabulary.SERVICE);
        String endpoint = a.requiredSegment(Vocabulary.ENDPOINT);
        return new ConsumerDefinition(
                element.soap(),
                service,
                endpoint,
                a.name(Vocabulary.INTERFACE_NAME),
                target(a, service, endpoint),
                a.mep(),
                listensAt(a, service),
                a.millis(Vocabulary.TIMEOUT, EXCHANGE_TIMEOUT),
                a.soapVersion(),
                wsdl(a),
                a.bodyCheck(),
                a.messageBytes(XmlLimits.DEFAULTS.messageBytes()),
                a.line());
    }

    private static Target target(Attributes a, QName service, String endpoint) throws XmlRefusedException {
        Optional<QName> targetService = a.name(Vocabulary.TARGET_SERVICE);
        Optional<String> targetEndpoint = a.text(Vocabulary.TARGET_ENDPOINT);
        Optional<QName> targetInterface = a.name(Vocabulary.TARGET_INTERFACE);
        Optional<QName> operation = a.name(Vocabulary.TARGET_OPERATION);
        if (targetService.isEmpty() && targetInterface.isEmpty()) {
            return new Target(
                    Optional.of(service), Optional.of(targetEndpoint.orElse(endpoint)), Optional.empty(), operation);
        }
        if (targetService.isEmpty() && targetEndpoint.isPresent()) {
            throw a.wrong(Vocabulary.TARGET_ENDPOINT, "needs targetService beside it");
        }
        return new Target(targetService, targetEndpoint, targetInterface, operation);
    }

    private Optional<URI> listensAt(Attributes a, QName service) throws XmlRefusedException {
        String name = Vocabulary.LOCATION_URI;
        if (owner.tenant().isPresent()) {
            if (a.has(name)) {
                throw a.wrong(
                        name, "must be left out: a tenant's address is /tenant-services/<tenant>/<service>/<endpoint>");
            }
            if (!Attributes.isSegment(service.getLocalPart())) {
                throw a.wrong(
                        Vocabulary.SERVICE,
                        "must have a local part of at most 128 letters, digits, '_', '.', '~' and '-': it is part of"
                                + " the address");
            }
            return Optional.empty();
        }
        URI url = a.requiredUrl(name);
        if (url.getPort() < 0 || url.getRawQuery() != null) {
            throw a.wrong(name, "must be http://host:port/path, with the port and without a query");
        }
        return Optional.of(url);
    }

    private ProviderDefinition provider(Attributes a, Vocabulary element) throws XmlRefusedException {
        checkSoapChoices(a);
        if (a.has(Vocabulary.CLIENT_SO_TIMEOUT) && a.has(Vocabulary.READ_TIMEOUT_MILLIS)) {
            throw a.wrong(Vocabulary.CLIENT_SO_TIMEOUT, "and readTimeoutMillis are the same; leave one of them out");
        }
        Duration readTimeout = a.millis(Vocabulary.CLIENT_SO_TIMEOUT, READ_TIMEOUT);
        return new ProviderDefinition(
                element.soap(),
                a.requiredName(Vocabulary.SERVICE),
                a.requiredSegment(Vocabulary.ENDPOINT),
                a.name(Vocabulary.INTERFACE_NAME),
                a.requiredUrl(Vocabulary.LOCATION_URI),
                a.millis(Vocabulary.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT),
                a.millis(Vocabulary.READ_TIMEOUT_MILLIS, readTimeout),
                a.soapVersion(),
                wsdl(a),
                a.bodyCheck(),
                a.messageBytes(XmlLimits.DEFAULTS.messageBytes()),
                a.line());
    }

    private static void checkSoapChoices(Attributes a) throws XmlRefusedException {
        a.onlyFalse(Vocabulary.USE_JBI_WRAPPER, "messages cross the bus as SOAP envelopes");
        a.onlyFalse(Vocabulary.VALIDATE_WSDL, "a WSDL is not held to the WS-I basic profile");
    }

    /** A file of the unit: relative, inside, there. The prefixes are those that servicemix-http's users write. */
    private Optional<String> wsdl(Attributes a) throws XmlRefusedException {
        Optional<String> written = a.text(Vocabulary.WSDL);
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
        Path file = inside(a, text);
        if (!Files.isRegularFile(file)) {
            throw a.wrong(Vocabulary.WSDL, "names '" + text + "', which is not a file of the unit");
        }
        try {
            if (!file.toRealPath().startsWith(root.toRealPath())) {
                throw a.wrong(Vocabulary.WSDL, "names '" + text + "', which lies outside the unit");
            }
        } catch (IOException e) {
            throw a.wrong(Vocabulary.WSDL, "names '" + text + "', which cannot be read: " + e.getMessage());
        }
        return Optional.of(root.relativize(file).toString().replace('\\', '/'));
    }

    private Path inside(Attributes a, String text) throws XmlRefusedException {
        try {
            Path relative = Path.of(text);
            boolean climbs = text.isEmpty() || text.contains("\\") || text.contains(":") || relative.isAbsolute();
            for (Path part : relative) {
                climbs |= part.toString().equals("..");
            }
            if (!climbs) {
                return root.resolve(relative).normalize();
            }
        } catch (InvalidPathException e) {
            // said below
        }
        throw a.wrong(Vocabulary.WSDL, "must be a path inside the unit, but is '" + text + "'");
    }

    @Override
    public void endElement(int depth, long to) {
        lexer.text(XmlLexer.Text.NONE);
    }

    @Override
    public void aside(Aside kind, int depth) {
        // comments and processing instructions say nothing here; a CDATA section is misplaced text
    }

    @Override
    public void misplacedText(int depth) throws XmlRefusedException {
        throw new XmlRefusedException("there is text where only elements may stand");
    }
}
