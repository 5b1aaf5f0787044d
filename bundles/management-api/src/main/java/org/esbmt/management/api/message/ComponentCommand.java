package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * A JBI component, or a shared library of components.
 *
 * @param name as its installer names it
 * @param artifact the installer; only with {@link Action#INSTALL}
 */
public record ComponentCommand(String name, Action action, Optional<Artifact> artifact) implements ManagementCommand {
    public ComponentCommand {
        Checks.component(name);
        requireNonNull(action, "action");
        requireNonNull(artifact, "artifact");
        Checks.artifact(action, action == Action.INSTALL, artifact);
    }

    public enum Action {
        INSTALL,
        UNINSTALL,
        UNINSTALL_LIBRARY,
        START,
        STOP,
        SHUT_DOWN
    }
}
