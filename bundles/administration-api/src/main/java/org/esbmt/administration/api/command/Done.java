package org.esbmt.administration.api.command;

/** The result of a command that tells nothing beyond its success. */
public enum Done {
    DONE
}
