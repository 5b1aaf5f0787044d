package org.esbmt.jbi.deployer.internal.archive;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** The content of META-INF/jbi.xml of an installer (JSR-208, section 6.3.1): a component, or a shared library. */
public sealed interface InstallerDescriptor {

    String name();

    String description();

    /**
     * The class path of a component, a bootstrap or a shared library.
     *
     * @param elements jars and folders of the archive, in the order of the file; {@code .} is the whole archive
     * @param selfFirst true if its classes take precedence over those of the libraries and the container (JSR-208,
     * section 4.4)
     */
    record ClassPath(List<String> elements, boolean selfFirst) {
        public ClassPath {
            elements = List.copyOf(elements);
        }
    }

    /**
     * A library.
     *
     * @param version the author's version; may be empty
     */
    record Library(String name, String version, String description, ClassPath classPath)
            implements InstallerDescriptor {
        public Library {
            requireNonNull(name, "name");
            requireNonNull(version, "version");
            requireNonNull(description, "description");
            requireNonNull(classPath, "classPath");
        }
    }

    /**
     * A component.
     *
     * @param type {@code binding-component} or {@code service-engine}
     * @param libraries the libraries on its class path, in the order of the file
     */
    record Component(
            String name,
            String type,
            String description,
            String componentClass,
            ClassPath classPath,
            String bootstrapClass,
            ClassPath bootstrapPath,
            List<LibraryReference> libraries)
            implements InstallerDescriptor {
        public Component {
            requireNonNull(name, "name");
            requireNonNull(type, "type");
            requireNonNull(description, "description");
            requireNonNull(componentClass, "componentClass");
            requireNonNull(classPath, "classPath");
            requireNonNull(bootstrapClass, "bootstrapClass");
            requireNonNull(bootstrapPath, "bootstrapPath");
            libraries = List.copyOf(libraries);
        }
    }

    /**
     * A library that a component uses.
     *
     * @param version the version that the component was built with; empty for any
     */
    record LibraryReference(String name, String version) {
        public LibraryReference {
            requireNonNull(name, "name");
            requireNonNull(version, "version");
        }
    }
}
