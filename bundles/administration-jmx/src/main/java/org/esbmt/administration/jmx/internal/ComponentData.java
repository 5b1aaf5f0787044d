package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.esbmt.administration.api.ComponentAdministration.ComponentView;
import org.esbmt.administration.api.ComponentAdministration.LibraryView;

/** A component or a shared library as an open type; its getters are its items. */
public final class ComponentData {
    private final String name;
    private final String type;
    private final String state;
    private final boolean trusted;
    private final List<String> libraries;
    private final Optional<String> desired;
    private final OptionalLong revision;
    private final Map<UUID, String> nodes;

    private ComponentData(
            String name,
            String type,
            String state,
            boolean trusted,
            List<String> libraries,
            Optional<String> desired,
            OptionalLong revision,
            Map<UUID, String> nodes) {
        this.name = requireNonNull(name, "name");
        this.type = requireNonNull(type, "type");
        this.state = requireNonNull(state, "state");
        this.trusted = trusted;
        this.libraries = List.copyOf(libraries);
        this.desired = requireNonNull(desired, "desired");
        this.revision = requireNonNull(revision, "revision");
        this.nodes = nodes;
    }

    static ComponentData of(ComponentView view) {
        return new ComponentData(
                view.name(),
                view.type(),
                view.state(),
                view.trusted(),
                view.libraries(),
                view.desired(),
                view.revision(),
                view.nodes());
    }

    static ComponentData of(LibraryView view) {
        return new ComponentData(
                view.name(),
                "shared-library",
                view.usedBy().isEmpty() ? "Unused" : "Used",
                true,
                view.usedBy(),
                view.desired(),
                view.revision(),
                view.nodes());
    }

    public String getName() {
        return name;
    }

    public String getType() {
        return type;
    }

    /** On the node that was asked. */
    public String getState() {
        return state;
    }

    /** Whether an installer brought it. */
    public boolean isTrusted() {
        return trusted;
    }

    /** The libraries that a component uses; of a library, the components that use it. */
    public String[] getLibraries() {
        return libraries.toArray(String[]::new);
    }

    /** As all nodes are to have it; empty if nobody has decided that. */
    public String getDesired() {
        return desired.orElse("");
    }

    /** Of that decision; 0 without one. */
    public long getRevision() {
        return revision.orElse(0);
    }

    /** {@code <node> <state>} each, as was last heard of it. */
    public String[] getNodes() {
        return nodes.entrySet().stream()
                .map(node -> node.getKey() + " " + node.getValue())
                .toArray(String[]::new);
    }
}
