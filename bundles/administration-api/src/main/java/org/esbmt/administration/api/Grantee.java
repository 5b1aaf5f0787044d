package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
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
            requireNonNull(role, "role");
        }

        @Override
        public String toString() {
            return "role " + role;
        }
    }

    /** The roles of a tenant's users. */
    enum Role {
        TENANT_ADMIN,
        TENANT_OPERATOR,
        TENANT_AUDITOR,
        TENANT_USER;

        /** The role of that name, in upper or lower case; the refusal names the known ones. */
        public static Role of(String name) {
            for (Role role : values()) {
                if (role.name().equalsIgnoreCase(name.replace('-', '_'))) {
                    return role;
                }
            }
            throw new IllegalArgumentException(
                    "a tenant's role is one of " + Arrays.toString(values()) + ", not '" + name + "'");
        }
    }
}
