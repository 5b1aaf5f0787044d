package org.esbmt.tenancy.api;

import java.util.Arrays;

/** The occasion on which operators call a contact of a tenant. */
public enum ContactKind {
    /** An integration of the tenant fails. */
    TECHNICAL,
    /** An account or a message of the tenant was attacked. */
    SECURITY,
    /** A contract or a planned change concerns the tenant. */
    BUSINESS,
    /** An invoice concerns the tenant. */
    BILLING;

    /** The kind of that name, in upper or lower case. The exception for an unknown name lists the known ones. */
    public static ContactKind of(String name) {
        for (ContactKind kind : values()) {
            if (kind.name().equalsIgnoreCase(name)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(
                "a contact's kind is one of " + Arrays.toString(values()) + ", not '" + name + "'");
    }
}
