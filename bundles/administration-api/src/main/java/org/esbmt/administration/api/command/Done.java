package org.esbmt.administration.api.command;

/** The result of a command that returns only its success. */
public enum Done {
    DONE
}
