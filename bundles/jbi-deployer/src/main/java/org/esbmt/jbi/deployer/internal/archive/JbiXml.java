package org.esbmt.jbi.deployer.internal.archive;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.esbmt.management.api.DeploymentException;

/**
 * Reads {@code META-INF/jbi.xml} (JSR-208, appendix jbi.xsd) of assemblies and of units. What the schema does not know
 * is refused, with file and line; elements of other namespaces are skipped where the schema has room for extensions.
 * One object reads one file.
 */
final class JbiXml {
    static final String FILE = "META-INF/jbi.xml";

    private static final String NAMESPACE = "http://java.sun.com/xml/ns/jbi";
    private static final int LENGTH = 1024 * 1024;
    private static final int TEXT_LENGTH = 4096;
    private static final int EXTENSION_DEPTH = 64;

    private final String file;
    private final XMLStreamReader xml;

    private JbiXml(String file, XMLStreamReader xml) {
        this.file = file;
        this.xml = xml;
    }

    /**
     * Reads the descriptor of an assembly.
     *
     * @param file what sentences call it
     */
    static AssemblyDescriptor readAssembly(String file, byte[] content) throws DeploymentException {
        return read(file, content, JbiXml::assemblyDocument);
    }

    /** The endpoints that a unit provides; those that it consumes are checked and left to its component. */
    static List<EndpointName> readProvided(String file, byte[] content) throws DeploymentException {
        return read(file, content, JbiXml::unitDocument);
    }

    private interface Reading<T> {
        T of(JbiXml document) throws XMLStreamException, DeploymentException;
    }

    private static <T> T read(String file, byte[] content, Reading<T> reading) throws DeploymentException {
        if (content.length > LENGTH) {
            throw Refusal.invalid(file + " is longer than " + LENGTH + " bytes");
        }
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(new ByteArrayInputStream(content));
            try {
                return reading.of(new JbiXml(file, xml));
            } finally {
                xml.close();
            }
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNumber();
            throw Refusal.invalid(file + ", line " + line + ": is not well-formed XML");
        }
    }

    private AssemblyDescriptor assemblyDocument() throws XMLStreamException, DeploymentException {
        root();
        if (!nextChild()) {
            throw refused("the jbi element has no service-assembly");
        }
        switch (element()) {
            case "service-assembly" -> {}
            case "component", "shared-library" ->
                throw refused("this is the installer of a component or a library, not a service assembly");
            case "services" -> throw refused("this is a service unit, which is deployed inside of a service assembly");
            default -> throw unexpected("service-assembly");
        }
        AssemblyDescriptor assembly = assembly();
        if (nextChild()) {
            throw refused("the jbi element has more than one service-assembly");
        }
        end();
        return assembly;
    }

    private AssemblyDescriptor assembly() throws XMLStreamException, DeploymentException {
        attributes();
        int line = line();
        Identification identification = null;
        List<AssemblyDescriptor.Unit> units = new ArrayList<>();
        Set<String> names = new HashSet<>();
        Set<String> artifacts = new HashSet<>();
        while (nextChildOrExtension()) {
            switch (element()) {
                case "identification" -> {
                    once(identification);
                    identification = identification("an assembly");
                }
                case "service-unit" -> {
                    int at = line();
                    AssemblyDescriptor.Unit unit = unit();
                    if (!names.add(unit.name().toLowerCase(Locale.ROOT))) {
                        throw refused(at, "the assembly has two units with the name " + unit.name());
                    }
                    if (!artifacts.add(unit.artifact())) {
                        throw refused(at, "two units have the archive " + Refusal.shown(unit.artifact()));
                    }
                    units.add(unit);
                }
                case "connections" -> connections();
                default -> throw unexpected("identification, service-unit, connections");
            }
        }
        if (identification == null) {
            throw refused(line, "the service-assembly has no identification");
        }
        if (units.isEmpty()) {
            throw refused(line, "the service-assembly has no service-unit");
        }
        return new AssemblyDescriptor(identification.name(), identification.description(), units);
    }

    private record Identification(String name, String description) {}

    private Identification identification(String of) throws XMLStreamException, DeploymentException {
        attributes();
        int line = line();
        String name = null;
        String description = null;
        while (nextChildOrExtension()) {
            switch (element()) {
                case "name" -> {
                    once(name);
                    name = text();
                    if (!AssemblyDescriptor.isName(name)) {
                        throw refused("'" + Refusal.shown(name) + "' is not a name for " + of
                                + ": letters, digits, '-', '_' and single '.' between them, at most 100");
                    }
                }
                case "description" -> {
                    once(description);
                    description = text();
                }
                default -> throw unexpected("name, description");
            }
        }
        if (name == null) {
            throw refused(line, "the identification has no name");
        }
        return new Identification(name, description == null ? "" : description);
    }

    private AssemblyDescriptor.Unit unit() throws XMLStreamException, DeploymentException {
        attributes();
        int line = line();
        Identification identification = null;
        String artifact = null;
        String component = null;
        while (nextChildOrExtension()) {
            switch (element()) {
                case "identification" -> {
                    once(identification);
                    identification = identification("a service unit");
                }
                case "target" -> {
                    once(component);
                    attributes();
                    while (nextChild()) {
                        switch (element()) {
                            case "artifacts-zip" -> {
                                once(artifact);
                                artifact = text();
                            }
                            case "component-name" -> {
                                once(component);
                                component = text();
                            }
                            default -> throw unexpected("artifacts-zip, component-name");
                        }
                    }
                    if (artifact == null || component == null) {
                        throw refused("the target needs an artifacts-zip and a component-name");
                    }
                    if (!AssemblyDescriptor.isName(component)) {
                        throw refused("'" + Refusal.shown(component) + "' is not the name of a component");
                    }
                }
                default -> throw unexpected("identification, target");
            }
        }
        if (identification == null || artifact == null || component == null) {
            throw refused(line, "a service-unit needs an identification and a target");
        }
        return new AssemblyDescriptor.Unit(identification.name(), identification.description(), artifact, component);
    }

    /**
     * A connection may rename a service between its consumer and its provider. This bus routes by the name that the
     * consumer asks for, so only connections that rename nothing are taken.
     */
    private void connections() throws XMLStreamException, DeploymentException {
        attributes();
        while (nextChildOrExtension()) {
            expect("connection");
            attributes();
            int line = line();
            Optional<EndpointName> consumer = Optional.empty();
            Optional<EndpointName> provider = Optional.empty();
            while (nextChild()) {
                switch (element()) {
                    case "consumer" -> consumer = Optional.of(connected());
                    case "provider" -> provider = Optional.of(connected());
                    default -> throw unexpected("consumer, provider");
                }
                if (nextChild()) {
                    throw unexpected("nothing");
                }
            }
            if (consumer.isEmpty() || !consumer.equals(provider)) {
                throw refused(
                        line,
                        "a connection must have a consumer and a provider of the same service and endpoint; let the"
                                + " consuming unit name the service that it wants");
            }
        }
    }

    private EndpointName connected() throws DeploymentException {
        Map<String, String> attributes = attributes("service-name", "endpoint-name", "interface-name");
        if (attributes.containsKey("interface-name")) {
            throw refused("a connection by interface-name is not supported, name the service and the endpoint");
        }
        return new EndpointName(
                qname(required(attributes, "service-name"), "service-name"), required(attributes, "endpoint-name"));
    }

    private List<EndpointName> unitDocument() throws XMLStreamException, DeploymentException {
        root();
        List<EndpointName> provided = new ArrayList<>();
        if (!nextChild()) {
            throw refused("the jbi element has no services");
        }
        if (!element().equals("services")) {
            throw unexpected("services");
        }
        attributes("binding-component");
        while (nextChildOrExtension()) {
            switch (element()) {
                case "provides" -> {
                    Map<String, String> attributes = attributes("interface-name", "service-name", "endpoint-name");
                    EndpointName endpoint = new EndpointName(
                            qname(required(attributes, "service-name"), "service-name"),
                            required(attributes, "endpoint-name"));
                    if (provided.contains(endpoint)) {
                        throw refused(Refusal.shown(endpoint.toString()) + " is provided twice");
                    }
                    provided.add(endpoint);
                }
                case "consumes" -> {
                    Map<String, String> attributes =
                            attributes("interface-name", "service-name", "endpoint-name", "link-type");
                    if (attributes.containsKey("service-name")) {
                        qname(attributes.get("service-name"), "service-name");
                    }
                }
                default -> throw unexpected("provides, consumes");
            }
            while (nextChildOrExtension()) {
                throw unexpected("nothing of JBI");
            }
        }
        if (nextChild()) {
            throw refused("the jbi element has more than one child");
        }
        end();
        return provided;
    }

    private void root() throws XMLStreamException, DeploymentException {
        while (xml.next() != XMLStreamConstants.START_ELEMENT) {
            if (xml.getEventType() == XMLStreamConstants.DTD) {
                throw refused("a DOCTYPE is not allowed");
            }
        }
        if (!NAMESPACE.equals(xml.getNamespaceURI()) || !xml.getLocalName().equals("jbi")) {
            throw refused("the root element must be jbi of the namespace " + NAMESPACE);
        }
        String version = attributes("version").get("version");
        if (version != null && !version.equals("1.0")) {
            throw refused("the version of the jbi element must be 1.0");
        }
    }

    private void end() throws XMLStreamException {
        while (xml.hasNext()) {
            xml.next();
        }
    }

    /** To the start of the next child, which must be of JBI, or past the end of the current element. */
    private boolean nextChild() throws XMLStreamException, DeploymentException {
        while (true) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    if (!NAMESPACE.equals(xml.getNamespaceURI())) {
                        throw unexpected("elements of JBI");
                    }
                    return true;
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    return false;
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (!xml.isWhiteSpace()) {
                        throw refused("there is text where there may be elements only");
                    }
                }
                case XMLStreamConstants.COMMENT, XMLStreamConstants.SPACE -> {}
                default -> throw refused("there is something else than elements, text and comments");
            }
        }
    }

    private boolean nextChildOrExtension() throws XMLStreamException, DeploymentException {
        while (true) {
            int event = xml.next();
            switch (event) {
                case XMLStreamConstants.START_ELEMENT -> {
                    if (NAMESPACE.equals(xml.getNamespaceURI())) {
                        return true;
                    }
                    if (xml.getNamespaceURI() == null || xml.getNamespaceURI().isEmpty()) {
                        throw unexpected("elements of JBI or of another namespace");
                    }
                    skip();
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    return false;
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (!xml.isWhiteSpace()) {
                        throw refused("there is text where there may be elements only");
                    }
                }
                case XMLStreamConstants.COMMENT, XMLStreamConstants.SPACE -> {}
                default -> throw refused("there is something else than elements, text and comments");
            }
        }
    }

    private void skip() throws XMLStreamException, DeploymentException {
        int depth = 1;
        while (depth > 0) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> depth++;
                case XMLStreamConstants.END_ELEMENT -> depth--;
                default -> {}
            }
            if (depth > EXTENSION_DEPTH) {
                throw refused("elements are nested deeper than " + EXTENSION_DEPTH);
            }
        }
    }

    private String text() throws XMLStreamException, DeploymentException {
        attributes();
        StringBuilder text = new StringBuilder();
        while (true) {
            switch (xml.next()) {
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                    text.append(xml.getText());
                    if (text.length() > TEXT_LENGTH) {
                        throw refused("a text is longer than " + TEXT_LENGTH + " characters");
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    return text.toString().strip();
                }
                default -> throw refused("there is something else than text");
            }
        }
    }

    private String element() {
        return xml.getLocalName();
    }

    private void expect(String name) throws DeploymentException {
        if (!element().equals(name)) {
            throw unexpected(name);
        }
    }

    private void once(Object before) throws DeploymentException {
        if (before != null) {
            throw refused("the element " + element() + " is there twice");
        }
    }

    private Map<String, String> attributes(String... known) throws DeploymentException {
        Map<String, String> attributes = new HashMap<>();
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            String namespace = xml.getAttributeNamespace(i);
            if (namespace != null && !namespace.isEmpty()) {
                continue; // extensions, such as xsi:schemaLocation, which nobody follows
            }
            String name = xml.getAttributeLocalName(i);
            if (!List.of(known).contains(name)) {
                throw refused("the element " + element() + " does not have an attribute " + Refusal.shown(name)
                        + (known.length == 0 ? "" : ", but " + String.join(", ", known)));
            }
            attributes.put(name, xml.getAttributeValue(i));
        }
        return attributes;
    }

    private String required(Map<String, String> attributes, String name) throws DeploymentException {
        String value = attributes.get(name);
        if (value == null || value.isBlank()) {
            throw refused("the element " + element() + " needs the attribute " + name);
        }
        return value.strip();
    }

    /** XML Schema part 2, section 3.2.18: a name without a prefix is in the default namespace. */
    private QName qname(String value, String attribute) throws DeploymentException {
        int colon = value.indexOf(':');
        String prefix = colon < 0 ? XMLConstants.DEFAULT_NS_PREFIX : value.substring(0, colon);
        String local = value.substring(colon + 1);
        String namespace = xml.getNamespaceContext().getNamespaceURI(prefix);
        if (local.isBlank() || local.indexOf(':') >= 0) {
            throw refused("'" + Refusal.shown(value) + "' of " + attribute + " is not a qualified name");
        }
        if (namespace == null || namespace.isEmpty()) {
            if (!prefix.isEmpty()) {
                throw refused("the prefix of '" + Refusal.shown(value) + "' of " + attribute + " is not declared");
            }
            namespace = XMLConstants.NULL_NS_URI;
        }
        return new QName(namespace, local);
    }

    private int line() {
        return xml.getLocation().getLineNumber();
    }

    private DeploymentException unexpected(String known) {
        return refused("the element " + Refusal.shown(element()) + " is not known here, but " + known);
    }

    private DeploymentException refused(String rule) {
        return refused(line(), rule);
    }

    private DeploymentException refused(int line, String rule) {
        return Refusal.invalid(file + ", line " + line + ": " + rule);
    }
}
