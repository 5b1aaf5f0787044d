package org.esbmt.registry.postgresql.internal.configuration;

import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.RegistryException.Exceeded.Ceiling;
import org.esbmt.registry.api.configuration.Consumer;
import org.esbmt.registry.api.configuration.Consumption;
import org.esbmt.registry.api.configuration.HolderId;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.registry.api.configuration.Use;
import org.esbmt.registry.postgresql.internal.RegistryTransactions;
import org.esbmt.registry.postgresql.internal.Sql;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Resource;

/** Uses in the table {@code resource_use}; {@code quota} and {@code contingent} hold the sums. */
public final class PostgresConsumption implements Consumption {
    private final RegistryTransactions transactions;

    public PostgresConsumption(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public void hold(TenantId tenant, Set<Resource> resources) throws RegistryException {
        transactions.write(connection -> {
            QuotaRows.lock(connection, tenant, resources);
            return resources.size();
        });
    }

    @Override
    public void consume(HolderId holder, List<Use> uses, Consumer consumer) throws RegistryException {
        transactions.write(connection -> {
            QuotaRows.lock(
                    connection,
                    consumer.tenant(),
                    uses.stream().map(Use::resource).toList());
            for (Use use : uses) {
                consume(connection, holder, use, consumer);
            }
            return uses.size();
        });
    }

    @Override
    public List<Use> release(TenantId tenant, HolderId holder) throws RegistryException {
        return transactions.write(connection -> {
            List<Resource> locked = held(connection, tenant, holder).stream()
                    .map(h -> h.use().resource())
                    .toList();
            QuotaRows.lock(connection, tenant, locked);
            // The locks now prevent other releases; uses released in the meantime are missing here.
            List<Use> released = new ArrayList<>();
            for (Held held : held(connection, tenant, holder)) {
                if (locked.contains(held.use().resource())) {
                    release(connection, tenant, held);
                    released.add(held.use());
                }
            }
            return List.copyOf(released);
        });
    }

    @Override
    public void releaseAll(TenantId tenant) throws RegistryException {
        transactions.write(connection -> {
            QuotaRows.lock(connection, tenant, EnumSet.allOf(Resource.class));
            Sql.execute(connection, "DELETE FROM resource_use WHERE tenant_id = ?", tenant.value());
            Sql.execute(connection, "UPDATE contingent SET used = 0 WHERE tenant_id = ? AND used > 0", tenant.value());
            return Sql.execute(
                    connection, "UPDATE quota SET used = 0 WHERE tenant_id = ? AND used > 0", tenant.value());
        });
    }

    @Override
    public List<Use> uses(TenantId tenant, HolderId holder) throws RegistryException {
        return transactions.read(connection -> held(connection, tenant, holder)).stream()
                .map(Held::use)
                .sorted(comparing(Use::resource))
                .toList();
    }

    @Override
    public boolean isWithinContingents(TenantId tenant, HolderId holder, Set<Grantee> grantees)
            throws RegistryException {
        UUID[] users = grantees.stream()
                .filter(Grantee.ToUser.class::isInstance)
                .map(grantee -> ((Grantee.ToUser) grantee).user().value())
                .toArray(UUID[]::new);
        String[] roles = grantees.stream()
                .filter(Grantee.ToRole.class::isInstance)
                .map(grantee -> ((Grantee.ToRole) grantee).role().name())
                .toArray(String[]::new);
        return transactions
                .read(connection -> Sql.one(
                        connection,
                        "SELECT coalesce(bool_and(EXISTS (SELECT 1 FROM contingent_use JOIN contingent USING (contingent_id)"
                                + " WHERE contingent_use.use_id = resource_use.use_id"
                                + " AND (grantee_user = ANY (?) OR grantee_role = ANY (?)))), false) AS within"
                                + " FROM resource_use WHERE tenant_id = ? AND holder = ?",
                        row -> row.getBoolean("within"),
                        users,
                        roles,
                        tenant.value(),
                        holder.value()))
                .orElse(false);
    }

    @Override
    public Map<Resource, Set<Grantee>> grantees(TenantId tenant, HolderId holder) throws RegistryException {
        Map<Resource, Set<Grantee>> grantees = new EnumMap<>(Resource.class);
        List<Map.Entry<Resource, Grantee>> all = transactions.read(connection -> Sql.all(
                connection,
                "SELECT DISTINCT resource, grantee_user, grantee_role FROM resource_use"
                        + " JOIN contingent_use USING (use_id)"
                        + " JOIN (SELECT contingent_id, grantee_user, grantee_role FROM contingent) AS part"
                        + " USING (contingent_id) WHERE tenant_id = ? AND holder = ?",
                row -> Map.entry(Resource.valueOf(row.getString("resource")), grantee(row)),
                tenant.value(),
                holder.value()));
        all.forEach(one -> grantees.computeIfAbsent(one.getKey(), resource -> new HashSet<>())
                .add(one.getValue()));
        return grantees;
    }

    private static Grantee grantee(ResultSet row) throws SQLException {
        String role = row.getString("grantee_role");
        return role == null
                ? new Grantee.ToUser(new UserId(Rows.uuid(row, "grantee_user")))
                : new Grantee.ToRole(Role.valueOf(role));
    }

    private static void consume(Connection connection, HolderId holder, Use use, Consumer consumer)
            throws SQLException, RegistryException {
        if (use.cluster().isPresent()) {
            Rows.checkCluster(connection, use.cluster().get());
        }
        List<QuotaRows.Row> quotas = QuotaRows.covering(connection, consumer.tenant(), use);
        if (quotas.isEmpty()) {
            throw exceeded(use, Ceiling.QUOTA, 0, 0);
        }
        for (QuotaRows.Row quota : quotas) {
            if (use.amount() > quota.hard() - quota.used()) {
                throw exceeded(use, Ceiling.QUOTA, quota.hard(), quota.used());
            }
        }
        List<Part> parts = consumer instanceof Consumer.WithinContingent member
                ? parts(connection, quotas, use, member)
                : List.of();
        UUID id = insert(connection, holder, use, consumer);
        QuotaRows.count(connection, consumer.tenant(), use, use.amount());
        for (Part part : parts) {
            Sql.execute(
                    connection,
                    "UPDATE contingent SET used = used + ? WHERE contingent_id = ?",
                    use.amount(),
                    part.id());
            Sql.execute(connection, "INSERT INTO contingent_use (use_id, contingent_id) VALUES (?, ?)", id, part.id());
        }
    }

    private static UUID insert(Connection connection, HolderId holder, Use use, Consumer consumer)
            throws SQLException, RegistryException {
        return Sql.one(
                        connection,
                        "INSERT INTO resource_use (tenant_id, resource, cluster_id, component, holder, used_by, amount)"
                                + " VALUES (?, ?, ?::uuid, ?::text, ?, ?, ?)"
                                + " ON CONFLICT ON CONSTRAINT counted_once DO NOTHING RETURNING use_id",
                        row -> Rows.uuid(row, "use_id"),
                        consumer.tenant().value(),
                        use.resource().name(),
                        QuotaRows.cluster(use.cluster()),
                        QuotaRows.component(use.component()),
                        holder.value(),
                        consumer.user().value(),
                        use.amount())
                .orElseThrow(() ->
                        new RegistryException.Conflict("Holder " + holder + " uses " + use.resource() + " already."));
    }

    /** @param role empty: the user's own */
    private record Part(UUID id, Optional<Role> role, long amount, long used) {
        boolean takes(Use use) {
            return use.amount() <= amount - used;
        }
    }

    /** One contingent for each quota for which the member has one; at least one. */
    private static List<Part> parts(
            Connection connection, List<QuotaRows.Row> quotas, Use use, Consumer.WithinContingent member)
            throws SQLException, RegistryException {
        List<Part> parts = new ArrayList<>();
        for (QuotaRows.Row quota : quotas) {
            part(connection, quota, use, member).ifPresent(parts::add);
        }
        if (parts.isEmpty()) {
            throw exceeded(use, Ceiling.CONTINGENT, 0, 0);
        }
        for (Part part : parts) {
            if (!part.takes(use)) {
                throw exceeded(use, Ceiling.CONTINGENT, part.amount(), part.used());
            }
        }
        return parts;
    }

    /**
     * The contingent that counted the use before. Otherwise the member's own contingent, or the first of the roles'
     * contingents with room, or the first without room.
     */
    private static Optional<Part> part(
            Connection connection, QuotaRows.Row quota, Use use, Consumer.WithinContingent member) throws SQLException {
        String[] roles = member.roles().stream().map(Role::name).toArray(String[]::new);
        List<Part> all = Sql.all(
                connection,
                "SELECT contingent_id, grantee_role, amount, used FROM contingent"
                        + " WHERE quota_id = ? AND (grantee_user = ? OR grantee_role = ANY (?))",
                row -> new Part(
                        Rows.uuid(row, "contingent_id"),
                        Optional.ofNullable(row.getString("grantee_role")).map(Role::valueOf),
                        row.getLong("amount"),
                        row.getLong("used")),
                quota.id(),
                member.user().value(),
                roles);
        Set<Grantee> former = member.former().getOrDefault(use.resource(), Set.of());
        Optional<Part> before = all.stream()
                .filter(p -> former.contains(
                        p.role().<Grantee>map(Grantee.ToRole::new).orElseGet(() -> new Grantee.ToUser(member.user()))))
                .findFirst();
        if (before.isPresent()) {
            return before;
        }
        Optional<Part> own = all.stream().filter(p -> p.role().isEmpty()).findFirst();
        List<Part> ofRoles = all.stream()
                .filter(p -> p.role().isPresent())
                .sorted(comparing(p -> p.role().orElseThrow()))
                .toList();
        return own.or(() -> ofRoles.stream().filter(p -> p.takes(use)).findFirst())
                .or(() -> ofRoles.stream().findFirst());
    }

    private record Held(UUID id, Use use) {}

    private static List<Held> held(Connection connection, TenantId tenant, HolderId holder) throws SQLException {
        return Sql.all(
                connection,
                "SELECT use_id, tenant_id, resource, cluster_id, component, amount FROM resource_use"
                        + " WHERE tenant_id = ? AND holder = ?",
                PostgresConsumption::held,
                tenant.value(),
                holder.value());
    }

    private static void release(Connection connection, TenantId tenant, Held held) throws SQLException {
        QuotaRows.count(connection, tenant, held.use(), -held.use().amount());
        Sql.execute(
                connection,
                "UPDATE contingent SET used = used - ? WHERE contingent_id IN"
                        + " (SELECT contingent_id FROM contingent_use WHERE use_id = ?)",
                held.use().amount(),
                held.id());
        Sql.execute(connection, "DELETE FROM resource_use WHERE use_id = ?", held.id());
    }

    private static Held held(ResultSet row) throws SQLException {
        QuotaKey key = QuotaRows.key(row);
        return new Held(
                Rows.uuid(row, "use_id"),
                new Use(key.resource(), key.cluster(), key.component(), row.getLong("amount")));
    }

    private static RegistryException.Exceeded exceeded(Use use, Ceiling ceiling, long limit, long used) {
        return new RegistryException.Exceeded(
                use.amount() + " of " + use.resource() + " are more than is left of the "
                        + ceiling.name().toLowerCase(Locale.ROOT) + ": " + used
                        + " of " + limit + " are used.",
                ceiling,
                use.resource().name(),
                limit,
                used);
    }
}
