package org.esbmt.registry.api.configuration;

/** The kinds of components of JSR-208, and the libraries that components share. */
public enum ComponentKind {
    BINDING_COMPONENT,
    SERVICE_ENGINE,
    /** Has no life cycle: where it is installed, it is {@link ComponentState#SHUTDOWN}. */
    SHARED_LIBRARY
}
