package org.esbmt.tenancy.api;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/** Identifies a private key of a tenant. It is no secret. */
public record TenantKeyId(UUID value) {

    public TenantKeyId {
        requireNonNull(value, "value");
    }

    /**
     * Reads the canonical text form: 36 characters, lower case (RFC 9562, section 4).
     *
     * @throws IllegalArgumentException if the text is anything else
     */
    public static TenantKeyId of(String text) {
        return new TenantKeyId(CanonicalUuid.parse(text));
    }

    /** The canonical text form, which {@link #of} reads. */
    @Override
    public String toString() {
        return value.toString();
    }
}
