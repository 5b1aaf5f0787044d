package org.esbmt.message.security.api;

import static java.util.Objects.requireNonNull;

import org.esbmt.tenancy.api.SecretUse;

/** A secret for one back end. {@link #toString} shows no value. */
public final class BackEndSecret {
    private final String name;
    private final SecretUse use;
    private final byte[] value;

    /**
     * Copies the value.
     *
     * @param name unique in the tenant
     * @param value a password in UTF-8 without control characters, or a bearer token in ASCII (RFC 6750, section 2.1)
     */
    public BackEndSecret(String name, SecretUse use, byte[] value) {
        this.name = requireNonNull(name, "name");
        this.use = requireNonNull(use, "use");
        this.value = value.clone();
    }

    public String name() {
        return name;
    }

    /** The kind of the secret, the user of a password, and the only destination. */
    public SecretUse use() {
        return use;
    }

    /** A copy of the value, which the caller clears. */
    public byte[] value() {
        return value.clone();
    }

    @Override
    public String toString() {
        return "secret " + name + " for " + use.destination();
    }
}
