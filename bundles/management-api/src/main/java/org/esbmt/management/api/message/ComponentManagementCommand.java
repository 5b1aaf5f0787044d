package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * A command for a JBI component, or a shared library of components.
 *
 * @param name the name in its installer
 * @param artifact the installer; only with {@link Action#INSTALL}
 * @param installer the digest of the part's installer. A node changes no part of the same name from another installer.
 *     Empty for the bus's own components, and with {@link Action#INSTALL}
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

    /** The command to install the part of this installer. */
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
