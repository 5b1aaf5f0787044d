package org.esbmt.administration.shell.internal.support;

import org.esbmt.administration.api.Administrator;

/**
 * The option with which a command changes what it changes at one revision only. Commands have it whose administration compares
 * the revision; one that makes something new, of which nobody can have seen a revision, has not.
 */
public final class Revision {
    public static final String OPTION = "--revision";
    public static final String DESCRIPTION =
            "The revision that is to be changed; if somebody changed it since, nothing is done.";

    private Revision() {}

    /**
     * Expects the revision that was typed.
     *
     * @param typed null if the option was left out
     */
    public static Administrator expected(Administrator by, String typed) {
        return typed == null ? by : by.expecting(Numbers.of(OPTION, typed));
    }
}
