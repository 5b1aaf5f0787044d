package org.esbmt.registry.postgresql.internal;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** The rows of one user: reads and writes them in the transaction of the connection. */
final class UserRows {
    /** The select list of {@link #user}, before the FROM clause. */
    static final String FROM = "SELECT u.tenant_id, u.user_id, u.login, u.state, u.created_at, u.revision,"
            + " EXISTS (SELECT 1 FROM role_assignment a WHERE a.tenant_id = u.tenant_id AND a.user_id = u.user_id"
            + " AND a.is_default_admin) AS is_default_admin,"
            + " ARRAY(SELECT a.role_code FROM role_assignment a WHERE a.tenant_id = u.tenant_id"
            + " AND a.user_id = u.user_id) AS roles";

    private static final String NOBODY_LEFT =
            "The installation would be left without an active " + Role.SYSTEM_ADMIN + " who has a password.";

    private UserRows() {}

    static void checkLevel(TenantId tenant, Set<Role> roles) throws RegistryException {
        Role.Level level = tenant.equals(TenantRegistry.SYSTEM) ? Role.Level.SYSTEM : Role.Level.TENANT;
        if (roles.isEmpty() || roles.stream().anyMatch(role -> role.level() != level)) {
            throw new RegistryException.RuleBroken(
                    "A user of tenant " + tenant + " has one or more roles of the level " + level + ", not " + roles
                            + ".",
                    null);
        }
    }

    /** Checks after a change that the installation still has an active administrator. */
    static void keepAnAdministrator(Connection connection, TenantId tenant) throws SQLException, RegistryException {
        if (!tenant.equals(TenantRegistry.SYSTEM)) {
            return;
        }
        // Of two administrators who demote each other, the second waits here and then sees the committed state.
        Sql.execute(
                connection,
                "SELECT 1 FROM tenant WHERE tenant_id = ? FOR NO KEY UPDATE",
                TenantRegistry.SYSTEM.value());
        Optional<Boolean> left = Sql.one(
                connection,
                "SELECT 1 FROM role_assignment a JOIN tenant_user u USING (tenant_id, user_id)"
                        + " JOIN user_credential c USING (tenant_id, user_id) WHERE a.tenant_id = ? AND a.role_code = ?"
                        + " AND u.state = 'ACTIVE' AND c.kind = 'PASSWORD' AND c.verifier IS NOT NULL LIMIT 1",
                row -> true,
                TenantRegistry.SYSTEM.value(),
                Role.SYSTEM_ADMIN.name());
        if (left.isEmpty()) {
            throw new RegistryException.RuleBroken(NOBODY_LEFT, null);
        }
    }

    /** @param by null: the user itself */
    static Versioned<TenantUser> insert(
            Connection connection,
            TenantId tenant,
            NewUser user,
            Set<Role> roles,
            boolean defaultAdministrator,
            UserId by)
            throws SQLException, RegistryException {
        UserId id = user.id();
        try {
            Sql.execute(
                    connection,
                    "INSERT INTO tenant_user (tenant_id, user_id, login) VALUES (?, ?, ?)",
                    tenant.value(),
                    id.value(),
                    user.login().value());
        } catch (SQLException e) {
            if (SqlErrors.broke(e, SqlErrors.UNIQUE_VIOLATION, "user_login_taken")) {
                throw new RegistryException.Conflict(
                        "Tenant " + tenant + " has a user with the login '" + user.login() + "' already.");
            }
            if (SqlErrors.broke(e, SqlErrors.UNIQUE_VIOLATION, "tenant_user_pkey")) {
                throw new RegistryException.Conflict("Tenant " + tenant + " has a user " + id + " already.");
            }
            throw e;
        }
        Sql.execute(
                connection,
                "INSERT INTO user_credential (tenant_id, user_id, kind, verifier) VALUES (?, ?, 'PASSWORD', ?)",
                tenant.value(),
                id.value(),
                user.verifier().text());
        for (Role role : roles) {
            assign(connection, tenant, id, role, defaultAdministrator, by == null ? id : by);
        }
        return find(connection, tenant, id).orElseThrow();
    }

    static void assign(
            Connection connection, TenantId tenant, UserId user, Role role, boolean defaultAdministrator, UserId by)
            throws SQLException {
        Sql.execute(
                connection,
                "INSERT INTO role_assignment (tenant_id, user_id, role_code, is_default_admin, granted_by)"
                        + " VALUES (?, ?, ?, ?, ?)",
                tenant.value(),
                user.value(),
                role.name(),
                defaultAdministrator,
                by.value());
    }

    /** @param more columns to set, an SQL text that never contains input from outside */
    static void change(Connection connection, TenantId tenant, UserId user, long expectedRevision, String more)
            throws SQLException, RegistryException {
        int changed = Sql.execute(
                connection,
                "UPDATE tenant_user SET revision = revision + 1" + more
                        + " WHERE tenant_id = ? AND user_id = ? AND revision = ?",
                tenant.value(),
                user.value(),
                expectedRevision);
        if (changed == 0) {
            long now = find(connection, tenant, user)
                    .orElseThrow(() ->
                            new RegistryException.NotFound("There is no user " + user + " in tenant " + tenant + "."))
                    .revision();
            throw new RegistryException.Stale(
                    "User " + user + " is at revision " + now + " by now, not at " + expectedRevision + ".");
        }
    }

    static Optional<Versioned<TenantUser>> find(Connection connection, TenantId tenant, UserId user)
            throws SQLException {
        return Sql.one(
                connection,
                FROM + " FROM tenant_user u WHERE u.tenant_id = ? AND u.user_id = ?",
                UserRows::user,
                tenant.value(),
                user.value());
    }

    static Versioned<TenantUser> user(ResultSet row) throws SQLException {
        TenantUser user = new TenantUser(
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new UserId(row.getObject("user_id", UUID.class)),
                new Login(row.getString("login")),
                UserState.valueOf(row.getString("state")),
                row.getBoolean("is_default_admin"),
                roles(row),
                row.getObject("created_at", OffsetDateTime.class).toInstant());
        return new Versioned<>(user, row.getLong("revision"));
    }

    private static Set<Role> roles(ResultSet row) throws SQLException {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (String role : (String[]) row.getArray("roles").getArray()) {
            roles.add(Role.valueOf(role));
        }
        return roles;
    }
}
