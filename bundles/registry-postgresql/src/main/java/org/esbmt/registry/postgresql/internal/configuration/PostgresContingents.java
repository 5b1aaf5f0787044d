package org.esbmt.registry.postgresql.internal.configuration;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.Contingent;
import org.esbmt.registry.api.configuration.ContingentQuery;
import org.esbmt.registry.api.configuration.Contingents;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.registry.postgresql.internal.RegistryTransactions;
import org.esbmt.registry.postgresql.internal.Sql;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Grantee;

/** Contingents in the table {@code contingent}. */
public final class PostgresContingents implements Contingents {
    private static final String COLUMNS = "SELECT c.contingent_id, c.grantee_user, c.grantee_role, c.amount, c.used,"
            + " c.revision, q.tenant_id, q.resource, q.cluster_id, q.component";
    private static final String FROM = " FROM quota q JOIN contingent c ON c.quota_id = q.quota_id";
    /** The quotas in the order of their index; grantees are sorted only within one quota. */
    private static final String ORDER =
            " ORDER BY q.resource, q.cluster_id, q.component, c.grantee_role, c.grantee_user";

    private final RegistryTransactions transactions;

    public PostgresContingents(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    private record Row(UUID id, Versioned<Contingent> contingent) {}

    @Override
    public Versioned<Contingent> grant(QuotaKey quota, Grantee grantee, long amount, UserId by)
            throws RegistryException {
        checkAmount(amount);
        return transactions.write(connection -> {
            QuotaRows.Row of = locked(connection, quota);
            if (find(connection, of, grantee).isPresent()) {
                throw new RegistryException.Conflict("The grantee has a contingent of this quota already.");
            }
            checkSum(connection, of, Optional.empty(), amount);
            Sql.execute(
                    connection,
                    "INSERT INTO contingent (quota_id, tenant_id, grantee_user, grantee_role, amount, granted_by)"
                            + " VALUES (?, ?, ?::uuid, ?::text, ?, ?)",
                    of.id(),
                    quota.tenant().value(),
                    user(grantee),
                    role(grantee),
                    amount,
                    by.value());
            return find(connection, of, grantee).orElseThrow().contingent();
        });
    }

    @Override
    public Versioned<Contingent> change(QuotaKey quota, Grantee grantee, long expectedRevision, long amount, UserId by)
            throws RegistryException {
        checkAmount(amount);
        return transactions.write(connection -> {
            QuotaRows.Row of = locked(connection, quota);
            Row old = expected(connection, of, grantee, expectedRevision);
            checkSum(connection, of, Optional.of(old.id()), amount);
            long used = old.contingent().value().used();
            if (amount < used) {
                throw new RegistryException.RuleBroken(
                        "A contingent of " + amount + " is below its present use, " + used + ".", null);
            }
            Sql.execute(
                    connection,
                    "UPDATE contingent SET amount = ?, granted_by = ?, revision = revision + 1 WHERE contingent_id = ?",
                    amount,
                    by.value(),
                    old.id());
            return find(connection, of, grantee).orElseThrow().contingent();
        });
    }

    @Override
    public void revoke(QuotaKey quota, Grantee grantee, long expectedRevision) throws RegistryException {
        transactions.write(connection -> {
            Row old = expected(connection, locked(connection, quota), grantee, expectedRevision);
            if (old.contingent().value().used() > 0) {
                throw new RegistryException.RuleBroken("A contingent of which something is used is not revoked.", null);
            }
            return Sql.execute(connection, "DELETE FROM contingent WHERE contingent_id = ?", old.id());
        });
    }

    @Override
    public Optional<Versioned<Contingent>> findContingent(QuotaKey quota, Grantee grantee) throws RegistryException {
        return transactions.read(connection -> {
            Optional<QuotaRows.Row> of = QuotaRows.find(connection, quota);
            return of.isPresent() ? find(connection, of.get(), grantee).map(Row::contingent) : Optional.empty();
        });
    }

    @Override
    public Listing<Versioned<Contingent>> listContingents(TenantId tenant, ContingentQuery query)
            throws RegistryException {
        String all = FROM + " WHERE q.tenant_id = ?";
        return transactions.read(connection -> {
            if (query.grantees().isEmpty()) {
                return Sql.listing(
                        connection,
                        COLUMNS,
                        all,
                        ORDER,
                        row -> contingent(row).contingent(),
                        query.slice(),
                        tenant.value());
            }
            Set<Grantee> grantees = query.grantees().get();
            return Sql.listing(
                    connection,
                    COLUMNS,
                    all + " AND (c.grantee_user = ANY (?::text[]::uuid[]) OR c.grantee_role = ANY (?::text[]))",
                    ORDER,
                    row -> contingent(row).contingent(),
                    query.slice(),
                    tenant.value(),
                    names(grantees, PostgresContingents::user),
                    names(grantees, PostgresContingents::role));
        });
    }

    private static String[] names(Set<Grantee> grantees, Function<Grantee, Object> name) {
        return grantees.stream()
                .map(name)
                .filter(Objects::nonNull)
                .map(Object::toString)
                .toArray(String[]::new);
    }

    private static QuotaRows.Row locked(Connection connection, QuotaKey quota) throws SQLException, RegistryException {
        QuotaRows.lock(connection, quota.tenant(), quota.resource());
        return QuotaRows.get(connection, quota);
    }

    private static Row expected(Connection connection, QuotaRows.Row quota, Grantee grantee, long expectedRevision)
            throws SQLException, RegistryException {
        Row row = find(connection, quota, grantee)
                .orElseThrow(() -> new RegistryException.NotFound("The grantee has no contingent of this quota."));
        if (row.contingent().revision() != expectedRevision) {
            throw Rows.stale("The contingent", row.contingent().revision(), expectedRevision);
        }
        return row;
    }

    private static void checkSum(Connection connection, QuotaRows.Row quota, Optional<UUID> but, long amount)
            throws SQLException, RegistryException {
        long others = Sql.one(
                        connection,
                        "SELECT coalesce(sum(amount), 0)::bigint AS others FROM contingent"
                                + " WHERE quota_id = ? AND contingent_id IS DISTINCT FROM ?::uuid",
                        row -> row.getLong("others"),
                        quota.id(),
                        but.orElse(null))
                .orElseThrow();
        if (amount > quota.hard() - others) {
            throw new RegistryException.Exceeded(
                    "A contingent of " + amount + " is more than is left of the quota: " + others + " of "
                            + quota.hard() + " are handed out.",
                    RegistryException.Exceeded.Ceiling.QUOTA,
                    quota.key().resource().name(),
                    quota.hard(),
                    others);
        }
    }

    private static Optional<Row> find(Connection connection, QuotaRows.Row quota, Grantee grantee) throws SQLException {
        return Sql.one(
                connection,
                COLUMNS + FROM + " WHERE c.quota_id = ? AND c.grantee_user IS NOT DISTINCT FROM ?::uuid"
                        + " AND c.grantee_role IS NOT DISTINCT FROM ?::text",
                PostgresContingents::contingent,
                quota.id(),
                user(grantee),
                role(grantee));
    }

    private static void checkAmount(long amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("an amount is 0 or more, but is " + amount);
        }
    }

    private static UUID user(Grantee grantee) {
        return grantee instanceof Grantee.ToUser to ? to.user().value() : null;
    }

    private static String role(Grantee grantee) {
        return grantee instanceof Grantee.ToRole to ? to.role().name() : null;
    }

    private static Row contingent(ResultSet row) throws SQLException {
        Optional<UUID> user = Rows.uuidIfAny(row, "grantee_user");
        Grantee grantee = user.isPresent()
                ? new Grantee.ToUser(new UserId(user.get()))
                : new Grantee.ToRole(Role.valueOf(row.getString("grantee_role")));
        Contingent contingent = new Contingent(QuotaRows.key(row), grantee, row.getLong("amount"), row.getLong("used"));
        return new Row(Rows.uuid(row, "contingent_id"), new Versioned<>(contingent, row.getLong("revision")));
    }
}
