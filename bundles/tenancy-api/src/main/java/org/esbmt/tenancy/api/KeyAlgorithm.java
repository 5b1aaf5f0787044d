package org.esbmt.tenancy.api;

import java.util.Arrays;

/** The kinds of private keys that the bus generates for tenants. */
public enum KeyAlgorithm {
    RSA_2048,
    RSA_3072,
    RSA_4096,
    EC_P256,
    EC_P384;

    /**
     * The algorithm of that name, in upper or lower case, and with dashes for underscores. The exception for an unknown
     * name lists the known ones.
     */
    public static KeyAlgorithm of(String name) {
        for (KeyAlgorithm algorithm : values()) {
            if (algorithm.name().equalsIgnoreCase(name.replace('-', '_'))) {
                return algorithm;
            }
        }
        throw new IllegalArgumentException(
                "a key's algorithm is one of " + Arrays.toString(values()) + ", not '" + name + "'");
    }
}
