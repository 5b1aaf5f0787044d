package org.esbmt.tenancy.api;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/** Identifies a user within one tenant; without the tenant it is ambiguous. */
public record UserId(UUID value) implements Comparable<UserId> {

    public UserId {
        requireNonNull(value, "value");
    }

    /**
     * Reads the canonical text form: 36 characters, lower case (RFC 9562, section 4).
     *
     * @throws IllegalArgumentException if the text is anything else; {@link UUID#fromString} alone accepts short forms
     */
    public static UserId of(String text) {
        return new UserId(CanonicalUuid.parse(text));
    }

    @Override
    public int compareTo(UserId other) {
        return value.compareTo(other.value);
    }

    /** The canonical text form, which {@link #of} reads. */
    @Override
    public String toString() {
        return value.toString();
    }
}
