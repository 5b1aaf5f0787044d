package org.esbmt.registry.api.service;

/** The state of a deployed assembly that an administrator wants (JSR-208, section 6.8). */
public enum DesiredState {
    STARTED,
    STOPPED,
    SHUT_DOWN
}
