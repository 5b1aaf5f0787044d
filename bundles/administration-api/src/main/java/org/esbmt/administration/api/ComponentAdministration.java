package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The JBI components of the bus and the shared libraries of components. Installers bring trusted code, which runs as the
 * bus. Promises and threads as those of {@link TenantAdministration}.
 */
@ProviderType
public interface ComponentAdministration {

    /**
     * Installs a shared library, or installs and starts a component.
     *
     * @param archive an installer of JSR-208; read to its end, not closed
     */
    InstalledView install(Administrator by, InputStream archive) throws AdministrationException;

    ComponentView start(Administrator by, String component) throws AdministrationException;

    ComponentView stop(Administrator by, String component) throws AdministrationException;

    /** Stops it first, if need be. */
    ComponentView shutDown(Administrator by, String component) throws AdministrationException;

    /** Removes a component that an installer brought, if no unit is deployed to it. */
    void uninstall(Administrator by, String component) throws AdministrationException;

    /** Removes a shared library that no component uses. */
    void uninstallLibrary(Administrator by, String library) throws AdministrationException;

    /** All components by name, the bus's own among them. */
    List<ComponentView> components(Administrator by) throws AdministrationException;

    /** All shared libraries by name. */
    List<LibraryView> libraries(Administrator by) throws AdministrationException;

    /** What an installer was. */
    record InstalledView(boolean library, String name) {
        public InstalledView {
            requireNonNull(name, "name");
        }
    }

    /**
     * A component, as administrators see it.
     *
     * @param type {@code binding-component} or {@code service-engine}
     * @param state {@code Started}, {@code Stopped}, {@code Shutdown} or {@code Unknown}
     * @param trusted whether an installer brought it; otherwise it is the bus's own
     * @param failure why it is not what it should be
     */
    record ComponentView(
            String name,
            String type,
            String description,
            String state,
            boolean trusted,
            List<String> libraries,
            Optional<String> failure) {
        public ComponentView {
            requireNonNull(name, "name");
            requireNonNull(type, "type");
            requireNonNull(description, "description");
            requireNonNull(state, "state");
            libraries = List.copyOf(libraries);
            requireNonNull(failure, "failure");
        }
    }

    /**
     * A shared library, as administrators see it. All of them are trusted.
     *
     * @param usedBy the components that use it
     */
    record LibraryView(String name, String version, String description, List<String> usedBy) {
        public LibraryView {
            requireNonNull(name, "name");
            requireNonNull(version, "version");
            requireNonNull(description, "description");
            usedBy = List.copyOf(usedBy);
        }
    }
}
