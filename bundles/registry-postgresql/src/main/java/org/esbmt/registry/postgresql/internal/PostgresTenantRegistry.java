package org.esbmt.registry.postgresql.internal;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantQuery;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserQuery;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The tables of {@code registries-sql/tenant-registry}. The rules that the tables enforce are not checked again here.
 */
final class PostgresTenantRegistry implements TenantRegistry {
    private static final String TENANT =
            "tenant_id, name, display_name, state, before_offboarding, created_at, revision";
    private final RegistryTransactions transactions;

    PostgresTenantRegistry(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public CreatedTenant createTenant(NewTenant tenant, UserId by) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(by, "by");
        return transactions.write(connection -> {
            Versioned<Tenant> created = insertTenant(connection, tenant);
            Versioned<TenantUser> admin = UserRows.insert(
                    connection, created.value().id(), tenant.administrator(), Set.of(Role.TENANT_ADMIN), true, by);
            return new CreatedTenant(created, admin);
        });
    }

    @Override
    public Optional<Versioned<Tenant>> findTenant(TenantId tenant) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.read(connection -> tenant(connection, tenant));
    }

    @Override
    public Optional<Versioned<Tenant>> holdTenant(TenantId tenant) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.write(connection -> Sql.one(
                connection,
                "SELECT " + TENANT + " FROM tenant WHERE tenant_id = ? FOR SHARE",
                PostgresTenantRegistry::tenant,
                tenant.value()));
    }

    @Override
    public Optional<Versioned<Tenant>> findTenant(TenantName name) throws RegistryException {
        requireNonNull(name, "name");
        return transactions.read(connection -> Sql.one(
                connection,
                "SELECT " + TENANT + " FROM tenant WHERE name = ?",
                PostgresTenantRegistry::tenant,
                name.value()));
    }

    @Override
    public Listing<Versioned<Tenant>> listTenants(TenantQuery query) throws RegistryException {
        // Only the conditions of the query are in the statement. With an optional parameter the planner expects few
        // rows, and would sort all of them.
        StringBuilder from = new StringBuilder(" FROM tenant WHERE tenant_id <> ?");
        List<Object> parameters = new ArrayList<>(List.of(SYSTEM.value()));
        query.nameAfter().ifPresent(after -> {
            from.append(" AND name > ?");
            parameters.add(after);
        });
        query.nameContains().ifPresent(part -> {
            from.append(" AND position(? in name) > 0");
            parameters.add(part);
        });
        query.state().ifPresent(state -> {
            from.append(" AND state = ?::tenant_state");
            parameters.add(state.name());
        });
        return transactions.read(connection -> Sql.boundedListing(
                connection,
                "SELECT " + TENANT,
                from.toString(),
                " ORDER BY name",
                PostgresTenantRegistry::tenant,
                query.slice(),
                COUNTED,
                parameters.toArray()));
    }

    @Override
    public Versioned<Tenant> changeTenantState(TenantId tenant, long expectedRevision, TenantState state)
            throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(state, "state");
        if (tenant.equals(SYSTEM)) {
            throw new RegistryException.RuleBroken("The state of the system tenant is fixed.", null);
        }
        return transactions.write(connection -> {
            Optional<Versioned<Tenant>> changed = Sql.one(
                    connection,
                    "UPDATE tenant SET state = ?::tenant_state, revision = revision + 1"
                            + " WHERE tenant_id = ? AND revision = ? RETURNING " + TENANT,
                    PostgresTenantRegistry::tenant,
                    state.name(),
                    tenant.value(),
                    expectedRevision);
            if (changed.isEmpty()) {
                long now = tenant(connection, tenant)
                        .orElseThrow(() -> noTenant(tenant))
                        .revision();
                throw new RegistryException.Stale(
                        "Tenant " + tenant + " is at revision " + now + " by now, not at " + expectedRevision + ".");
            }
            return changed.get();
        });
    }

    @Override
    public Versioned<TenantUser> addUser(TenantId tenant, NewUser user, Set<Role> roles, UserId by)
            throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
        requireNonNull(by, "by");
        UserRows.checkLevel(tenant, roles);
        return transactions.write(connection -> {
            if (tenant(connection, tenant).isEmpty()) {
                throw noTenant(tenant);
            }
            return UserRows.insert(connection, tenant, user, roles, false, by);
        });
    }

    @Override
    public Optional<Versioned<TenantUser>> addFirstAdministrator(NewUser administrator) throws RegistryException {
        requireNonNull(administrator, "administrator");
        return transactions.write(connection -> {
            // Nodes that start at once wait for one another here. The next statement has its own, later snapshot.
            Sql.execute(connection, "SELECT 1 FROM tenant WHERE tenant_id = ? FOR NO KEY UPDATE", SYSTEM.value());
            Optional<Boolean> any = Sql.one(
                    connection,
                    "SELECT 1 FROM role_assignment WHERE tenant_id = ? AND role_code = ? LIMIT 1",
                    row -> true,
                    SYSTEM.value(),
                    Role.SYSTEM_ADMIN.name());
            return any.isPresent()
                    ? Optional.empty()
                    : Optional.of(
                            UserRows.insert(connection, SYSTEM, administrator, Set.of(Role.SYSTEM_ADMIN), false, null));
        });
    }

    @Override
    public Versioned<TenantUser> setVerifier(TenantId tenant, UserId user, long expectedRevision, Verifier verifier)
            throws RegistryException {
        requireNonNull(verifier, "verifier");
        return transactions.write(connection -> {
            UserRows.change(connection, tenant, user, expectedRevision, "");
            Sql.execute(
                    connection,
                    "INSERT INTO user_credential (tenant_id, user_id, kind, verifier) VALUES (?, ?, 'PASSWORD', ?)"
                            + " ON CONFLICT (tenant_id, user_id, kind) DO UPDATE"
                            + " SET verifier = excluded.verifier, version = user_credential.version + 1",
                    tenant.value(),
                    user.value(),
                    verifier.text());
            return UserRows.find(connection, tenant, user).orElseThrow();
        });
    }

    @Override
    public Versioned<TenantUser> changeUserState(TenantId tenant, UserId user, long expectedRevision, UserState state)
            throws RegistryException {
        requireNonNull(state, "state");
        return transactions.write(connection -> {
            UserRows.change(connection, tenant, user, expectedRevision, ", state = '" + state.name() + "'");
            UserRows.keepAnAdministrator(connection, tenant);
            return UserRows.find(connection, tenant, user).orElseThrow();
        });
    }

    @Override
    public Versioned<TenantUser> removeVerifier(TenantId tenant, UserId user, long expectedRevision)
            throws RegistryException {
        return transactions.write(connection -> {
            UserRows.change(connection, tenant, user, expectedRevision, "");
            Sql.execute(
                    connection,
                    "UPDATE user_credential SET verifier = NULL, version = version + 1"
                            + " WHERE tenant_id = ? AND user_id = ? AND kind = 'PASSWORD'",
                    tenant.value(),
                    user.value());
            UserRows.keepAnAdministrator(connection, tenant);
            return UserRows.find(connection, tenant, user).orElseThrow();
        });
    }

    @Override
    public Versioned<TenantUser> changeRoles(
            TenantId tenant, UserId user, long expectedRevision, Set<Role> roles, UserId by) throws RegistryException {
        requireNonNull(by, "by");
        UserRows.checkLevel(tenant, roles);
        return transactions.write(connection -> {
            UserRows.change(connection, tenant, user, expectedRevision, "");
            TenantUser now =
                    UserRows.find(connection, tenant, user).orElseThrow().value();
            if (now.state() == UserState.REVOKED) {
                throw new RegistryException.RuleBroken("User " + user + " was revoked for good.", null);
            }
            if (now.defaultAdministrator() && !roles.contains(Role.TENANT_ADMIN)) {
                throw new RegistryException.RuleBroken(
                        "User " + user + " is the default administrator of tenant " + tenant + ", so stays "
                                + Role.TENANT_ADMIN + ".",
                        null);
            }
            for (Role role : now.roles()) {
                if (!roles.contains(role)) {
                    Sql.execute(
                            connection,
                            "DELETE FROM role_assignment WHERE tenant_id = ? AND user_id = ? AND role_code = ?",
                            tenant.value(),
                            user.value(),
                            role.name());
                }
            }
            for (Role role : roles) {
                if (!now.roles().contains(role)) {
                    UserRows.assign(connection, tenant, user, role, false, by);
                }
            }
            UserRows.keepAnAdministrator(connection, tenant);
            return UserRows.find(connection, tenant, user).orElseThrow();
        });
    }

    @Override
    public Versioned<TenantUser> changeDefaultAdministrator(
            TenantId tenant, UserId user, long expectedRevision, UserId by) throws RegistryException {
        return makeDefault(tenant, Optional.empty(), user, expectedRevision, by);
    }

    @Override
    public Versioned<TenantUser> handOverDefaultAdministrator(
            TenantId tenant, UserId from, UserId user, long expectedRevision) throws RegistryException {
        return makeDefault(tenant, Optional.of(from), user, expectedRevision, from);
    }

    private Versioned<TenantUser> makeDefault(
            TenantId tenant, Optional<UserId> from, UserId user, long expectedRevision, UserId by)
            throws RegistryException {
        requireNonNull(by, "by");
        if (tenant.equals(SYSTEM)) {
            throw new RegistryException.RuleBroken("The system tenant has no default administrator.", null);
        }
        return transactions.write(connection -> {
            // A concurrent change waits here, and then reads the committed state.
            Sql.execute(connection, "SELECT 1 FROM tenant WHERE tenant_id = ? FOR NO KEY UPDATE", tenant.value());
            if (from.isPresent()
                    && UserRows.find(connection, tenant, from.get())
                            .filter(found -> found.value().defaultAdministrator())
                            .isEmpty()) {
                throw new RegistryException.Stale(
                        "User " + from.get() + " is not the default administrator of tenant " + tenant + " any more.");
            }
            UserRows.change(connection, tenant, user, expectedRevision, "");
            TenantUser now =
                    UserRows.find(connection, tenant, user).orElseThrow().value();
            if (now.state() != UserState.ACTIVE) {
                throw new RegistryException.RuleBroken(
                        "User " + user + " is " + now.state() + ", so cannot be the default administrator.", null);
            }
            Sql.execute(
                    connection,
                    "UPDATE tenant_user u SET revision = revision + 1 FROM role_assignment a WHERE a.tenant_id = ?"
                            + " AND a.is_default_admin AND a.user_id <> ? AND u.tenant_id = a.tenant_id"
                            + " AND u.user_id = a.user_id",
                    tenant.value(),
                    user.value());
            Sql.execute(
                    connection,
                    "UPDATE role_assignment SET is_default_admin = false WHERE tenant_id = ? AND is_default_admin",
                    tenant.value());
            if (now.roles().contains(Role.TENANT_ADMIN)) {
                Sql.execute(
                        connection,
                        "UPDATE role_assignment SET is_default_admin = true"
                                + " WHERE tenant_id = ? AND user_id = ? AND role_code = ?",
                        tenant.value(),
                        user.value(),
                        Role.TENANT_ADMIN.name());
            } else {
                UserRows.assign(connection, tenant, user, Role.TENANT_ADMIN, true, by);
            }
            return UserRows.find(connection, tenant, user).orElseThrow();
        });
    }

    @Override
    public Optional<Versioned<TenantUser>> findUser(TenantId tenant, UserId user) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
        return transactions.read(connection -> UserRows.find(connection, tenant, user));
    }

    @Override
    public Optional<Versioned<TenantUser>> findUser(TenantId tenant, Login login) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(login, "login");
        return transactions.read(connection -> Sql.one(
                connection,
                UserRows.FROM + " FROM tenant_user u WHERE u.tenant_id = ? AND u.login = ?",
                UserRows::user,
                tenant.value(),
                login.value()));
    }

    @Override
    public Listing<Versioned<TenantUser>> listUsers(TenantId tenant, UserQuery query) throws RegistryException {
        requireNonNull(tenant, "tenant");
        String login = query.loginContains().orElse(null);
        String state = query.state().map(UserState::name).orElse(null);
        return transactions.read(connection -> Sql.listing(
                connection,
                UserRows.FROM,
                " FROM tenant_user u WHERE u.tenant_id = ? AND (?::text IS NULL OR position(? in u.login) > 0)"
                        + " AND (?::user_state IS NULL OR u.state = ?::user_state)",
                " ORDER BY u.login",
                UserRows::user,
                query.slice(),
                tenant.value(),
                login,
                login,
                state,
                state));
    }

    @Override
    public Set<Role> roles(TenantId tenant, UserId user) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
        return transactions.read(connection -> {
            Set<Role> roles = EnumSet.noneOf(Role.class);
            roles.addAll(Sql.all(
                    connection,
                    "SELECT role_code FROM role_assignment WHERE tenant_id = ? AND user_id = ?",
                    row -> Role.valueOf(row.getString("role_code")),
                    tenant.value(),
                    user.value()));
            return Set.copyOf(roles);
        });
    }

    @Override
    public void checkRules() throws RegistryException {
        transactions.write(connection -> {
            Sql.execute(connection, "SET CONSTRAINTS ALL IMMEDIATE");
            return Sql.execute(connection, "SET CONSTRAINTS ALL DEFERRED");
        });
    }

    private static Versioned<Tenant> insertTenant(Connection connection, NewTenant tenant)
            throws SQLException, RegistryException {
        try {
            return Sql.one(
                            connection,
                            "INSERT INTO tenant (tenant_id, name, display_name, state) VALUES (?, ?, ?, 'ACTIVE') RETURNING "
                                    + TENANT,
                            PostgresTenantRegistry::tenant,
                            tenant.id().value(),
                            tenant.name().value(),
                            tenant.displayName())
                    .orElseThrow();
        } catch (SQLException e) {
            if (SqlErrors.broke(e, SqlErrors.UNIQUE_VIOLATION, "tenant_name_taken")) {
                throw new RegistryException.Conflict("There is a tenant named '" + tenant.name() + "' already.");
            }
            if (SqlErrors.broke(e, SqlErrors.UNIQUE_VIOLATION, "tenant_pkey")) {
                throw new RegistryException.Conflict("There is a tenant " + tenant.id() + " already.");
            }
            throw e;
        }
    }

    private static Optional<Versioned<Tenant>> tenant(Connection connection, TenantId tenant) throws SQLException {
        return Sql.one(
                connection,
                "SELECT " + TENANT + " FROM tenant WHERE tenant_id = ?",
                PostgresTenantRegistry::tenant,
                tenant.value());
    }

    private static Versioned<Tenant> tenant(ResultSet row) throws SQLException {
        Tenant tenant = new Tenant(
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new TenantName(row.getString("name")),
                row.getString("display_name"),
                TenantState.valueOf(row.getString("state")),
                Optional.ofNullable(row.getString("before_offboarding")).map(TenantState::valueOf),
                row.getObject("created_at", OffsetDateTime.class).toInstant());
        return new Versioned<>(tenant, row.getLong("revision"));
    }

    private static RegistryException.NotFound noTenant(TenantId tenant) {
        return new RegistryException.NotFound("There is no tenant " + tenant + ".");
    }
}
