package org.esbmt.management.api;

import static java.util.Objects.requireNonNull;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The JBI components of this node, and the shared libraries that components use. What an installer of JSR-208 brings is
 * code which runs as the bus itself: it is trusted, and for the system administrator only. Each operation returns when
 * its effect is there and will survive a crash of the node, or throws and has left nothing behind. Threads: any that may
 * block; operations come one after the other.
 */
@ProviderType
public interface ComponentDeployer {

    /**
     * Installs a shared library, or installs and starts a component.
     *
     * @param archive an installer: a zip file with {@code META-INF/jbi.xml} (JSR-208, section 6.3); read to its end, not
     *     closed
     * @throws DeploymentException with the reason and a sentence for the administrator
     */
    InstalledPart install(InputStream archive) throws DeploymentException;

    /** Of any component. */
    DeployedComponent start(String component) throws DeploymentException;

    /** Of any component. */
    DeployedComponent stop(String component) throws DeploymentException;

    /** Of any component, also a started one: its units leave it, and come back when it is started. */
    DeployedComponent shutDown(String component) throws DeploymentException;

    /**
     * Stops and removes a component that an installer brought.
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

    /** All of them, by name. */
    List<SharedLibrary> libraries();

    /** What an installer was. */
    record InstalledPart(boolean library, String name) {
        public InstalledPart {
            requireNonNull(name, "name");
        }
    }

    /**
     * A component, as it was when it was asked for.
     *
     * @param type {@code binding-component} or {@code service-engine}
     * @param state {@code Started}, {@code Stopped}, {@code Shutdown} or {@code Unknown}, as JSR-208 has them
     * @param trusted whether an installer brought it; otherwise it is the bus's own
     * @param libraries the shared libraries that it uses
     * @param failure why it is not what it should be
     */
    record DeployedComponent(
            String name,
            String type,
            String description,
            String state,
            boolean trusted,
            List<String> libraries,
            Optional<String> failure) {
        public DeployedComponent {
            requireNonNull(name, "name");
            requireNonNull(type, "type");
            requireNonNull(description, "description");
            requireNonNull(state, "state");
            libraries = List.copyOf(libraries);
            requireNonNull(failure, "failure");
        }
    }

    /**
     * A shared library. All of them are trusted.
     *
     * @param version as its author wrote it; may be empty
     * @param usedBy the components that use it
     */
    record SharedLibrary(String name, String version, String description, List<String> usedBy) {
        public SharedLibrary {
            requireNonNull(name, "name");
            requireNonNull(version, "version");
            requireNonNull(description, "description");
            usedBy = List.copyOf(usedBy);
        }
    }
}
