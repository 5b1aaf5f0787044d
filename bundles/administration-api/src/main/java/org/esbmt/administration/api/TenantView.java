package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Arrays;
import org.esbmt.tenancy.api.TenantId;

/**
 * A tenant, as administrators see it.
 *
 * @param name unique on the bus: a letter or digit, then 1 to 62 of {@code a-z 0-9 -}
 * @param revision the revision that an update expects; it grows with each change
 */
public record TenantView(TenantId id, String name, String displayName, State state, Instant createdAt, long revision) {
    public TenantView {
        requireNonNull(id, "id");
        requireNonNull(name, "name");
        requireNonNull(displayName, "displayName");
        requireNonNull(state, "state");
        requireNonNull(createdAt, "createdAt");
    }

    /** The states of a tenant. The bus accepts messages of an active tenant only. */
    public enum State {
        PROVISIONING,
        ACTIVE,
        SUSPENDED,
        DRAINING,
        /** The tenant has asked to leave, and may withdraw the request. */
        OFFBOARDING,
        DELETED;

        /** Returns the state of that name, in upper or lower case; the refusal names the known ones. */
        public static State of(String name) {
            for (State state : values()) {
                if (state.name().equalsIgnoreCase(name)) {
                    return state;
                }
            }
            throw new IllegalArgumentException(
                    "a tenant's state is one of " + Arrays.toString(values()) + ", not '" + name + "'");
        }
    }
}
