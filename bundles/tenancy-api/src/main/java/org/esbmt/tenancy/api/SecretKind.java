package org.esbmt.tenancy.api;

import java.util.Arrays;

/** The kinds of secrets of a tenant, by their use at a back end. */
public enum SecretKind {
    /** A password, with the name of a user at the back end or without one. */
    PASSWORD,
    /** A bearer token (RFC 6750). */
    BEARER;

    /** The kind of that name, in upper or lower case. The exception for an unknown name lists the known ones. */
    public static SecretKind of(String name) {
        for (SecretKind kind : values()) {
            if (kind.name().equalsIgnoreCase(name)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(
                "a secret's kind is one of " + Arrays.toString(values()) + ", not '" + name + "'");
    }
}
