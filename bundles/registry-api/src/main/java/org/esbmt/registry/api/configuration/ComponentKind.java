package org.esbmt.registry.api.configuration;

/** The kinds of components of JSR-208, and the libraries that components share. */
public enum ComponentKind {
    BINDING_COMPONENT,
    SERVICE_ENGINE,
    /** A shared library has no life cycle: an installed one is {@link ComponentState#SHUTDOWN}. */
    SHARED_LIBRARY
}
