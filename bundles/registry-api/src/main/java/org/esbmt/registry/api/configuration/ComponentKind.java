package org.esbmt.registry.api.configuration;

/** The kinds of components of JSR-208. */
public enum ComponentKind {
    BINDING_COMPONENT,
    SERVICE_ENGINE
}
