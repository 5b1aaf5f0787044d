package org.esbmt.registry.api.configuration;

/** The states of a component of JSR-208, and a state for a component that is not installed. */
public enum ComponentState {
    ABSENT,
    SHUTDOWN,
    STOPPED,
    STARTED
}
