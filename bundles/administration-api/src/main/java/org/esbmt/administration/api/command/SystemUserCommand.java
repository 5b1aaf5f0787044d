package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.SystemUserView;
import org.esbmt.tenancy.api.Role;

/**
 * Changes of the users of the installation: its administrators, operators and auditors. They are users of no tenant and send no messages.
 * A user who is only {@link Role#SRE} or {@link Role#SYSTEM_AUDITOR} has no login of the container, but logs in where tenants
 * do. An active {@link Role#SYSTEM_ADMIN} with a password always remains: a command that leaves none is a CONFLICT.
 */
public sealed interface SystemUserCommand<R> extends Command<R> {
    /**
     * Adds an active user. CONFLICT if the login is taken, by a removed user too.
     *
     * @param login 1 to 128 printable characters without spaces or {@code /}
     * @param roles at least one
     */
    record AddSystemUser(String login, Password password, Set<Role> roles)
            implements SystemUserCommand<SystemUserView> {
        public AddSystemUser {
            requireNonNull(login, "login");
            requireNonNull(password, "password");
            roles = Role.Level.SYSTEM.checked(Set.copyOf(roles));
        }
    }

    /**
     * Replaces the password of another user; a LOCKED user stays LOCKED. CONFLICT for the own one, which
     * {@link AccountCommand.ChangePassword} replaces.
     */
    record SetSystemPassword(String login, Password password) implements SystemUserCommand<SystemUserView> {
        public SetSystemPassword {
            requireNonNull(login, "login");
            requireNonNull(password, "password");
        }
    }

    /** From ACTIVE to LOCKED: the user is refused from then on, on every adapter. */
    record LockSystemUser(String login) implements SystemUserCommand<SystemUserView> {
        public LockSystemUser {
            requireNonNull(login, "login");
        }
    }

    /** From LOCKED to ACTIVE. */
    record UnlockSystemUser(String login) implements SystemUserCommand<SystemUserView> {
        public UnlockSystemUser {
            requireNonNull(login, "login");
        }
    }

    /** To REVOKED, for good. The login stays taken, so that the audit always means one person by it. */
    record RemoveSystemUser(String login) implements SystemUserCommand<SystemUserView> {
        public RemoveSystemUser {
            requireNonNull(login, "login");
        }
    }

    /** Assigns one more role. CONFLICT if the user has it, or was removed. */
    record AssignSystemRole(String login, Role role) implements SystemUserCommand<SystemUserView> {
        public AssignSystemRole {
            requireNonNull(login, "login");
            Role.Level.SYSTEM.checked(role);
        }
    }

    /** Revokes a role. CONFLICT if the user does not have it, has no other, or was removed. */
    record RevokeSystemRole(String login, Role role) implements SystemUserCommand<SystemUserView> {
        public RevokeSystemRole {
            requireNonNull(login, "login");
            Role.Level.SYSTEM.checked(role);
        }
    }
}
