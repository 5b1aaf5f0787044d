package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import org.esbmt.tenancy.api.UserCertificateState;
import org.esbmt.tenancy.api.UserId;

/**
 * Selects certificates of a tenant's users, and a part of their list.
 *
 * @param owner only those of this user
 * @param nameContains any part of the name
 * @param state only those in this state at the moment
 * @param at the moment of the states
 */
public record UserCertificateQuery(
        Optional<UserId> owner,
        Optional<String> nameContains,
        Optional<UserCertificateState> state,
        Instant at,
        Slice slice) {
    public UserCertificateQuery {
        requireNonNull(owner, "owner");
        requireNonNull(nameContains, "nameContains");
        requireNonNull(state, "state");
        requireNonNull(at, "at");
        requireNonNull(slice, "slice");
    }
}
