package org.esbmt.tenancy.api;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * A set of permissions of a user. A role never reaches across tenants; roles of the installation belong to the system
 * tenant.
 */
public enum Role {
    /** Administers the installation, and the life cycle and the quotas of tenants. */
    SYSTEM_ADMIN(Level.SYSTEM),
    /** Operates the installation: stops and starts it, and suspends harmful tenants. */
    SRE(Level.SYSTEM),
    /** Reads, and changes nothing. */
    SYSTEM_AUDITOR(Level.SYSTEM),
    /** Administers one tenant: its users, contingents and assemblies. */
    TENANT_ADMIN(Level.TENANT),
    /** Deploys within contingents, and sends messages. */
    TENANT_OPERATOR(Level.TENANT),
    /** Reads the data of the tenant, and changes nothing. */
    TENANT_AUDITOR(Level.TENANT),
    /** Sends messages. */
    TENANT_USER(Level.TENANT);

    /** The kind of tenant whose users may have a role. */
    public enum Level {
        /** Users of the system tenant. */
        SYSTEM("a role of the installation"),
        /** Users of every other tenant. */
        TENANT("a tenant's role");

        private final String described;

        Level(String described) {
            this.described = described;
        }

        /** The roles of the level, in their order. */
        public List<Role> roles() {
            return Arrays.stream(Role.values())
                    .filter(role -> role.level == this)
                    .toList();
        }

        /**
         * The role of a name, in upper or lower case, and with dashes for underscores.
         *
         * @throws IllegalArgumentException if the level has no role of that name; the message lists its roles
         */
        public Role role(String name) {
            return roles().stream()
                    .filter(role -> role.name().equalsIgnoreCase(name.replace('-', '_')))
                    .findFirst()
                    .orElseThrow(() -> refused(name));
        }

        /**
         * Returns the role.
         *
         * @throws IllegalArgumentException if the role is of the other level
         */
        public Role checked(Role role) {
            if (requireNonNull(role, "role").level != this) {
                throw refused(role.name());
            }
            return role;
        }

        /** Like {@link #checked(Role)}, for each role. */
        public Set<Role> checked(Set<Role> roles) {
            roles.forEach(this::checked);
            return roles;
        }

        private IllegalArgumentException refused(String name) {
            return new IllegalArgumentException(described + " is one of " + roles() + ", not '" + name + "'");
        }
    }

    private static final Set<Role> SENDERS = Set.of(TENANT_ADMIN, TENANT_OPERATOR, TENANT_USER);

    private final Level level;

    Role(Level level) {
        this.level = level;
    }

    public Level level() {
        return level;
    }

    /** True if a user with the role may send messages; an auditor may not. */
    public boolean sends() {
        return SENDERS.contains(this);
    }
}
