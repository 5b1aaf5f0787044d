package org.esbmt.tenancy.api.quota;

import static java.util.Objects.requireNonNull;

import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.UserId;

/** The holder of a contingent: one user, or all users with a role together. */
public sealed interface Grantee {

    /** One user of the tenant. */
    record ToUser(UserId user) implements Grantee {
        public ToUser {
            requireNonNull(user, "user");
        }

        @Override
        public String toString() {
            return "user " + user;
        }
    }

    /** All users of the tenant with a role, together. */
    record ToRole(Role role) implements Grantee {
        public ToRole {
            if (role.level() != Role.Level.TENANT) {
                throw new IllegalArgumentException(role + " is no role of a tenant");
            }
        }

        @Override
        public String toString() {
            return "role " + role;
        }
    }
}
