package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.UserId;

/**
 * A user of the installation, as administrators see it.
 *
 * @param id the identifier of the actor in the audit
 * @param login unique in the installation: 1 to 128 printable characters without spaces or {@code /}
 * @param roles in the order of the enum
 */
public record SystemUserView(
        UserId id, String login, UserView.State state, Set<Role> roles, Instant createdAt, long revision) {
    public SystemUserView {
        requireNonNull(id, "id");
        requireNonNull(login, "login");
        requireNonNull(state, "state");
        roles = Collections.unmodifiableSet(roles.isEmpty() ? EnumSet.noneOf(Role.class) : EnumSet.copyOf(roles));
        requireNonNull(createdAt, "createdAt");
    }
}
