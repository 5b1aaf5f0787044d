package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.SealingLedger;
import org.esbmt.registry.api.TenantKeyStore;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.testing.ContactsContract;
import org.esbmt.registry.testing.TenantKeysContract;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract on a real PostgreSQL with the rights of the running bus, and the rules that the database enforces. */
class PostgresTenantKeysTest {

    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    @Nested
    class Alone extends TenantKeysContract {
        private RegistryTransactions transactions;

        @Override
        protected Registries openEmpty() throws Exception {
            transactions = SERVER.emptyRegistry();
            return new Registries(
                    new PostgresTenantRegistry(transactions),
                    new PostgresCredentialReader(transactions),
                    new PostgresTenantKeyStore(transactions),
                    new PostgresSealingLedger(transactions));
        }

        @AfterEach
        void close() {
            transactions.close();
        }
    }

    @Nested
    class EachCallInAUnitOfWork extends TenantKeysContract {
        private RegistryTransactions transactions;

        @Override
        protected Registries openEmpty() throws Exception {
            transactions = SERVER.emptyRegistryInUnitsOfWork(RegistryDatabase.TENANT);
            return new Registries(
                    EachInAUnitOfWork.of(TenantRegistry.class, new PostgresTenantRegistry(transactions)),
                    EachInAUnitOfWork.of(CredentialReader.class, new PostgresCredentialReader(transactions)),
                    EachInAUnitOfWork.of(TenantKeyStore.class, new PostgresTenantKeyStore(transactions)),
                    EachInAUnitOfWork.of(SealingLedger.class, new PostgresSealingLedger(transactions)));
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
            TenantKeyStore store = new PostgresTenantKeyStore(transactions);
            acme = ContactsContract.create(tenants, "acme");
            globex = ContactsContract.create(tenants, "globex");
            store.add(TenantKeysContract.key(acme, "own"));
            store.add(TenantKeysContract.key(globex, "theirs"));
            store.putSecret(TenantKeysContract.secret(acme, "own"), 0);
            store.putSecret(TenantKeysContract.secret(globex, "theirs"), 0);
        }

        @AfterEach
        void close() {
            transactions.close();
        }

        @Test
        void oneTenantNeitherSeesNorChangesAnothersRows() throws Exception {
            for (String table : List.of("tenant_key", "tenant_secret")) {
                assertThat(names("SELECT name FROM " + table)).containsExactly("own");
                assertThat(names("SELECT name FROM " + table + " WHERE tenant_id = '" + globex + "'"))
                        .isEmpty();
                assertThat(changed("UPDATE " + table + " SET sealed = 'x' WHERE name = 'theirs'"))
                        .isZero();
                assertThat(changed("DELETE FROM " + table + " WHERE name = 'theirs'"))
                        .isZero();
                for (String attack : List.of(
                        "UPDATE " + table + " SET tenant_id = '" + globex + "', place = 2",
                        "TRUNCATE " + table,
                        "ALTER TABLE " + table + " DISABLE ROW LEVEL SECURITY",
                        "DROP POLICY own_rows ON " + table)) {
                    refused(attack, "42501");
                }
            }
        }

        @Test
        void aTransactionWithoutTenantSeesNone() throws Exception {
            for (String table : List.of("tenant_key", "tenant_secret")) {
                List<String> seen = transactions.readTogether(
                        connection -> Sql.all(connection, "SELECT name FROM " + table, row -> row.getString(1)));
                assertThat(seen).isEmpty();
            }
        }

        @Test
        void aRevocationCannotBeTakenBackAndAFormerKeyIsNotCurrentAgain() throws Exception {
            changed("UPDATE tenant_key SET state = 'FORMER', former_until = now()");
            refused("UPDATE tenant_key SET state = 'CURRENT', former_until = NULL", "ESB02");
            changed("UPDATE tenant_key SET state = 'REVOKED', former_until = NULL, sealed = NULL,"
                    + " sealed_generation = NULL, place = NULL, revoked_at = now()");
            refused(
                    "UPDATE tenant_key SET state = 'CURRENT', sealed = 'x', sealed_generation = 1, place = 1,"
                            + " revoked_at = NULL",
                    "ESB02");
        }

        @Test
        void aFingerprintIsNeitherReplacedNorRemoved() throws Exception {
            new PostgresSealingLedger(transactions).record(1, "one");
            refused("UPDATE sealing_key SET fingerprint = 'other'", "42501");
            refused("DELETE FROM sealing_key", "42501");
        }

        @Test
        void theRuleAlsoAppliesToAnOwnerThatRunsTheBus() throws Exception {
            try (Connection connection = SERVER.connect()) {
                assertThat(Sql.all(
                                connection,
                                "SELECT relname FROM pg_class WHERE relname IN ('tenant_key', 'tenant_secret')"
                                        + " AND relrowsecurity AND relforcerowsecurity",
                                row -> row.getString(1)))
                        .hasSize(2);
            }
        }

        private List<String> names(String sql) throws Exception {
            return transactions.read(acme, connection -> Sql.all(connection, sql, row -> row.getString(1)));
        }

        private int changed(String sql) throws Exception {
            return transactions.write(acme, connection -> Sql.execute(connection, sql));
        }

        private void refused(String attack, String state) {
            assertThatExceptionOfType(SQLException.class)
                    .as(attack)
                    .isThrownBy(() -> attempt(attack))
                    .satisfies(e -> assertThat(e.getSQLState()).isEqualTo(state));
        }

        /** Runs the statement for acme. Its failure is the statement's own, not the registry's exception for callers. */
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
        void theDatabaseEnforcesFormsAndNumbersForAnyWriter() throws Exception {
            try (RegistryTransactions transactions = SERVER.emptyRegistry();
                    Connection connection = SERVER.connect();
                    Statement statement = connection.createStatement()) {
                TenantId acme = ContactsContract.create(new PostgresTenantRegistry(transactions), "acme");
                String key =
                        "INSERT INTO tenant_key (key_id, tenant_id, name, purpose, state, chain, sealed_generation,"
                                + " sealed, not_before, not_after, place, created_at) VALUES (gen_random_uuid(), '"
                                + acme
                                + "', 'evil', 'SIGN', 'CURRENT', 'c', 1, 's', now(), now(), 2, now())";
                String secret = "INSERT INTO tenant_secret (tenant_id, name, sealed_generation, sealed, place, set_at)"
                        + " VALUES ('" + acme + "', 'evil', 1, 's', 2, now())";
                for (String attack : List.of(
                        key.replace(" 2, now", " 51, now"),
                        key.replace(" 2, now", " NULL, now"),
                        key.replace("'evil'", "'../evil'"),
                        key.replace("'CURRENT'", "'FORMER'"),
                        key.replace("'CURRENT'", "'REVOKED'"),
                        key.replace("'c', 1, 's'", "'c', NULL, NULL"),
                        key.replace("'c', 1", "'c', 0"),
                        key.replace("'c'", "''"),
                        key.replace("'c'", "decode(repeat('00', 32769), 'hex')"),
                        key.replace(acme.toString(), UUID.randomUUID().toString()),
                        secret.replace(" 2, now", " 101, now"),
                        secret.replace("'evil'", "'e vil'"),
                        secret.replace("1, 's'", "0, 's'"),
                        secret.replace("'s'", "decode(repeat('00', 16385), 'hex')"),
                        secret.replace(acme.toString(), UUID.randomUUID().toString()))) {
                    assertThatExceptionOfType(SQLException.class)
                            .as(attack)
                            .isThrownBy(() -> statement.execute(attack))
                            .satisfies(e -> assertThat(e.getSQLState()).startsWith("23"));
                }
            }
        }
    }
}
