package org.esbmt.administration.shell.internal.support;

import org.esbmt.administration.api.Administrator;

/**
 * The option for the expected revision of a change. A command has it if the administration compares the revision. A command
 * that creates an entry has none, since the entry has no earlier revision.
 */
public final class Revision {
    public static final String OPTION = "--revision";
    public static final String DESCRIPTION =
            "The revision that is to be changed; if somebody changed it since, nothing is done.";

    private Revision() {}

    /**
     * Expects the typed revision.
     *
     * @param typed null if the option was left out
     */
    public static Administrator expected(Administrator by, String typed) {
        return typed == null ? by : by.expecting(Numbers.of(OPTION, typed));
    }
}
