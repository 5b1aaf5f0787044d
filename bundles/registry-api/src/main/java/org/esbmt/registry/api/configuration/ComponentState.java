package org.esbmt.registry.api.configuration;

/** The states of a component of JSR-208, and that it is not installed. */
public enum ComponentState {
    ABSENT,
    SHUTDOWN,
    STOPPED,
    STARTED
}
