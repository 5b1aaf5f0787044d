package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * A version of a component to be defined.
 *
 * @param version 1 to 64 visible characters. An installer names no version, so its digest serves as one
 * @param artifact the digest of its installer; empty for a part of the bus itself
 * @param tenantAware true if the component separates tenants by itself
 */
public record NewComponent(
        ComponentName name, String version, ComponentKind kind, Optional<Sha256> artifact, boolean tenantAware) {
    /** The version of every component of the bus itself. */
    public static final String OWN_VERSION = "own";

    public NewComponent {
        requireNonNull(name, "name");
        StoredTexts.checkName("a component's version", version, 64);
        requireNonNull(kind, "kind");
        requireNonNull(artifact, "artifact");
    }

    /** A component of an installer, whose digest is the version. */
    public static NewComponent installed(ComponentName name, ComponentKind kind, Sha256 artifact) {
        return new NewComponent(name, artifact.hex(), kind, Optional.of(artifact), false);
    }

    /** A component of the bus itself. Its version is the same in all versions of the bus. */
    public static NewComponent own(ComponentName name, ComponentKind kind) {
        return new NewComponent(name, OWN_VERSION, kind, Optional.empty(), true);
    }
}
