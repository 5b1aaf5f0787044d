package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Queries about the JBI components of the bus and the shared libraries of components, on all nodes of the cluster.
 * Threads as those of {@link TenantAdministration}.
 */
@ProviderType
public interface ComponentAdministration {

    /**
     * Finds a component, also one of the bus itself.
     *
     * @throws AdministrationException NOT_FOUND if there is no such component
     */
    ComponentView component(Administrator by, String name) throws AdministrationException;

    /**
     * Finds a shared library.
     *
     * @throws AdministrationException NOT_FOUND if there is no such library
     */
    LibraryView library(Administrator by, String name) throws AdministrationException;

    /** All components by name, the bus's own among them. */
    List<ComponentView> components(Administrator by) throws AdministrationException;

    /** All shared libraries by name. */
    List<LibraryView> libraries(Administrator by) throws AdministrationException;

    /** The component or shared library of an installer. */
    record InstalledView(boolean library, String name) {
        public InstalledView {
            requireNonNull(name, "name");
        }
    }

    /**
     * A component, as administrators see it.
     *
     * @param type {@code binding-component} or {@code service-engine}
     * @param trusted true if an installer brought it, false if it is part of the bus
     * @param state on this node: {@code Started}, {@code Stopped}, {@code Shutdown}, {@code Unknown}, or {@code Absent}
     * @param failure the reason why this node has not reached the desired state
     * @param desired the desired one of these states on all nodes; empty without a decision
     * @param revision the revision of that decision
     * @param nodes the last reported state on each node
     */
    record ComponentView(
            String name,
            String type,
            String description,
            String state,
            boolean trusted,
            List<String> libraries,
            Optional<String> failure,
            Optional<String> desired,
            OptionalLong revision,
            SortedMap<UUID, String> nodes) {
        public ComponentView {
            requireNonNull(name, "name");
            requireNonNull(type, "type");
            requireNonNull(description, "description");
            requireNonNull(state, "state");
            libraries = List.copyOf(libraries);
            requireNonNull(failure, "failure");
            requireNonNull(desired, "desired");
            requireNonNull(revision, "revision");
            nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
        }
    }

    /**
     * A shared library, as administrators see it. All of them are trusted.
     *
     * @param version as its author wrote it; empty also if this node does not have it
     * @param usedBy the components that use it on this node
     * @param desired the state on all nodes, {@code Installed} or {@code Absent}; empty without a decision
     * @param revision the revision of that decision
     * @param nodes the last reported state on each node
     */
    record LibraryView(
            String name,
            String version,
            String description,
            List<String> usedBy,
            Optional<String> desired,
            OptionalLong revision,
            SortedMap<UUID, String> nodes) {
        public LibraryView {
            requireNonNull(name, "name");
            requireNonNull(version, "version");
            requireNonNull(description, "description");
            usedBy = List.copyOf(usedBy);
            requireNonNull(desired, "desired");
            requireNonNull(revision, "revision");
            nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
        }
    }
}
