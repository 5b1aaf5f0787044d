package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import java.util.Arrays;
import java.util.Set;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.SystemRole;
import org.esbmt.administration.api.SystemUserAdministration;
import org.esbmt.administration.api.SystemUserAdministration.SystemUserFilter;
import org.esbmt.administration.api.UserView;

/** Asks on behalf of the administrator who is connected. */
final class JmxSystemUsers implements SystemUsersMXBean {
    private final SystemUserAdministration users;

    JmxSystemUsers(SystemUserAdministration users) {
        this.users = requireNonNull(users, "users");
    }

    @Override
    public SystemUserData addSystemUser(String login, String password, String[] roles, String operation) {
        return JmxAdministration.asked(operation, -1, by -> {
            try (Password secret = JmxAdministration.password("password", password)) {
                return new SystemUserData(users.add(by, JmxAdministration.given("login", login), secret, roles(roles)));
            }
        });
    }

    @Override
    public SystemUserPage listSystemUsers(String loginContains, String state, int offset, int limit) {
        return JmxAdministration.asked(by -> new SystemUserPage(users.list(
                by,
                new SystemUserFilter(
                        JmxAdministration.optional(loginContains),
                        JmxAdministration.optional(state).map(UserView.State::of)),
                new PageRequest(offset, limit))));
    }

    @Override
    public SystemUserData setSystemPassword(String login, String password, String operation, long revision) {
        return JmxAdministration.asked(operation, revision, by -> {
            try (Password secret = JmxAdministration.password("password", password)) {
                return new SystemUserData(users.setPassword(by, JmxAdministration.given("login", login), secret));
            }
        });
    }

    @Override
    public SystemUserData lockSystemUser(String login, String operation, long revision) {
        return JmxAdministration.asked(
                operation, revision, by -> new SystemUserData(users.lock(by, JmxAdministration.given("login", login))));
    }

    @Override
    public SystemUserData unlockSystemUser(String login, String operation, long revision) {
        return JmxAdministration.asked(
                operation,
                revision,
                by -> new SystemUserData(users.unlock(by, JmxAdministration.given("login", login))));
    }

    @Override
    public SystemUserData removeSystemUser(String login, String operation, long revision) {
        return JmxAdministration.asked(
                operation,
                revision,
                by -> new SystemUserData(users.remove(by, JmxAdministration.given("login", login))));
    }

    @Override
    public SystemUserData assignSystemRole(String login, String role, String operation, long revision) {
        return JmxAdministration.asked(
                operation,
                revision,
                by -> new SystemUserData(users.assignRole(by, JmxAdministration.given("login", login), role(role))));
    }

    @Override
    public SystemUserData revokeSystemRole(String login, String role, String operation, long revision) {
        return JmxAdministration.asked(
                operation,
                revision,
                by -> new SystemUserData(users.revokeRole(by, JmxAdministration.given("login", login), role(role))));
    }

    private static Set<SystemRole> roles(String[] names) {
        if (names == null || names.length == 0) {
            throw new IllegalArgumentException("roles is missing");
        }
        return Arrays.stream(names).map(JmxSystemUsers::role).collect(toSet());
    }

    private static SystemRole role(String name) {
        return SystemRole.of(JmxAdministration.given("role", name));
    }
}
