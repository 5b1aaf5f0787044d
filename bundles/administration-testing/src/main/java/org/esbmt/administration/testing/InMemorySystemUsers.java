package org.esbmt.administration.testing;

import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.SystemUserAdministration;
import org.esbmt.administration.api.SystemUserView;
import org.esbmt.administration.api.UserView.State;
import org.esbmt.administration.api.command.SystemUserCommand;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.UserId;

/**
 * Users of the installation for the tests of administration's adapters. It accepts every administrator and enforces no
 * rule.
 */
public final class InMemorySystemUsers implements SystemUserAdministration {
    private final Map<String, SystemUserView> users = new TreeMap<>();
    private final Map<String, String> passwords = new HashMap<>();
    private final InMemoryCommands commands = new InMemoryCommands()
            .on(SystemUserCommand.AddSystemUser.class, (by, c) -> added(c))
            .on(SystemUserCommand.SetSystemPassword.class, (by, c) -> {
                SystemUserView user = existing(c.login());
                passwords.put(c.login(), new String(c.password().characters()));
                return put(user, user.state(), user.roles());
            })
            .on(SystemUserCommand.LockSystemUser.class, (by, c) -> put(c.login(), State.LOCKED))
            .on(SystemUserCommand.UnlockSystemUser.class, (by, c) -> put(c.login(), State.ACTIVE))
            .on(SystemUserCommand.RemoveSystemUser.class, (by, c) -> put(c.login(), State.REVOKED))
            .on(SystemUserCommand.AssignSystemRole.class, (by, c) -> {
                SystemUserView user = existing(c.login());
                Set<Role> roles = EnumSet.of(c.role());
                roles.addAll(user.roles());
                return put(user, user.state(), roles);
            })
            .on(SystemUserCommand.RevokeSystemRole.class, (by, c) -> {
                SystemUserView user = existing(c.login());
                Set<Role> roles = EnumSet.copyOf(user.roles());
                if (!roles.remove(c.role())) {
                    throw new AdministrationException(CONFLICT, "user '" + c.login() + "' has not got " + c.role());
                }
                return put(user, user.state(), roles);
            });

    public InMemoryCommands commands() {
        return commands;
    }

    /** The password as it was given, in the clear; null for an unknown user. */
    public String password(String login) {
        return passwords.get(login);
    }

    @Override
    public Page<SystemUserView> list(Administrator by, SystemUserFilter filter, PageRequest page) {
        commands.asked(by);
        List<SystemUserView> all = users.values().stream()
                .filter(u -> filter.loginContains().map(u.login()::contains).orElse(true))
                .filter(u -> filter.state().map(u.state()::equals).orElse(true))
                .toList();
        return Page.of(all, page);
    }

    private SystemUserView added(SystemUserCommand.AddSystemUser command) throws AdministrationException {
        if (users.containsKey(command.login())) {
            throw new AdministrationException(CONFLICT, "there is a user '" + command.login() + "' already");
        }
        passwords.put(command.login(), new String(command.password().characters()));
        return put(new SystemUserView(
                new UserId(UUID.randomUUID()), command.login(), State.ACTIVE, command.roles(), Instant.now(), 1));
    }

    private SystemUserView existing(String login) throws AdministrationException {
        SystemUserView user = users.get(login);
        if (user == null) {
            throw new AdministrationException(NOT_FOUND, "the installation has no user '" + login + "'");
        }
        return user;
    }

    private SystemUserView put(String login, State state) throws AdministrationException {
        SystemUserView user = existing(login);
        return put(user, state, user.roles());
    }

    private SystemUserView put(SystemUserView user, State state, Set<Role> roles) {
        return put(new SystemUserView(user.id(), user.login(), state, roles, user.createdAt(), user.revision() + 1));
    }

    private SystemUserView put(SystemUserView user) {
        users.put(user.login(), user);
        return user;
    }
}
