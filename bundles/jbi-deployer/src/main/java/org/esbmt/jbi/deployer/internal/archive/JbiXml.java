package org.esbmt.jbi.deployer.internal.archive;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.esbmt.management.api.DeploymentException;

/**
 * Reads {@code META-INF/jbi.xml} (JSR-208, appendix jbi.xsd) of assemblies and of units, and interprets its elements.
 * {@link StrictXml} defines how strictly they are read. An error is recorded and reading continues, so that one answer
 * has all errors. One object reads one file.
 */
final class JbiXml {
    static final String FILE = "META-INF/jbi.xml";

    private static final Set<String> LINK_TYPES = Set.of("standard", "soft", "hard");

    private final StrictXml xml;

    private JbiXml(StrictXml xml) {
        this.xml = xml;
    }

    /**
     * Reads the descriptor of an assembly.
     *
     * @param file its name in messages
     */
    static AssemblyDescriptor readAssembly(String file, byte[] content) throws DeploymentException {
        return StrictXml.read(file, content, xml -> new JbiXml(xml).assemblyDocument())
                .descriptor();
    }

    /** Empty for an unusable file. The result must not be deployed if there are findings. */
    static Optional<AssemblyFile> readAssembly(String file, byte[] content, Findings findings)
            throws DeploymentException {
        return StrictXml.read(file, content, findings, xml -> new JbiXml(xml).assemblyDocument());
    }

    /** The endpoints that a unit provides. */
    static List<EndpointName> readProvided(String file, byte[] content) throws DeploymentException {
        return StrictXml.read(file, content, xml -> new JbiXml(xml).unitDocument()).provided().stream()
                .map(UnitServices.Provided::endpoint)
                .toList();
    }

    /** Like {@link #readAssembly(String, byte[], Findings)}, for a unit. */
    static Optional<UnitServices> readUnit(String file, byte[] content, Findings findings) throws DeploymentException {
        return StrictXml.read(file, content, findings, xml -> new JbiXml(xml).unitDocument());
    }

    private AssemblyFile assemblyDocument() throws XMLStreamException, DeploymentException {
        xml.root();
        if (!xml.nextChild()) {
            throw xml.refused("the jbi element has no service-assembly");
        }
        switch (xml.element()) {
            case "service-assembly" -> {}
            case "component", "shared-library" ->
                throw xml.refused("this is the installer of a component or a library, not a service assembly");
            case "services" ->
                throw xml.refused("this is a service unit, which is deployed inside of a service assembly");
            default -> throw xml.unexpected("service-assembly");
        }
        AssemblyFile assembly = assembly();
        if (xml.nextChild()) {
            throw xml.refused("the jbi element has more than one service-assembly");
        }
        xml.end();
        return assembly;
    }

    private AssemblyFile assembly() throws XMLStreamException, DeploymentException {
        xml.attributes();
        int line = xml.line();
        Identification identification = null;
        List<AssemblyDescriptor.Unit> units = new ArrayList<>();
        List<AssemblyFile.Connection> connections = new ArrayList<>();
        Set<String> names = new HashSet<>();
        Set<String> artifacts = new HashSet<>();
        boolean anyUnit = false;
        while (xml.nextChildOrExtension()) {
            switch (xml.element()) {
                case "identification" -> {
                    xml.once(identification);
                    identification = identification("an assembly");
                }
                case "service-unit" -> {
                    anyUnit = true;
                    int at = xml.line();
                    Optional<AssemblyDescriptor.Unit> unit = unit();
                    if (unit.isEmpty()) {
                        continue;
                    }
                    boolean first = true;
                    if (!names.add(unit.get().name().toLowerCase(Locale.ROOT))) {
                        xml.found(
                                at,
                                ArchiveRule.DUPLICATE,
                                "the assembly has two units with the name "
                                        + Refusal.shown(unit.get().name()));
                        first = false;
                    }
                    if (!artifacts.add(unit.get().artifact())) {
                        xml.found(
                                at,
                                ArchiveRule.DUPLICATE,
                                "two units have the archive "
                                        + Refusal.shown(unit.get().artifact()));
                        first = false;
                    }
                    if (first) {
                        units.add(unit.get());
                    }
                }
                case "connections" -> connections(connections);
                default -> unexpected("identification, service-unit, connections");
            }
        }
        if (identification == null) {
            xml.found(line, ArchiveRule.NEEDED, "the service-assembly has no identification");
        }
        if (!anyUnit) {
            xml.found(line, ArchiveRule.NEEDED, "the service-assembly has no service-unit");
        }
        return new AssemblyFile(
                new AssemblyDescriptor(
                        identification == null ? "" : identification.name(),
                        identification == null ? "" : identification.description(),
                        units),
                connections);
    }

    private void unexpected(String known) throws XMLStreamException, DeploymentException {
        xml.foundUnexpected(known);
        xml.skip();
    }

    private record Identification(String name, String description) {}

    /** The name is empty if it is absent or invalid; the finding is recorded then. */
    private Identification identification(String of) throws XMLStreamException, DeploymentException {
        xml.attributes();
        int line = xml.line();
        String name = null;
        String description = null;
        while (xml.nextChildOrExtension()) {
            switch (xml.element()) {
                case "name" -> {
                    xml.once(name);
                    name = xml.text();
                    if (!AssemblyDescriptor.isName(name)) {
                        xml.found(
                                ArchiveRule.NAME,
                                "'" + Refusal.shown(name) + "' is not a name for " + of
                                        + ": letters, digits, '-', '_' and single '.' between them, at most 100");
                    }
                }
                case "description" -> {
                    xml.once(description);
                    description = xml.text();
                }
                default -> unexpected("name, description");
            }
        }
        if (name == null) {
            xml.found(line, ArchiveRule.NEEDED, "the identification has no name");
        }
        return new Identification(name == null ? "" : name, description == null ? "" : description);
    }

    private Optional<AssemblyDescriptor.Unit> unit() throws XMLStreamException, DeploymentException {
        xml.attributes();
        int line = xml.line();
        Identification identification = null;
        Target target = null;
        while (xml.nextChildOrExtension()) {
            switch (xml.element()) {
                case "identification" -> {
                    xml.once(identification);
                    identification = identification("a service unit");
                }
                case "target" -> {
                    xml.once(target);
                    target = target();
                }
                default -> unexpected("identification, target");
            }
        }
        if (identification == null || target == null) {
            xml.found(line, ArchiveRule.NEEDED, "a service-unit needs an identification and a target");
            return Optional.empty();
        }
        if (target.artifact() == null || target.component() == null) {
            return Optional.empty();
        }
        return Optional.of(new AssemblyDescriptor.Unit(
                identification.name(), identification.description(), target.artifact(), target.component()));
    }

    private record Target(String artifact, String component) {}

    private Target target() throws XMLStreamException, DeploymentException {
        xml.attributes();
        String artifact = null;
        String component = null;
        while (xml.nextChild()) {
            switch (xml.element()) {
                case "artifacts-zip" -> {
                    xml.once(artifact);
                    artifact = xml.text();
                }
                case "component-name" -> {
                    xml.once(component);
                    component = xml.text();
                    if (!AssemblyDescriptor.isName(component)) {
                        xml.found(
                                ArchiveRule.NAME, "'" + Refusal.shown(component) + "' is not the name of a component");
                    }
                }
                default -> unexpected("artifacts-zip, component-name");
            }
        }
        if (artifact == null || component == null) {
            xml.found(ArchiveRule.NEEDED, "the target needs an artifacts-zip and a component-name");
        }
        return new Target(artifact, component);
    }

    /**
     * A connection may rename a service between its consumer and its provider. This bus routes by the consumer's name,
     * so a connection with a renaming is refused.
     */
    private void connections(List<AssemblyFile.Connection> found) throws XMLStreamException, DeploymentException {
        xml.attributes();
        while (xml.nextChildOrExtension()) {
            if (!xml.element().equals("connection")) {
                unexpected("connection");
                continue;
            }
            xml.attributes();
            int line = xml.line();
            Optional<EndpointName> consumer = Optional.empty();
            Optional<EndpointName> provider = Optional.empty();
            boolean readable = true;
            while (xml.nextChild()) {
                String element = xml.element();
                if (!element.equals("consumer") && !element.equals("provider")) {
                    unexpected("consumer, provider");
                    continue;
                }
                Optional<EndpointName> connected = connected();
                readable &= connected.isPresent();
                if (element.equals("consumer")) {
                    consumer = connected;
                } else {
                    provider = connected;
                }
                nothingInside("nothing");
            }
            if (!readable) {
                continue;
            }
            if (consumer.isEmpty() || !consumer.equals(provider)) {
                xml.found(
                        line,
                        ArchiveRule.CONNECTION,
                        "a connection must have a consumer and a provider of the same service and endpoint; let the"
                                + " consuming unit name the service that it wants");
            } else {
                found.add(new AssemblyFile.Connection(consumer.get(), line));
            }
        }
    }

    private void nothingInside(String known) throws XMLStreamException, DeploymentException {
        while (xml.nextChild()) {
            unexpected(known);
        }
    }

    private Optional<EndpointName> connected() throws DeploymentException {
        Map<String, String> attributes = xml.attributes("service-name", "endpoint-name", "interface-name");
        if (attributes.containsKey("interface-name")) {
            xml.found(
                    ArchiveRule.CONNECTION,
                    "a connection by interface-name is not supported, name the service and the endpoint");
            return Optional.empty();
        }
        return endpoint(attributes);
    }

    private Optional<EndpointName> endpoint(Map<String, String> attributes) throws DeploymentException {
        try {
            QName service = xml.qname(xml.required(attributes, "service-name"), "service-name");
            return Optional.of(new EndpointName(service, xml.required(attributes, "endpoint-name")));
        } catch (DeploymentException e) {
            xml.found(e);
            return Optional.empty();
        }
    }

    private Optional<QName> name(Map<String, String> attributes, String attribute) throws DeploymentException {
        if (!attributes.containsKey(attribute)) {
            return Optional.empty();
        }
        try {
            return Optional.of(xml.qname(attributes.get(attribute).strip(), attribute));
        } catch (DeploymentException e) {
            xml.found(e);
            return Optional.empty();
        }
    }

    private UnitServices unitDocument() throws XMLStreamException, DeploymentException {
        xml.root();
        if (!xml.nextChild()) {
            throw xml.refused("the jbi element has no services");
        }
        if (!xml.element().equals("services")) {
            throw xml.unexpected("services");
        }
        String binding = xml.attributes("binding-component").getOrDefault("binding-component", "false");
        List<UnitServices.Provided> provided = new ArrayList<>();
        List<UnitServices.Consumed> consumed = new ArrayList<>();
        Set<EndpointName> names = new HashSet<>();
        while (xml.nextChildOrExtension()) {
            int line = xml.line();
            switch (xml.element()) {
                case "provides" -> {
                    Map<String, String> attributes = xml.attributes("interface-name", "service-name", "endpoint-name");
                    Optional<QName> interfaceName = name(attributes, "interface-name");
                    Optional<EndpointName> endpoint = endpoint(attributes);
                    if (endpoint.isPresent() && !names.add(endpoint.get())) {
                        xml.found(
                                ArchiveRule.DUPLICATE,
                                Refusal.shown(endpoint.get().toString()) + " is provided twice");
                    } else if (endpoint.isPresent()) {
                        provided.add(new UnitServices.Provided(endpoint.get(), interfaceName, line));
                    }
                }
                case "consumes" -> consumed.add(consumed());
                default -> {
                    unexpected("provides, consumes");
                    continue;
                }
            }
            while (xml.nextChildOrExtension()) {
                unexpected("nothing of JBI");
            }
        }
        if (xml.nextChild()) {
            throw xml.refused("the jbi element has more than one child");
        }
        xml.end();
        return new UnitServices(
                binding.strip().equals("true") || binding.strip().equals("1"), provided, consumed);
    }

    private UnitServices.Consumed consumed() throws DeploymentException {
        Map<String, String> attributes = xml.attributes("interface-name", "service-name", "endpoint-name", "link-type");
        Optional<String> link = Optional.ofNullable(attributes.get("link-type"));
        if (link.isPresent() && !LINK_TYPES.contains(link.get())) {
            xml.found(ArchiveRule.ATTRIBUTE, "link-type must be standard, soft or hard");
        }
        return new UnitServices.Consumed(
                name(attributes, "service-name"),
                Optional.ofNullable(attributes.get("endpoint-name")),
                name(attributes, "interface-name"),
                link,
                xml.line());
    }
}
