package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * A JBI component, or a shared library of components.
 *
 * @param name as its installer names it
 * @param artifact the installer; only with {@link Action#INSTALL}
 * @param installer which one brought what is meant, so that a node leaves alone what it has of that name from another one; empty
 *     for the bus's own components, and with {@link Action#INSTALL}
 */
public record ComponentManagementCommand(
        String name, Action action, Optional<Artifact> artifact, Optional<Sha256> installer)
        implements ManagementCommand {
    public ComponentManagementCommand {
        Checks.component(name);
        requireNonNull(action, "action");
        requireNonNull(artifact, "artifact");
        requireNonNull(installer, "installer");
        Checks.artifact(action, action == Action.INSTALL, artifact);
        if (action == Action.INSTALL && installer.isPresent()) {
            throw new IllegalArgumentException("INSTALL names its installer by the artifact");
        }
    }

    /** Of what this installer brings. */
    public static ComponentManagementCommand install(String name, Artifact installer) {
        return new ComponentManagementCommand(name, Action.INSTALL, Optional.of(installer), Optional.empty());
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
