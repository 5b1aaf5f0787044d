package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.quota.Grantee;

/** The receiver of a contingent: one user, or all users with a role together. */
public sealed interface GranteeRef {

    static GranteeRef of(Grantee grantee) {
        return grantee instanceof Grantee.ToUser one
                ? new ToUser(UserRef.of(one.user()))
                : new ToRole(((Grantee.ToRole) grantee).role());
    }

    record ToUser(UserRef user) implements GranteeRef {
        public ToUser {
            requireNonNull(user, "user");
        }

        @Override
        public String toString() {
            return "user " + user;
        }
    }

    record ToRole(Role role) implements GranteeRef {
        public ToRole {
            Role.Level.TENANT.checked(role);
        }

        @Override
        public String toString() {
            return "role " + role;
        }
    }
}
