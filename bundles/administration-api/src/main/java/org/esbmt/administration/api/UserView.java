package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * A user of a tenant, as administrators see it.
 *
 * @param login unique in the tenant: 1 to 128 printable characters without spaces or {@code /}
 * @param defaultAdministrator true for the tenant's default administrator
 * @param roles the roles of the user
 */
public record UserView(
        TenantId tenant,
        UserId id,
        String login,
        State state,
        boolean defaultAdministrator,
        Set<Role> roles,
        Instant createdAt,
        long revision) {
    public UserView {
        requireNonNull(tenant, "tenant");
        requireNonNull(id, "id");
        requireNonNull(login, "login");
        requireNonNull(state, "state");
        roles = Collections.unmodifiableSet(
                roles.isEmpty() ? EnumSet.noneOf(Role.class) : EnumSet.copyOf(roles)); // in the order of the enum
        requireNonNull(createdAt, "createdAt");
    }

    /** The states of a user. The bus accepts messages of an active user only. */
    public enum State {
        ACTIVE,
        LOCKED,
        REVOKED;

        /** Returns the state of that name, in upper or lower case; the refusal names the known ones. */
        public static State of(String name) {
            for (State state : values()) {
                if (state.name().equalsIgnoreCase(name)) {
                    return state;
                }
            }
            throw new IllegalArgumentException(
                    "a user's state is one of " + Arrays.toString(values()) + ", not '" + name + "'");
        }
    }
}
