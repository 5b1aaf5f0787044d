package org.esbmt.registry.api;

import java.util.Set;

/**
 * A set of permissions of a user. A role never reaches across tenants; roles of the installation belong to the system
 * tenant.
 */
public enum Role {
    SYSTEM_ADMIN(Level.SYSTEM),
    SRE(Level.SYSTEM),
    SYSTEM_AUDITOR(Level.SYSTEM),
    TENANT_ADMIN(Level.TENANT),
    TENANT_OPERATOR(Level.TENANT),
    TENANT_AUDITOR(Level.TENANT),
    TENANT_USER(Level.TENANT);

    /** The kind of tenant whose users may have a role. */
    public enum Level {
        /** Users of the system tenant. */
        SYSTEM,
        /** Users of every other tenant. */
        TENANT
    }

    private static final Set<Role> SENDERS = Set.of(TENANT_ADMIN, TENANT_OPERATOR, TENANT_USER);

    private final Level level;

    Role(Level level) {
        this.level = level;
    }

    public Level level() {
        return level;
    }

    /** Whether who has it may send messages; who only looks may not. */
    public boolean sends() {
        return SENDERS.contains(this);
    }
}
