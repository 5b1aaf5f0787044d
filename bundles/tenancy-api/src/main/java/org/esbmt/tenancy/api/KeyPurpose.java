package org.esbmt.tenancy.api;

import java.util.Arrays;

/** The one use of a tenant's private key. A key of one purpose is never used for another. */
public enum KeyPurpose {
    /** Senders encrypt for it. */
    DECRYPT,
    /** The bus signs messages of the tenant with it. */
    SIGN,
    /** The client certificate of connections to the tenant's back ends. */
    TLS;

    /** The purpose of that name, in upper or lower case. The exception for an unknown name lists the known ones. */
    public static KeyPurpose of(String name) {
        for (KeyPurpose purpose : values()) {
            if (purpose.name().equalsIgnoreCase(name)) {
                return purpose;
            }
        }
        throw new IllegalArgumentException(
                "a key's purpose is one of " + Arrays.toString(values()) + ", not '" + name + "'");
    }
}
