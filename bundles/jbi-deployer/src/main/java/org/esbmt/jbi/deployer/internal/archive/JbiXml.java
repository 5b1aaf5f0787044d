package org.esbmt.jbi.deployer.internal.archive;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import org.esbmt.management.api.DeploymentException;

/**
 * Reads {@code META-INF/jbi.xml} (JSR-208, appendix jbi.xsd) of assemblies and of units: which elements there are, and
 * what they mean. How strictly they are read is {@link StrictXml}'s. One object reads one file.
 */
final class JbiXml {
    static final String FILE = "META-INF/jbi.xml";

    private final StrictXml xml;

    private JbiXml(StrictXml xml) {
        this.xml = xml;
    }

    /**
     * Reads the descriptor of an assembly.
     *
     * @param file what sentences call it
     */
    static AssemblyDescriptor readAssembly(String file, byte[] content) throws DeploymentException {
        return StrictXml.read(file, content, xml -> new JbiXml(xml).assemblyDocument());
    }

    /** The endpoints that a unit provides; those that it consumes are checked and left to its component. */
    static List<EndpointName> readProvided(String file, byte[] content) throws DeploymentException {
        return StrictXml.read(file, content, xml -> new JbiXml(xml).unitDocument());
    }

    private AssemblyDescriptor assemblyDocument() throws XMLStreamException, DeploymentException {
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
        AssemblyDescriptor assembly = assembly();
        if (xml.nextChild()) {
            throw xml.refused("the jbi element has more than one service-assembly");
        }
        xml.end();
        return assembly;
    }

    private AssemblyDescriptor assembly() throws XMLStreamException, DeploymentException {
        xml.attributes();
        int line = xml.line();
        Identification identification = null;
        List<AssemblyDescriptor.Unit> units = new ArrayList<>();
        Set<String> names = new HashSet<>();
        Set<String> artifacts = new HashSet<>();
        while (xml.nextChildOrExtension()) {
            switch (xml.element()) {
                case "identification" -> {
                    xml.once(identification);
                    identification = identification("an assembly");
                }
                case "service-unit" -> {
                    int at = xml.line();
                    AssemblyDescriptor.Unit unit = unit();
                    if (!names.add(unit.name().toLowerCase(Locale.ROOT))) {
                        throw xml.refused(at, "the assembly has two units with the name " + unit.name());
                    }
                    if (!artifacts.add(unit.artifact())) {
                        throw xml.refused(at, "two units have the archive " + Refusal.shown(unit.artifact()));
                    }
                    units.add(unit);
                }
                case "connections" -> connections();
                default -> throw xml.unexpected("identification, service-unit, connections");
            }
        }
        if (identification == null) {
            throw xml.refused(line, "the service-assembly has no identification");
        }
        if (units.isEmpty()) {
            throw xml.refused(line, "the service-assembly has no service-unit");
        }
        return new AssemblyDescriptor(identification.name(), identification.description(), units);
    }

    private record Identification(String name, String description) {}

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
                        throw xml.refused("'" + Refusal.shown(name) + "' is not a name for " + of
                                + ": letters, digits, '-', '_' and single '.' between them, at most 100");
                    }
                }
                case "description" -> {
                    xml.once(description);
                    description = xml.text();
                }
                default -> throw xml.unexpected("name, description");
            }
        }
        if (name == null) {
            throw xml.refused(line, "the identification has no name");
        }
        return new Identification(name, description == null ? "" : description);
    }

    private AssemblyDescriptor.Unit unit() throws XMLStreamException, DeploymentException {
        xml.attributes();
        int line = xml.line();
        Identification identification = null;
        String artifact = null;
        String component = null;
        while (xml.nextChildOrExtension()) {
            switch (xml.element()) {
                case "identification" -> {
                    xml.once(identification);
                    identification = identification("a service unit");
                }
                case "target" -> {
                    xml.once(component);
                    xml.attributes();
                    while (xml.nextChild()) {
                        switch (xml.element()) {
                            case "artifacts-zip" -> {
                                xml.once(artifact);
                                artifact = xml.text();
                            }
                            case "component-name" -> {
                                xml.once(component);
                                component = xml.text();
                            }
                            default -> throw xml.unexpected("artifacts-zip, component-name");
                        }
                    }
                    if (artifact == null || component == null) {
                        throw xml.refused("the target needs an artifacts-zip and a component-name");
                    }
                    if (!AssemblyDescriptor.isName(component)) {
                        throw xml.refused("'" + Refusal.shown(component) + "' is not the name of a component");
                    }
                }
                default -> throw xml.unexpected("identification, target");
            }
        }
        if (identification == null || artifact == null || component == null) {
            throw xml.refused(line, "a service-unit needs an identification and a target");
        }
        return new AssemblyDescriptor.Unit(identification.name(), identification.description(), artifact, component);
    }

    /**
     * A connection may rename a service between its consumer and its provider. This bus routes by the name that the
     * consumer asks for, so only connections that rename nothing are taken.
     */
    private void connections() throws XMLStreamException, DeploymentException {
        xml.attributes();
        while (xml.nextChildOrExtension()) {
            xml.expect("connection");
            xml.attributes();
            int line = xml.line();
            Optional<EndpointName> consumer = Optional.empty();
            Optional<EndpointName> provider = Optional.empty();
            while (xml.nextChild()) {
                switch (xml.element()) {
                    case "consumer" -> consumer = Optional.of(connected());
                    case "provider" -> provider = Optional.of(connected());
                    default -> throw xml.unexpected("consumer, provider");
                }
                if (xml.nextChild()) {
                    throw xml.unexpected("nothing");
                }
            }
            if (consumer.isEmpty() || !consumer.equals(provider)) {
                throw xml.refused(
                        line,
                        "a connection must have a consumer and a provider of the same service and endpoint; let the"
                                + " consuming unit name the service that it wants");
            }
        }
    }

    private EndpointName connected() throws DeploymentException {
        Map<String, String> attributes = xml.attributes("service-name", "endpoint-name", "interface-name");
        if (attributes.containsKey("interface-name")) {
            throw xml.refused("a connection by interface-name is not supported, name the service and the endpoint");
        }
        return new EndpointName(
                xml.qname(xml.required(attributes, "service-name"), "service-name"),
                xml.required(attributes, "endpoint-name"));
    }

    private List<EndpointName> unitDocument() throws XMLStreamException, DeploymentException {
        xml.root();
        Set<EndpointName> provided = new LinkedHashSet<>();
        if (!xml.nextChild()) {
            throw xml.refused("the jbi element has no services");
        }
        if (!xml.element().equals("services")) {
            throw xml.unexpected("services");
        }
        xml.attributes("binding-component");
        while (xml.nextChildOrExtension()) {
            switch (xml.element()) {
                case "provides" -> {
                    Map<String, String> attributes = xml.attributes("interface-name", "service-name", "endpoint-name");
                    EndpointName endpoint = new EndpointName(
                            xml.qname(xml.required(attributes, "service-name"), "service-name"),
                            xml.required(attributes, "endpoint-name"));
                    if (!provided.add(endpoint)) {
                        throw xml.refused(Refusal.shown(endpoint.toString()) + " is provided twice");
                    }
                }
                case "consumes" -> {
                    Map<String, String> attributes =
                            xml.attributes("interface-name", "service-name", "endpoint-name", "link-type");
                    if (attributes.containsKey("service-name")) {
                        xml.qname(attributes.get("service-name"), "service-name");
                    }
                }
                default -> throw xml.unexpected("provides, consumes");
            }
            while (xml.nextChildOrExtension()) {
                throw xml.unexpected("nothing of JBI");
            }
        }
        if (xml.nextChild()) {
            throw xml.refused("the jbi element has more than one child");
        }
        xml.end();
        return List.copyOf(provided);
    }
}
