package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import java.util.Arrays;
import java.util.Set;
import org.esbmt.administration.api.Grantee;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantAdministration.UserFilter;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.UserView;

/** Asks on behalf of the administrator who is connected. */
final class JmxUsers implements UsersMXBean {
    private final TenantAdministration tenants;
    private final UserAdministration users;

    JmxUsers(TenantAdministration tenants, UserAdministration users) {
        this.tenants = requireNonNull(tenants, "tenants");
        this.users = requireNonNull(users, "users");
    }

    @Override
    public UserData addUser(String tenantId, String login, String password, String[] roles, String operation) {
        return JmxAdministration.asked(operation, -1, by -> {
            try (Password secret = JmxAdministration.password("password", password)) {
                return new UserData(tenants.addUser(
                        by,
                        JmxAdministration.tenant(tenantId),
                        JmxAdministration.given("login", login),
                        secret,
                        roles(roles)));
            }
        });
    }

    @Override
    public UserPage listUsers(String tenantId, String loginContains, String state, int offset, int limit) {
        return JmxAdministration.asked(by -> new UserPage(tenants.listUsers(
                by,
                JmxAdministration.tenant(tenantId),
                new UserFilter(
                        JmxAdministration.optional(loginContains),
                        JmxAdministration.optional(state).map(UserView.State::of)),
                new PageRequest(offset, limit))));
    }

    @Override
    public UserData assignRole(String tenantId, String userId, String role, String operation, long revision) {
        return JmxAdministration.asked(
                operation,
                revision,
                by -> new UserData(users.assignRole(
                        by, JmxAdministration.tenant(tenantId), JmxAdministration.user(userId), role(role))));
    }

    @Override
    public UserData revokeRole(String tenantId, String userId, String role, String operation, long revision) {
        return JmxAdministration.asked(
                operation,
                revision,
                by -> new UserData(users.revokeRole(
                        by, JmxAdministration.tenant(tenantId), JmxAdministration.user(userId), role(role))));
    }

    @Override
    public UserData removeUser(String tenantId, String userId, String operation, long revision) {
        return JmxAdministration.asked(
                operation,
                revision,
                by -> new UserData(
                        users.removeUser(by, JmxAdministration.tenant(tenantId), JmxAdministration.user(userId))));
    }

    @Override
    public UserData revokeCredential(String tenantId, String userId, String operation, long revision) {
        return JmxAdministration.asked(
                operation,
                revision,
                by -> new UserData(users.revokeCredential(
                        by, JmxAdministration.tenant(tenantId), JmxAdministration.user(userId))));
    }

    @Override
    public UserData handOverDefaultAdmin(String tenantId, String userId, String operation, long revision) {
        return JmxAdministration.asked(
                operation,
                revision,
                by -> new UserData(users.handOverDefaultAdmin(
                        by, JmxAdministration.tenant(tenantId), JmxAdministration.user(userId))));
    }

    @Override
    public UserData assignDefaultTenantAdmin(String tenantId, String login, String operation, long revision) {
        return JmxAdministration.asked(
                operation,
                revision,
                by -> new UserData(users.assignDefaultAdmin(
                        by, JmxAdministration.tenant(tenantId), JmxAdministration.given("login", login))));
    }

    private static Set<Grantee.Role> roles(String[] names) {
        if (names == null || names.length == 0) {
            throw new IllegalArgumentException("roles is missing");
        }
        return Arrays.stream(names).map(JmxUsers::role).collect(toSet());
    }

    private static Grantee.Role role(String name) {
        return Grantee.Role.of(JmxAdministration.given("role", name));
    }
}
