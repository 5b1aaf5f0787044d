package org.esbmt.administration.api;

import java.util.Arrays;

/** The roles of the installation's users. */
public enum SystemRole {
    /** Has the installation, and the life and the quotas of tenants. */
    SYSTEM_ADMIN,
    /** Runs it: stops and starts, and suspends tenants that do harm. */
    SRE,
    /** Reads, and changes nothing. */
    SYSTEM_AUDITOR;

    /** The role of that name, in upper or lower case; the refusal names the known ones. */
    public static SystemRole of(String name) {
        for (SystemRole role : values()) {
            if (role.name().equalsIgnoreCase(name.replace('-', '_'))) {
                return role;
            }
        }
        throw new IllegalArgumentException(
                "a role of the installation is one of " + Arrays.toString(values()) + ", not '" + name + "'");
    }
}
