package org.esbmt.administration.testing;

import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.SystemRole;
import org.esbmt.administration.api.SystemUserAdministration;
import org.esbmt.administration.api.SystemUserView;
import org.esbmt.administration.api.UserView;
import org.esbmt.tenancy.api.UserId;

/** Users of the installation for the tests of administration's adapters: believes every administrator and keeps no rule. */
public final class InMemorySystemUsers implements SystemUserAdministration {
    private final Map<String, SystemUserView> users = new TreeMap<>();
    private final Map<String, String> passwords = new HashMap<>();
    private Optional<Administrator> lastBy = Optional.empty();

    /** Who asked last. */
    public synchronized Optional<Administrator> lastBy() {
        return lastBy;
    }

    /** In clear text, as it was given; null for somebody who is not there. */
    public synchronized String password(String login) {
        return passwords.get(login);
    }

    @Override
    public synchronized SystemUserView add(Administrator by, String login, Password password, Set<SystemRole> roles)
            throws AdministrationException {
        lastBy = Optional.of(by);
        if (users.containsKey(login)) {
            throw new AdministrationException(CONFLICT, "there is a user '" + login + "' already");
        }
        passwords.put(login, new String(password.characters()));
        return put(new SystemUserView(
                new UserId(UUID.randomUUID()), login, UserView.State.ACTIVE, roles, Instant.now(), 1));
    }

    @Override
    public synchronized SystemUserView setPassword(Administrator by, String login, Password password)
            throws AdministrationException {
        SystemUserView user = changing(by, login);
        passwords.put(login, new String(password.characters()));
        return changed(user, user.state(), user.roles());
    }

    @Override
    public synchronized SystemUserView lock(Administrator by, String login) throws AdministrationException {
        SystemUserView user = changing(by, login);
        return changed(user, UserView.State.LOCKED, user.roles());
    }

    @Override
    public synchronized SystemUserView unlock(Administrator by, String login) throws AdministrationException {
        SystemUserView user = changing(by, login);
        return changed(user, UserView.State.ACTIVE, user.roles());
    }

    @Override
    public synchronized SystemUserView remove(Administrator by, String login) throws AdministrationException {
        SystemUserView user = changing(by, login);
        return changed(user, UserView.State.REVOKED, user.roles());
    }

    @Override
    public synchronized SystemUserView assignRole(Administrator by, String login, SystemRole role)
            throws AdministrationException {
        SystemUserView user = changing(by, login);
        Set<SystemRole> roles = EnumSet.of(role);
        roles.addAll(user.roles());
        return changed(user, user.state(), roles);
    }

    @Override
    public synchronized SystemUserView revokeRole(Administrator by, String login, SystemRole role)
            throws AdministrationException {
        SystemUserView user = changing(by, login);
        Set<SystemRole> roles = EnumSet.copyOf(user.roles());
        if (!roles.remove(role)) {
            throw new AdministrationException(CONFLICT, "user '" + login + "' has not got the role " + role);
        }
        return changed(user, user.state(), roles);
    }

    @Override
    public synchronized Page<SystemUserView> list(Administrator by, SystemUserFilter filter, PageRequest page) {
        lastBy = Optional.of(by);
        List<SystemUserView> all = users.values().stream()
                .filter(u -> filter.loginContains().map(u.login()::contains).orElse(true))
                .filter(u -> filter.state().map(u.state()::equals).orElse(true))
                .toList();
        return new Page<>(all.stream().skip(page.offset()).limit(page.limit()).toList(), page.offset(), all.size());
    }

    private SystemUserView changing(Administrator by, String login) throws AdministrationException {
        lastBy = Optional.of(by);
        SystemUserView user = users.get(login);
        if (user == null) {
            throw new AdministrationException(NOT_FOUND, "the installation has no user '" + login + "'");
        }
        return user;
    }

    private SystemUserView changed(SystemUserView user, UserView.State state, Set<SystemRole> roles) {
        return put(new SystemUserView(user.id(), user.login(), state, roles, user.createdAt(), user.revision() + 1));
    }

    private SystemUserView put(SystemUserView user) {
        users.put(user.login(), user);
        return user;
    }
}
