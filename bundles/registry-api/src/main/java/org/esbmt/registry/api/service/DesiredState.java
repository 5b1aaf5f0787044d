package org.esbmt.registry.api.service;

/** What an administrator can want of a deployed assembly (JSR-208, section 6.8). */
public enum DesiredState {
    STARTED,
    STOPPED,
    SHUT_DOWN
}
