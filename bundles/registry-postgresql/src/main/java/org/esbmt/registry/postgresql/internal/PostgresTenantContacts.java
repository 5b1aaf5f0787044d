package org.esbmt.registry.postgresql.internal;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.esbmt.registry.api.Contact;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantContacts;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.ContactKind;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * Contacts in the table {@code contact}. Runs each operation in a transaction for its tenant. Row-level security
 * separates tenants; the statements name the tenant only for the index.
 */
final class PostgresTenantContacts implements TenantContacts {
    private static final String THIS = " WHERE tenant_id = ? AND name = ?";

    private final RegistryTransactions transactions;

    PostgresTenantContacts(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public Versioned<Contact> put(TenantId tenant, Contact contact, long expectedRevision, UserId by)
            throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(contact, "contact");
        requireNonNull(by, "by");
        return transactions.write(tenant, connection -> {
            if (expectedRevision == 0) {
                insert(connection, tenant, contact, by);
            } else {
                update(connection, tenant, contact, expectedRevision, by);
            }
            return new Versioned<>(contact, expectedRevision + 1);
        });
    }

    private static void insert(Connection connection, TenantId tenant, Contact contact, UserId by)
            throws SQLException, RegistryException {
        Optional<Long> now = revision(connection, tenant, contact.name());
        if (now.isPresent()) {
            throw stale(contact.name(), now.get(), 0);
        }
        try {
            Sql.execute(
                    connection,
                    "INSERT INTO contact (tenant_id, name, kind, address, place, changed_by)"
                            + " VALUES (?, ?, ?::contact_kind, ?, ?, ?)",
                    tenant.value(),
                    contact.name(),
                    contact.kind().name(),
                    contact.address(),
                    freePlace(connection, tenant),
                    by.value());
        } catch (SQLException e) {
            if (SqlErrors.broke(e, SqlErrors.UNIQUE_VIOLATION, "contact_taken")
                    || SqlErrors.broke(e, SqlErrors.UNIQUE_VIOLATION, "contact_place_taken")) {
                throw new RegistryException.Stale(
                        "Another contact of tenant " + tenant + " was added at the same time.");
            }
            if (SqlErrors.FOREIGN_KEY_VIOLATION.equals(e.getSQLState())) {
                throw new RegistryException.NotFound("There is no tenant " + tenant + ".");
            }
            throw e;
        }
    }

    private static int freePlace(Connection connection, TenantId tenant) throws SQLException, RegistryException {
        Set<Integer> taken = new HashSet<>(Sql.all(
                connection,
                "SELECT place FROM contact WHERE tenant_id = ?",
                row -> row.getInt("place"),
                tenant.value()));
        return IntStream.rangeClosed(1, MOST)
                .filter(place -> !taken.contains(place))
                .findFirst()
                .orElseThrow(() -> new RegistryException.RuleBroken(
                        "Tenant " + tenant + " has " + MOST + " contacts, and no tenant has more.", null));
    }

    private static void update(
            Connection connection, TenantId tenant, Contact contact, long expectedRevision, UserId by)
            throws SQLException, RegistryException {
        int changed = Sql.execute(
                connection,
                "UPDATE contact SET kind = ?::contact_kind, address = ?, changed_by = ?, revision = revision + 1" + THIS
                        + " AND revision = ?",
                contact.kind().name(),
                contact.address(),
                by.value(),
                tenant.value(),
                contact.name(),
                expectedRevision);
        if (changed == 0) {
            throw stale(
                    contact.name(), revision(connection, tenant, contact.name()).orElse(0L), expectedRevision);
        }
    }

    @Override
    public void remove(TenantId tenant, String name, long expectedRevision) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(name, "name");
        transactions.write(tenant, connection -> {
            int removed = Sql.execute(
                    connection,
                    "DELETE FROM contact" + THIS + " AND revision = ?",
                    tenant.value(),
                    name,
                    expectedRevision);
            if (removed == 0) {
                long now = revision(connection, tenant, name)
                        .orElseThrow(() ->
                                new RegistryException.NotFound("Tenant " + tenant + " has no contact '" + name + "'."));
                throw stale(name, now, expectedRevision);
            }
            return removed;
        });
    }

    @Override
    public int removeAll(TenantId tenant) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.write(
                tenant,
                connection -> Sql.execute(connection, "DELETE FROM contact WHERE tenant_id = ?", tenant.value()));
    }

    @Override
    public List<Versioned<Contact>> contacts(TenantId tenant) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.read(
                tenant,
                connection -> Sql.all(
                        connection,
                        "SELECT name, kind, address, revision FROM contact WHERE tenant_id = ? ORDER BY name",
                        PostgresTenantContacts::contact,
                        tenant.value()));
    }

    private static Optional<Long> revision(Connection connection, TenantId tenant, String name) throws SQLException {
        return Sql.one(
                connection,
                "SELECT revision FROM contact" + THIS,
                row -> row.getLong("revision"),
                tenant.value(),
                name);
    }

    private static RegistryException.Stale stale(String name, long now, long expected) {
        return new RegistryException.Stale(
                "The contact '" + name + "' is at revision " + now + " by now, not at " + expected + ".");
    }

    private static Versioned<Contact> contact(ResultSet row) throws SQLException {
        Contact contact = new Contact(
                row.getString("name"), ContactKind.valueOf(row.getString("kind")), row.getString("address"));
        return new Versioned<>(contact, row.getLong("revision"));
    }
}
