package org.esbmt.tenancy.api;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/** Identifies a tenant permanently. It appears in URLs and in logs: it is not a secret. */
public record TenantId(UUID value) implements Comparable<TenantId> {

    public TenantId {
        requireNonNull(value, "value");
    }

    /**
     * Reads the canonical text form: 36 characters, lower case (RFC 9562, section 4).
     *
     * @throws IllegalArgumentException if the text is anything else; {@link UUID#fromString} alone accepts short forms
     */
    public static TenantId of(String text) {
        return new TenantId(CanonicalUuid.parse(text));
    }

    @Override
    public int compareTo(TenantId other) {
        return value.compareTo(other.value);
    }

    /** The canonical text form, which {@link #of} reads. */
    @Override
    public String toString() {
        return value.toString();
    }
}
