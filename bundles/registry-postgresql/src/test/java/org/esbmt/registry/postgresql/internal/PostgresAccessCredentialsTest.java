package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.esbmt.registry.api.AccessCredential;
import org.esbmt.registry.api.AccessCredentials;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.testing.AccessCredentialsContract;
import org.esbmt.registry.testing.AccessCredentialsContract.Owner;
import org.esbmt.tenancy.api.AccessCredentialKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract on a real PostgreSQL with the rights of the running bus, and the rules that the database enforces. */
class PostgresAccessCredentialsTest {

    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    @Nested
    class Alone extends AccessCredentialsContract {
        private RegistryTransactions transactions;

        @Override
        protected Registries openEmpty() throws Exception {
            transactions = SERVER.emptyRegistry();
            return new Registries(
                    new PostgresTenantRegistry(transactions), new PostgresAccessCredentials(transactions));
        }

        @AfterEach
        void close() {
            transactions.close();
        }
    }

    @Nested
    class EachCallInAUnitOfWork extends AccessCredentialsContract {
        private RegistryTransactions transactions;

        @Override
        protected Registries openEmpty() throws Exception {
            transactions = SERVER.emptyRegistryInUnitsOfWork(RegistryDatabase.TENANT);
            return new Registries(
                    EachInAUnitOfWork.of(TenantRegistry.class, new PostgresTenantRegistry(transactions)),
                    EachInAUnitOfWork.of(AccessCredentials.class, new PostgresAccessCredentials(transactions)));
        }

        @AfterEach
        void close() {
            transactions.close();
        }
    }

    /** Statements of the running bus that do not name the tenant, or name another one. */
    @Nested
    class RowLevelSecurity {
        private static final String PRESENT = "SELECT set_config('esbmt.presented_digest', '%s', true)";

        private RegistryTransactions transactions;
        private Owner acme;
        private Owner globex;
        private AccessCredential theirs;

        @BeforeEach
        void fill() throws Exception {
            transactions = SERVER.emptyRegistry();
            TenantRegistry tenants = new PostgresTenantRegistry(transactions);
            AccessCredentials credentials = new PostgresAccessCredentials(transactions);
            acme = AccessCredentialsContract.create(tenants, "acme");
            globex = AccessCredentialsContract.create(tenants, "globex");
            credentials.add(AccessCredentialsContract.token(acme, "own"));
            theirs = AccessCredentialsContract.token(globex, "theirs");
            credentials.add(theirs);
        }

        @AfterEach
        void close() {
            transactions.close();
        }

        @Test
        void oneTenantNeitherSeesNorChangesAnothersCredentials() throws Exception {
            assertThat(names("SELECT name FROM access_credential")).containsExactly("own");
            assertThat(names("SELECT name FROM access_credential WHERE tenant_id = '" + globex.tenant() + "'"))
                    .isEmpty();
            assertThat(changed("UPDATE access_credential SET changes = true WHERE name = 'theirs'"))
                    .isZero();
            assertThat(changed("DELETE FROM access_credential WHERE name = 'theirs'"))
                    .isZero();
            for (String attack : List.of(
                    insert("'" + globex.tenant() + "', '" + globex.user() + "'"),
                    "UPDATE access_credential SET tenant_id = '" + globex.tenant() + "', user_id = '" + globex.user()
                            + "', place = 2",
                    "TRUNCATE access_credential",
                    "DROP POLICY own_rows ON access_credential")) {
                refused(attack, "42501");
            }
        }

        @Test
        void aPresentedDigestShowsItsOneRowAndChangesNone() throws Exception {
            String present = PRESENT.formatted(theirs.digest().hex());
            List<String> seen = transactions.readTogether(connection -> {
                Sql.execute(connection, present);
                return Sql.all(connection, "SELECT name FROM access_credential", row -> row.getString(1));
            });
            assertThat(seen).containsExactly("theirs");
            assertThat(transactions.<Integer>write(connection -> {
                        Sql.execute(connection, present);
                        return Sql.execute(connection, "UPDATE access_credential SET changes = true")
                                + Sql.execute(connection, "DELETE FROM access_credential");
                    }))
                    .isZero();
        }

        @Test
        void aTransactionWithoutTenantAndDigestSeesNone() throws Exception {
            new PostgresAccessCredentials(transactions).find(AccessCredentialKind.TOKEN, theirs.digest());
            List<String> seen = transactions.readTogether(
                    connection -> Sql.all(connection, "SELECT name FROM access_credential", row -> row.getString(1)));
            assertThat(seen).isEmpty();
        }

        @Test
        void aRevocationCannotBeTakenBack() throws Exception {
            changed("UPDATE access_credential SET revoked_at = now(), place = NULL");
            refused("UPDATE access_credential SET revoked_at = NULL", "ESB02");
            refused("UPDATE access_credential SET revoked_at = now() + interval '1 day'", "ESB02");
        }

        @Test
        void theRuleAlsoAppliesToAnOwnerThatRunsTheBus() throws Exception {
            try (Connection connection = SERVER.connect()) {
                assertThat(Sql.all(
                                connection,
                                "SELECT relname FROM pg_class WHERE relname = 'access_credential' AND relrowsecurity"
                                        + " AND relforcerowsecurity",
                                row -> row.getString(1)))
                        .hasSize(1);
            }
        }

        private List<String> names(String sql) throws Exception {
            return transactions.read(acme.tenant(), connection -> Sql.all(connection, sql, row -> row.getString(1)));
        }

        private int changed(String sql) throws Exception {
            return transactions.write(acme.tenant(), connection -> Sql.execute(connection, sql));
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
        void theDatabaseEnforcesFormsAndNumberForAnyWriter() throws Exception {
            try (RegistryTransactions transactions = SERVER.emptyRegistry();
                    Connection connection = SERVER.connect();
                    Statement statement = connection.createStatement()) {
                Owner boss = AccessCredentialsContract.create(new PostgresTenantRegistry(transactions), "acme");
                String owner = "'" + boss.tenant() + "', '" + boss.user() + "'";
                for (String attack : List.of(
                        insert(owner).replace("'AUDIT', 2", "'AUDIT', 21"),
                        insert(owner).replace("'AUDIT', 2", "'AUDIT', 0"),
                        insert(owner).replace("'AUDIT'", "'audit; --'"),
                        insert(owner).replace("'evil'", "' evil'"),
                        insert(owner).replace("'evil'", "E'ev\\nil'"),
                        insert(owner).replace(UUID_DIGEST, "esbmt_"),
                        insert(owner).replace("90 days", "368 days"),
                        insert(owner).replace("90 days", "0 days"),
                        insert("'" + boss.tenant() + "', '" + UUID.randomUUID() + "'"))) {
                    assertThatExceptionOfType(SQLException.class)
                            .as(attack)
                            .isThrownBy(() -> statement.execute(attack))
                            .satisfies(e -> assertThat(e.getSQLState()).startsWith("23"));
                }
            }
        }
    }

    private static final String UUID_DIGEST = "ab".repeat(32);

    /** @param owner tenant and user, as literals */
    private static String insert(String owner) {
        return "INSERT INTO access_credential (credential_id, tenant_id, user_id, kind, name, digest, changes, parts,"
                + " place, created_at, expires_at) VALUES"
                + " (gen_random_uuid(),"
                + " " + owner + ", 'TOKEN', 'evil', '" + UUID_DIGEST
                + "', true, 'AUDIT', 2, now(), now() + interval '90 days')";
    }
}
