package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Selects users of a tenant, and a part of their list.
 *
 * @param loginContains any part of the login
 * @param state only users in this state
 */
public record UserQuery(Optional<String> loginContains, Optional<UserState> state, Slice slice) {
    public UserQuery {
        requireNonNull(loginContains, "loginContains");
        requireNonNull(state, "state");
        requireNonNull(slice, "slice");
    }

    public static UserQuery all(Slice slice) {
        return new UserQuery(Optional.empty(), Optional.empty(), slice);
    }
}
