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
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.UserCertificate;
import org.esbmt.registry.api.UserCertificates;
import org.esbmt.registry.testing.UserCertificatesContract;
import org.esbmt.registry.testing.UserCertificatesContract.Owner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract on a real PostgreSQL with the rights of the running bus, and the rules that the database enforces. */
class PostgresUserCertificatesTest {

    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    @Nested
    class Alone extends UserCertificatesContract {
        private RegistryTransactions transactions;

        @Override
        protected Registries openEmpty() throws Exception {
            transactions = SERVER.emptyRegistry();
            return new Registries(
                    new PostgresTenantRegistry(transactions),
                    new PostgresUserCertificates(transactions),
                    new PostgresCredentialReader(transactions));
        }

        @AfterEach
        void close() {
            transactions.close();
        }
    }

    @Nested
    class EachCallInAUnitOfWork extends UserCertificatesContract {
        private RegistryTransactions transactions;

        @Override
        protected Registries openEmpty() throws Exception {
            transactions = SERVER.emptyRegistryInUnitsOfWork(RegistryDatabase.TENANT);
            return new Registries(
                    EachInAUnitOfWork.of(TenantRegistry.class, new PostgresTenantRegistry(transactions)),
                    EachInAUnitOfWork.of(UserCertificates.class, new PostgresUserCertificates(transactions)),
                    EachInAUnitOfWork.of(CredentialReader.class, new PostgresCredentialReader(transactions)));
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
        private Owner acme;
        private Owner globex;

        @BeforeEach
        void fill() throws Exception {
            transactions = SERVER.emptyRegistry();
            TenantRegistry tenants = new PostgresTenantRegistry(transactions);
            UserCertificates certificates = new PostgresUserCertificates(transactions);
            acme = UserCertificatesContract.create(tenants, "acme");
            globex = UserCertificatesContract.create(tenants, "globex");
            certificates.register(UserCertificatesContract.certificate(acme, "own"));
            certificates.register(UserCertificatesContract.certificate(globex, "theirs"));
        }

        @AfterEach
        void close() {
            transactions.close();
        }

        @Test
        void oneTenantNeitherSeesNorChangesAnothersCertificates() throws Exception {
            assertThat(names("SELECT name FROM user_certificate")).containsExactly("own");
            assertThat(names("SELECT name FROM user_certificate WHERE tenant_id = '" + globex.tenant() + "'"))
                    .isEmpty();
            assertThat(changed("UPDATE user_certificate SET revoked_at = now(), place = NULL WHERE name = 'theirs'"))
                    .isZero();
            assertThat(changed("DELETE FROM user_certificate WHERE name = 'theirs'"))
                    .isZero();
            for (String attack : List.of(
                    insert("'" + globex.tenant() + "', '" + globex.user() + "'"),
                    "TRUNCATE user_certificate",
                    "ALTER TABLE user_certificate DISABLE TRIGGER USER",
                    "DROP POLICY own_rows ON user_certificate")) {
                refused(attack, "42501");
            }
        }

        @Test
        void aTransactionWithoutTenantSeesNone() throws Exception {
            List<String> seen = transactions.readTogether(
                    connection -> Sql.all(connection, "SELECT name FROM user_certificate", row -> row.getString(1)));
            assertThat(seen).isEmpty();
        }

        @Test
        void aRevocationCannotBeTakenBackAndNoCertificateChangesHands() throws Exception {
            UserCertificate another = UserCertificatesContract.certificate(acme, "another");
            for (String attack : List.of(
                    "UPDATE user_certificate SET user_id = '" + UUID.randomUUID() + "'",
                    "UPDATE user_certificate SET tenant_id = '" + globex.tenant() + "', user_id = '" + globex.user()
                            + "'",
                    "UPDATE user_certificate SET not_after = not_after + interval '9 years'",
                    "UPDATE user_certificate SET certificate = 'another', digest = '\\x" + another.digest() + "'")) {
                refused(attack, "ESB03");
            }
            changed("UPDATE user_certificate SET revoked_at = now(), place = NULL");
            refused("UPDATE user_certificate SET revoked_at = NULL", "ESB02");
            refused("UPDATE user_certificate SET revoked_at = now() + interval '1 day'", "ESB02");
        }

        @Test
        void theRuleAlsoAppliesToAnOwnerThatRunsTheBus() throws Exception {
            try (Connection connection = SERVER.connect()) {
                assertThat(Sql.all(
                                connection,
                                "SELECT relname FROM pg_class WHERE relname = 'user_certificate' AND relrowsecurity"
                                        + " AND relforcerowsecurity",
                                row -> row.getString(1)))
                        .hasSize(1);
            }
        }

        /** Another tenant's row costs a read of a page that an unknown certificate does not cost. */
        @Test
        void aLookUpNeverFetchesAnotherTenantsRow() throws Exception {
            UserCertificate theirs = UserCertificatesContract.certificate(globex, "theirs");
            String found = "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT * FROM user_certificate"
                    + " WHERE tenant_id = '" + acme.tenant() + "' AND digest = '\\x%s'";
            List<String> plan = transactions.write(acme.tenant(), connection -> {
                Sql.execute(connection, "SET LOCAL enable_seqscan = off");
                return Sql.all(connection, found.formatted(theirs.digest()), row -> row.getString(1));
            });
            assertThat(String.join("\n", plan))
                    .contains("user_certificate_pkey", "rows=0")
                    .contains("Index Cond: ((tenant_id = ")
                    .contains("(digest = ")
                    .doesNotContain("Rows Removed");
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
                Owner boss = UserCertificatesContract.create(new PostgresTenantRegistry(transactions), "acme");
                String owner = "'" + boss.tenant() + "', '" + boss.user() + "'";
                for (String attack : List.of(
                        insert(owner).replace(", 2,", ", 21,"),
                        insert(owner).replace(", 2,", ", 0,"),
                        insert(owner).replace("'evil'", "' evil'"),
                        insert(owner).replace("'evil'", "E'ev\\nil'"),
                        insert(owner).replace("sha256('der')", "sha256('other')"),
                        insert(owner).replace("'der'", "convert_to(repeat('d', 16385), 'UTF8')"),
                        insert(owner).replace("'der'", "''"),
                        insert(owner).replace("90 days", "-90 days"),
                        insert("'" + boss.tenant() + "', '" + UUID.randomUUID() + "'"))) {
                    assertThatExceptionOfType(SQLException.class)
                            .as(attack)
                            .isThrownBy(() -> statement.execute(attack))
                            .satisfies(e -> assertThat(e.getSQLState()).startsWith("23"));
                }
                statement.execute(insert(owner));
            }
        }
    }

    /** @param owner tenant and user, as literals */
    private static String insert(String owner) {
        return "INSERT INTO user_certificate (tenant_id, user_id, digest, certificate, name, place, not_before, not_after,"
                + " registered_by, registered_at) VALUES (" + owner + ", sha256('der'), 'der', 'evil', 2, now(),"
                + " now() + interval '90 days', gen_random_uuid(), now())";
    }
}
