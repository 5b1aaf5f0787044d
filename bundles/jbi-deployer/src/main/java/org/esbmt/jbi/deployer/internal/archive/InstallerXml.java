package org.esbmt.jbi.deployer.internal.archive;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import org.esbmt.jbi.deployer.internal.archive.InstallerDescriptor.ClassPath;
import org.esbmt.jbi.deployer.internal.archive.InstallerDescriptor.LibraryReference;
import org.esbmt.management.api.DeploymentException;

/**
 * Reads {@code META-INF/jbi.xml} (JSR-208, appendix jbi.xsd) of installers, as strictly as descriptors of assemblies.
 */
final class InstallerXml {
    private static final String PARENT_FIRST = "parent-first";
    private static final String SELF_FIRST = "self-first";

    private final StrictXml xml;

    private InstallerXml(StrictXml xml) {
        this.xml = xml;
    }

    /** @param file its name in messages */
    static InstallerDescriptor read(String file, byte[] content) throws DeploymentException {
        return StrictXml.read(file, content, xml -> new InstallerXml(xml).document());
    }

    /** The JBI element in the file; empty for a file that is no JBI descriptor. Checks nothing else. */
    static Optional<String> kind(byte[] content) {
        try {
            return StrictXml.read(JbiXml.FILE, content, xml -> {
                xml.root();
                return xml.nextChild() ? Optional.of(xml.element()) : Optional.empty();
            });
        } catch (DeploymentException e) {
            return Optional.empty();
        }
    }

    private InstallerDescriptor document() throws XMLStreamException, DeploymentException {
        xml.root();
        if (!xml.nextChild()) {
            throw xml.refused("the jbi element has no component and no shared-library");
        }
        InstallerDescriptor descriptor =
                switch (xml.element()) {
                    case "component" -> component();
                    case "shared-library" -> library();
                    case "service-assembly" ->
                        throw xml.refused("this is a service assembly, not the installer of a component or a library");
                    case "services" ->
                        throw xml.refused("this is a service unit, which is deployed inside of a service assembly");
                    default -> throw xml.unexpected("component, shared-library");
                };
        if (xml.nextChild()) {
            throw xml.refused("the jbi element has more than one child");
        }
        xml.end();
        return descriptor;
    }

    private record Identification(String name, String description) {}

    private InstallerDescriptor library() throws XMLStreamException, DeploymentException {
        Map<String, String> attributes = xml.attributes("class-loader-delegation", "version");
        boolean selfFirst = selfFirst(attributes, "class-loader-delegation");
        int line = xml.line();
        Identification identification = null;
        List<String> path = null;
        while (xml.nextChildOrExtension()) {
            switch (xml.element()) {
                case "identification" -> {
                    xml.once(identification);
                    identification = identification("a library");
                }
                case "shared-library-class-path" -> {
                    xml.once(path);
                    path = path();
                }
                default -> throw xml.unexpected("identification, shared-library-class-path");
            }
        }
        if (identification == null || path == null) {
            throw xml.refused(
                    line,
                    ArchiveRule.NEEDED,
                    "a shared-library needs an identification and a shared-library-class-path");
        }
        return new InstallerDescriptor.Library(
                identification.name(),
                attributes.getOrDefault("version", "").strip(),
                identification.description(),
                new ClassPath(path, selfFirst));
    }

    private InstallerDescriptor component() throws XMLStreamException, DeploymentException {
        Map<String, String> attributes =
                xml.attributes("type", "component-class-loader-delegation", "bootstrap-class-loader-delegation");
        String type = xml.required(attributes, "type");
        if (!type.equals("binding-component") && !type.equals("service-engine")) {
            throw xml.refused("the type of a component is binding-component or service-engine");
        }
        boolean selfFirst = selfFirst(attributes, "component-class-loader-delegation");
        boolean bootstrapSelfFirst = selfFirst(attributes, "bootstrap-class-loader-delegation");
        int line = xml.line();
        Identification identification = null;
        String componentClass = null;
        List<String> path = null;
        String bootstrapClass = null;
        List<String> bootstrapPath = null;
        List<LibraryReference> libraries = new ArrayList<>();
        Set<String> names = new HashSet<>();
        while (xml.nextChildOrExtension()) {
            switch (xml.element()) {
                case "identification" -> {
                    xml.once(identification);
                    identification = identification("a component");
                }
                case "component-class-name" -> {
                    xml.once(componentClass);
                    componentClass = className();
                }
                case "component-class-path" -> {
                    xml.once(path);
                    path = path();
                }
                case "bootstrap-class-name" -> {
                    xml.once(bootstrapClass);
                    bootstrapClass = className();
                }
                case "bootstrap-class-path" -> {
                    xml.once(bootstrapPath);
                    bootstrapPath = path();
                }
                case "shared-library" -> {
                    String version = xml.attributes("version").getOrDefault("version", "");
                    LibraryReference library = new LibraryReference(name("a library", xml.text("version")), version);
                    if (!names.add(library.name())) {
                        throw xml.refused("the library " + library.name() + " is named twice");
                    }
                    libraries.add(library);
                }
                default ->
                    throw xml.unexpected("identification, component-class-name, component-class-path,"
                            + " bootstrap-class-name, bootstrap-class-path, shared-library");
            }
        }
        if (identification == null
                || componentClass == null
                || path == null
                || bootstrapClass == null
                || bootstrapPath == null) {
            throw xml.refused(
                    line,
                    ArchiveRule.NEEDED,
                    "a component needs an identification, and class name and class path of itself and its bootstrap");
        }
        return new InstallerDescriptor.Component(
                identification.name(),
                type,
                identification.description(),
                componentClass,
                new ClassPath(path, selfFirst),
                bootstrapClass,
                new ClassPath(bootstrapPath, bootstrapSelfFirst),
                libraries);
    }

    private boolean selfFirst(Map<String, String> attributes, String name) throws DeploymentException {
        String value = attributes.getOrDefault(name, PARENT_FIRST).strip();
        if (!value.equals(PARENT_FIRST) && !value.equals(SELF_FIRST)) {
            throw xml.refused("the attribute " + name + " is " + PARENT_FIRST + " or " + SELF_FIRST);
        }
        return value.equals(SELF_FIRST);
    }

    private Identification identification(String of) throws XMLStreamException, DeploymentException {
        xml.attributes();
        int line = xml.line();
        String name = null;
        String description = null;
        while (xml.nextChildOrExtension()) {
            switch (xml.element()) {
                case "name" -> {
                    xml.once(name);
                    name = name(of, xml.text());
                }
                case "description" -> {
                    xml.once(description);
                    description = xml.text();
                }
                default -> throw xml.unexpected("name, description");
            }
        }
        if (name == null) {
            throw xml.refused(line, ArchiveRule.NEEDED, "the identification has no name");
        }
        return new Identification(name, description == null ? "" : description);
    }

    /** A name for a folder and for MBeans. */
    private String name(String of, String text) throws DeploymentException {
        if (!AssemblyDescriptor.isName(text) || text.startsWith("-")) {
            throw xml.refused("'" + Refusal.shown(text) + "' is not a name for " + of
                    + ": letters, digits, '-', '_' and single '.' between them, at most 100, '-' not first");
        }
        return text;
    }

    private String className() throws XMLStreamException, DeploymentException {
        String name = xml.text("description");
        if (name.isEmpty()) {
            throw xml.refused("a class name is empty");
        }
        return name;
    }

    private List<String> path() throws XMLStreamException, DeploymentException {
        xml.attributes();
        List<String> elements = new ArrayList<>();
        while (xml.nextChild()) {
            xml.expect("path-element");
            elements.add(xml.text());
        }
        if (elements.isEmpty()) {
            throw xml.refused("a class path has no path-element");
        }
        return elements;
    }
}
