package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantContacts;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.testing.ContactsContract;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract on a real PostgreSQL with the rights of the running bus, and the rules that the database enforces. */
class PostgresTenantContactsTest {
    private static final UserId BY = new UserId(UUID.randomUUID());

    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    @Nested
    class Alone extends ContactsContract {
        private RegistryTransactions transactions;

        @Override
        protected Registries openEmpty() throws Exception {
            transactions = SERVER.emptyRegistry();
            return new Registries(new PostgresTenantRegistry(transactions), new PostgresTenantContacts(transactions));
        }

        @AfterEach
        void close() {
            transactions.close();
        }
    }

    @Nested
    class EachCallInAUnitOfWork extends ContactsContract {
        private RegistryTransactions transactions;

        @Override
        protected Registries openEmpty() throws Exception {
            transactions = SERVER.emptyRegistryInUnitsOfWork(RegistryDatabase.TENANT);
            return new Registries(
                    EachInAUnitOfWork.of(TenantRegistry.class, new PostgresTenantRegistry(transactions)),
                    EachInAUnitOfWork.of(TenantContacts.class, new PostgresTenantContacts(transactions)));
        }

        @AfterEach
        void close() {
            transactions.close();
        }
    }

    /** Statements of the running bus that do not name the tenant, or name another one. */
    @Nested
    class RowLevelSecurity {
        private RegistryTransactions transactions;
        private TenantId acme;
        private TenantId globex;

        @BeforeEach
        void fill() throws Exception {
            transactions = SERVER.emptyRegistry();
            TenantRegistry tenants = new PostgresTenantRegistry(transactions);
            TenantContacts contacts = new PostgresTenantContacts(transactions);
            acme = ContactsContract.create(tenants, "acme");
            globex = ContactsContract.create(tenants, "globex");
            contacts.put(acme, ContactsContract.contact("Anna"), 0, BY);
            contacts.put(globex, ContactsContract.contact("Zoe"), 0, BY);
        }

        @AfterEach
        void close() {
            transactions.close();
        }

        @Test
        void oneTenantNeitherSeesNorChangesAnothersContacts() throws Exception {
            assertThat(names(acme, "SELECT name FROM contact")).containsExactly("Anna");
            assertThat(names(acme, "SELECT name FROM contact WHERE tenant_id = '" + globex + "'"))
                    .isEmpty();
            assertThat(changed("UPDATE contact SET address = 'evil@acme.example' WHERE name = 'Zoe'"))
                    .isZero();
            assertThat(changed("DELETE FROM contact WHERE tenant_id = '" + globex + "'"))
                    .isZero();
            for (String attack : List.of(
                    "INSERT INTO contact (tenant_id, name, kind, address, place, changed_by) VALUES ('" + globex
                            + "', 'Evil', 'SECURITY', 'evil@acme.example', 2, '" + BY + "')",
                    "UPDATE contact SET tenant_id = '" + globex + "', place = 2",
                    "INSERT INTO contact (tenant_id, name, kind, address, place, changed_by) VALUES ('" + globex
                            + "', 'Zoe', 'SECURITY', 'evil@acme.example', 1, '" + BY
                            + "') ON CONFLICT (tenant_id, name) DO UPDATE SET address = excluded.address",
                    "TRUNCATE contact",
                    "ALTER TABLE contact DISABLE ROW LEVEL SECURITY")) {
                assertThatExceptionOfType(SQLException.class)
                        .as(attack)
                        .isThrownBy(() -> attempt(attack))
                        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("42501"));
            }
            assertThat(names(globex, "SELECT name || ' ' || address || ' ' || revision FROM contact"))
                    .containsExactly("Zoe desk@acme.example 1");
        }

        @Test
        void aTransactionForNoTenantSeesNoContacts() throws Exception {
            List<String> seen = transactions.read(
                    connection -> Sql.all(connection, "SELECT name FROM contact", row -> row.getString(1)));
            assertThat(seen).isEmpty();
        }

        @Test
        void theRuleAlsoAppliesToAnOwnerThatRunsTheBus() throws Exception {
            try (Connection connection = SERVER.connect()) {
                assertThat(Sql.all(
                                connection,
                                "SELECT relname FROM pg_class WHERE relname = 'contact' AND relrowsecurity"
                                        + " AND relforcerowsecurity",
                                row -> row.getString(1)))
                        .hasSize(1);
            }
        }

        private List<String> names(TenantId tenant, String sql) throws Exception {
            return transactions.read(tenant, connection -> Sql.all(connection, sql, row -> row.getString(1)));
        }

        private int changed(String sql) throws Exception {
            return transactions.write(acme, connection -> Sql.execute(connection, sql));
        }

        /**
         * Runs the statement for acme. Its failure is the statement's own, not the registry's exception for callers.
         */
        private void attempt(String sql) throws Exception {
            try {
                changed(sql);
            } catch (RegistryException e) {
                throw (Exception) e.getCause();
            }
        }
    }

    @Nested
    class Rules {

        @Test
        void theDatabaseEnforcesFormsAndNumberForAnyWriter() throws Exception {
            try (RegistryTransactions transactions = SERVER.emptyRegistry();
                    Connection connection = SERVER.connect();
                    Statement statement = connection.createStatement()) {
                TenantId acme = ContactsContract.create(new PostgresTenantRegistry(transactions), "acme");
                for (String values : List.of(
                        "'" + acme + "', 'Anna', 'SECURITY', 'a@b', 101",
                        "'" + acme + "', 'Anna', 'SECURITY', 'a@b', 0",
                        "'" + acme + "', ' Anna', 'SECURITY', 'a@b', 1",
                        "'" + acme + "', E'An\\nna', 'SECURITY', 'a@b', 1",
                        "'" + acme + "', '', 'SECURITY', 'a@b', 1",
                        "'" + acme + "', 'Anna', 'SECURITY', '', 1",
                        "'" + acme + "', 'Anna', 'SECURITY', E'a@b\\n', 1",
                        "'" + UUID.randomUUID() + "', 'Anna', 'SECURITY', 'a@b', 1")) {
                    assertThatExceptionOfType(SQLException.class)
                            .as(values)
                            .isThrownBy(() -> statement.execute(
                                    "INSERT INTO contact (tenant_id, name, kind, address, place, changed_by) VALUES ("
                                            + values + ", '" + BY + "')"))
                            .satisfies(e -> assertThat(e.getSQLState()).startsWith("23"));
                }
            }
        }
    }
}
