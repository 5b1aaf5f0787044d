package org.esbmt.management.api;

import static java.util.Objects.requireNonNull;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The JBI components of this node, and the shared libraries that components use. The code of a JSR-208 installer runs
 * with the rights of the bus itself. It is trusted, and only the system administrator may install it. Each operation
 * returns when its effect is complete and durable against a crash of the node. Otherwise it throws and leaves nothing
 * behind. Threads: any that may block; operations come one after the other.
 */
@ProviderType
public interface ComponentDeployer {

    /**
     * Checks an installer as {@link #install} does, and returns the part it would install. Changes nothing and waits
     * for no operation. Errors that only the component's own bootstrap finds stay unknown. An installed part of the
     * same name is ignored, because the caller knows whether it is removed first.
     *
     * @param archive read to its end, not closed
     * @throws DeploymentException INVALID_ARCHIVE; UNKNOWN_LIBRARY if a library that it needs is not installed here;
     *     ALREADY_DEPLOYED if the bus has a component of its own of that name
     */
    CheckedInstaller check(InputStream archive) throws DeploymentException;

    /**
     * Installs a shared library, or installs and starts a component.
     *
     * @param archive an installer: a zip file with {@code META-INF/jbi.xml} (JSR-208, section 6.3); read to its end, not
     *     closed
     * @throws DeploymentException with the reason and a sentence for the administrator
     */
    InstalledPart install(InputStream archive) throws DeploymentException;

    /** Starts any component. A started component stays untouched, and is started again after a restart of the node. */
    DeployedComponent start(String component) throws DeploymentException;

    /** Stops any component, with the same guarantees as {@link #start}. */
    DeployedComponent stop(String component) throws DeploymentException;

    /**
     * Shuts down any component, with the same guarantees as {@link #start}. The units of a started component leave it,
     * and return when it is started.
     */
    DeployedComponent shutDown(String component) throws DeploymentException;

    /**
     * Stops and removes an installed component.
     *
     * @throws DeploymentException IN_USE while units are deployed to it
     */
    void uninstall(String component) throws DeploymentException;

    /**
     * Removes a shared library.
     *
     * @throws DeploymentException IN_USE while a component uses it
     */
    void uninstallLibrary(String library) throws DeploymentException;

    /** All components of the bus by name, the bus's own among them. */
    List<DeployedComponent> components();

    /** All shared libraries, by name. */
    List<SharedLibrary> libraries();

    /** The component or shared library that an installer would install. */
    final class CheckedInstaller {
        private final String name;
        private final Optional<String> type;
        private final List<String> libraries;
        private final byte[] archive;

        /** Keeps a copy of the archive. */
        public CheckedInstaller(String name, Optional<String> type, List<String> libraries, byte[] archive) {
            this.name = requireNonNull(name, "name");
            this.type = requireNonNull(type, "type");
            this.libraries = List.copyOf(libraries);
            this.archive = archive.clone();
        }

        public String name() {
            return name;
        }

        /** {@code binding-component} or {@code service-engine}; empty for a shared library. */
        public Optional<String> type() {
            return type;
        }

        /** The shared libraries that it needs. */
        public List<String> libraries() {
            return libraries;
        }

        /** A copy of the archive. */
        public byte[] archive() {
            return archive.clone();
        }

        @Override
        public String toString() {
            return type.orElse("shared library") + " " + name;
        }
    }

    /** The component or shared library that an installer installed. */
    record InstalledPart(boolean library, String name) {
        public InstalledPart {
            requireNonNull(name, "name");
        }
    }

    /**
     * A component, at the time of the query.
     *
     * @param type {@code binding-component} or {@code service-engine}
     * @param state {@code Started}, {@code Stopped}, {@code Shutdown} or {@code Unknown}, as in JSR-208
     * @param trusted true if the component was installed; otherwise it is the bus's own
     * @param libraries the shared libraries that it uses
     * @param failure the reason for a state other than the desired one
     * @param digest SHA-256 of its installer, in hexadecimal digits; empty for the bus's own
     * @param fromFolder true if the installer is a file in this node's hot-deployment folder
     * @param desired the state after a restart of the node; empty for the bus's own, which are always started
     */
    record DeployedComponent(
            String name,
            String type,
            String description,
            String state,
            boolean trusted,
            List<String> libraries,
            Optional<String> failure,
            Optional<String> digest,
            boolean fromFolder,
            Optional<String> desired) {
        public DeployedComponent {
            requireNonNull(name, "name");
            requireNonNull(type, "type");
            requireNonNull(description, "description");
            requireNonNull(state, "state");
            libraries = List.copyOf(libraries);
            requireNonNull(failure, "failure");
            requireNonNull(digest, "digest");
            requireNonNull(desired, "desired");
        }
    }

    /**
     * A shared library. All of them are trusted.
     *
     * @param version the author's text for the version; may be empty
     * @param usedBy the components that use it
     * @param digest SHA-256 of its installer, in hexadecimal digits
     * @param fromFolder true if the installer is a file in this node's hot-deployment folder
     */
    record SharedLibrary(
            String name, String version, String description, List<String> usedBy, String digest, boolean fromFolder) {
        public SharedLibrary {
            requireNonNull(name, "name");
            requireNonNull(version, "version");
            requireNonNull(description, "description");
            usedBy = List.copyOf(usedBy);
            requireNonNull(digest, "digest");
        }
    }
}
