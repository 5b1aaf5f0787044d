package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.Set;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.UserView;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * Changes of the users of a tenant. A withdrawal takes effect on every node: at once for administration, within 2 s for messages.
 */
public sealed interface UserCommand<R> extends BatchableCommand<R> {
    /**
     * Adds an active user.
     *
     * @param roles at least one
     */
    record AddUser(TenantRef tenant, String login, Password password, Set<Role> roles)
            implements UserCommand<UserView> {
        public AddUser {
            requireNonNull(tenant, "tenant");
            requireNonNull(login, "login");
            requireNonNull(password, "password");
            roles = Role.Level.TENANT.checked(Set.copyOf(roles));
        }

        public AddUser(TenantId tenant, String login, Password password, Set<Role> roles) {
            this(TenantRef.of(tenant), login, password, roles);
        }

        @Override
        public boolean hasRevision() {
            return false;
        }
    }

    /**
     * Replaces the password; the old one is refused on every node within 2 s. CONFLICT for the default administrator,
     * unless the caller is the same.
     */
    record SetPassword(TenantRef tenant, UserRef user, Password password) implements UserCommand<UserView> {
        public SetPassword {
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
            requireNonNull(password, "password");
        }

        public SetPassword(TenantId tenant, UserId user, Password password) {
            this(TenantRef.of(tenant), UserRef.of(user), password);
        }
    }

    /**
     * Sets another password of the default administrator and unlocks them, for a tenant whose administrator lost it.
     *
     * @param login the default administrator's login; CONFLICT if another user has become the default administrator.
     *     Empty for the present one
     */
    record ResetDefaultAdmin(TenantRef tenant, Optional<String> login, Password password)
            implements UserCommand<UserView> {
        public ResetDefaultAdmin {
            requireNonNull(tenant, "tenant");
            requireNonNull(login, "login");
            requireNonNull(password, "password");
        }

        public ResetDefaultAdmin(TenantId tenant, Password password) {
            this(TenantRef.of(tenant), Optional.empty(), password);
        }
    }

    /** From ACTIVE to LOCKED: the user's messages are refused on every node within 2 s. */
    record LockUser(TenantRef tenant, UserRef user) implements UserCommand<UserView> {
        public LockUser {
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
        }

        public LockUser(TenantId tenant, UserId user) {
            this(TenantRef.of(tenant), UserRef.of(user));
        }
    }

    /** From LOCKED to ACTIVE. */
    record UnlockUser(TenantRef tenant, UserRef user) implements UserCommand<UserView> {
        public UnlockUser {
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
        }

        public UnlockUser(TenantId tenant, UserId user) {
            this(TenantRef.of(tenant), UserRef.of(user));
        }
    }

    /**
     * To REVOKED, for good: the user neither sends nor administers, and does not count as one. The login stays taken,
     * so that the audit always means one person by it. Unused contingents end with it. CONFLICT for the default
     * administrator, and while assemblies of this user alone are deployed.
     */
    record RemoveUser(TenantRef tenant, UserRef user) implements UserCommand<UserView> {
        public RemoveUser {
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
        }

        public RemoveUser(TenantId tenant, UserId user) {
            this(TenantRef.of(tenant), UserRef.of(user));
        }
    }

    /**
     * Revokes the password: the user cannot log in until another one is set. CONFLICT for the default administrator and
     * a removed user.
     */
    record RevokeCredential(TenantRef tenant, UserRef user) implements UserCommand<UserView> {
        public RevokeCredential {
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
        }

        public RevokeCredential(TenantId tenant, UserId user) {
            this(TenantRef.of(tenant), UserRef.of(user));
        }
    }

    /** Assigns a user one more role. CONFLICT if the user has it, or was removed. */
    record AssignRole(TenantRef tenant, UserRef user, Role role) implements UserCommand<UserView> {
        public AssignRole {
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
            Role.Level.TENANT.checked(role);
        }

        public AssignRole(TenantId tenant, UserId user, Role role) {
            this(TenantRef.of(tenant), UserRef.of(user), role);
        }
    }

    /** Revokes a role. CONFLICT if the user does not have it or has no other, and for TENANT_ADMIN of the default administrator. */
    record RevokeRole(TenantRef tenant, UserRef user, Role role) implements UserCommand<UserView> {
        public RevokeRole {
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
            Role.Level.TENANT.checked(role);
        }

        public RevokeRole(TenantId tenant, UserId user, Role role) {
            this(TenantRef.of(tenant), UserRef.of(user), role);
        }
    }

    /**
     * Hands the office over: the default administrator makes another active user the default administrator, who gets TENANT_ADMIN. The
     * former one keeps TENANT_ADMIN. FORBIDDEN for every other caller; CONFLICT if the user is not ACTIVE, or is the default administrator.
     */
    record HandOverDefaultAdmin(TenantRef tenant, UserRef user) implements UserCommand<UserView> {
        public HandOverDefaultAdmin {
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
        }

        public HandOverDefaultAdmin(TenantId tenant, UserId user) {
            this(TenantRef.of(tenant), UserRef.of(user));
        }
    }

    /**
     * As {@link HandOverDefaultAdmin}, by an administrator of the installation, for a tenant without a user who could do it.
     */
    record AssignDefaultAdmin(TenantRef tenant, UserRef user) implements UserCommand<UserView> {
        public AssignDefaultAdmin {
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
        }

        public AssignDefaultAdmin(TenantId tenant, String login) {
            this(TenantRef.of(tenant), UserRef.of(login));
        }
    }
}
