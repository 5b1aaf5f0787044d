package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.RevokedSerials;
import org.esbmt.registry.api.TenantAuthorities;
import org.esbmt.registry.api.TenantIssuers;
import org.esbmt.registry.api.TenantKeyStore;
import org.esbmt.registry.api.TenantPartners;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.testing.ContactsContract;
import org.esbmt.registry.testing.TenantAuthoritiesContract;
import org.esbmt.registry.testing.TenantIssuersContract;
import org.esbmt.registry.testing.TenantPartnersContract;
import org.esbmt.registry.testing.UserCertificatesContract;
import org.esbmt.registry.testing.UserCertificatesContract.Owner;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenSubject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Partners and issuers on a real PostgreSQL with the rights of the running bus, and the rules of the database. */
class PostgresTrustTest {

    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    @Nested
    class Partners extends TenantPartnersContract {
        private RegistryTransactions transactions;

        @Override
        protected PartnerRegistries openEmpty() throws Exception {
            transactions = SERVER.emptyRegistry();
            return new PartnerRegistries(
                    new PostgresTenantRegistry(transactions),
                    new PostgresCredentialReader(transactions),
                    new PostgresTenantKeyStore(transactions),
                    new PostgresTenantPartners(transactions));
        }

        @AfterEach
        void close() {
            transactions.close();
        }
    }

    @Nested
    class PartnersInUnitsOfWork extends TenantPartnersContract {
        private RegistryTransactions transactions;

        @Override
        protected PartnerRegistries openEmpty() throws Exception {
            transactions = SERVER.emptyRegistryInUnitsOfWork(RegistryDatabase.TENANT);
            return new PartnerRegistries(
                    EachInAUnitOfWork.of(TenantRegistry.class, new PostgresTenantRegistry(transactions)),
                    EachInAUnitOfWork.of(CredentialReader.class, new PostgresCredentialReader(transactions)),
                    EachInAUnitOfWork.of(TenantKeyStore.class, new PostgresTenantKeyStore(transactions)),
                    EachInAUnitOfWork.of(TenantPartners.class, new PostgresTenantPartners(transactions)));
        }

        @AfterEach
        void close() {
            transactions.close();
        }
    }

    @Nested
    class Issuers extends TenantIssuersContract {
        private RegistryTransactions transactions;

        @Override
        protected IssuerRegistries openEmpty() throws Exception {
            transactions = SERVER.emptyRegistry();
            return new IssuerRegistries(
                    new PostgresTenantRegistry(transactions),
                    new PostgresCredentialReader(transactions),
                    new PostgresTenantKeyStore(transactions),
                    new PostgresTenantIssuers(transactions));
        }

        @AfterEach
        void close() {
            transactions.close();
        }
    }

    @Nested
    class IssuersInUnitsOfWork extends TenantIssuersContract {
        private RegistryTransactions transactions;

        @Override
        protected IssuerRegistries openEmpty() throws Exception {
            transactions = SERVER.emptyRegistryInUnitsOfWork(RegistryDatabase.TENANT);
            return new IssuerRegistries(
                    EachInAUnitOfWork.of(TenantRegistry.class, new PostgresTenantRegistry(transactions)),
                    EachInAUnitOfWork.of(CredentialReader.class, new PostgresCredentialReader(transactions)),
                    EachInAUnitOfWork.of(TenantKeyStore.class, new PostgresTenantKeyStore(transactions)),
                    EachInAUnitOfWork.of(TenantIssuers.class, new PostgresTenantIssuers(transactions)));
        }

        @AfterEach
        void close() {
            transactions.close();
        }
    }

    @Nested
    class Authorities extends TenantAuthoritiesContract {
        private RegistryTransactions transactions;

        @Override
        protected AuthorityRegistries openEmpty() throws Exception {
            transactions = SERVER.emptyRegistry();
            return new AuthorityRegistries(
                    new PostgresTenantRegistry(transactions),
                    new PostgresCredentialReader(transactions),
                    new PostgresTenantKeyStore(transactions),
                    new PostgresTenantAuthorities(transactions));
        }

        @AfterEach
        void close() {
            transactions.close();
        }
    }

    @Nested
    class AuthoritiesInUnitsOfWork extends TenantAuthoritiesContract {
        private RegistryTransactions transactions;

        @Override
        protected AuthorityRegistries openEmpty() throws Exception {
            transactions = SERVER.emptyRegistryInUnitsOfWork(RegistryDatabase.TENANT);
            return new AuthorityRegistries(
                    EachInAUnitOfWork.of(TenantRegistry.class, new PostgresTenantRegistry(transactions)),
                    EachInAUnitOfWork.of(CredentialReader.class, new PostgresCredentialReader(transactions)),
                    EachInAUnitOfWork.of(TenantKeyStore.class, new PostgresTenantKeyStore(transactions)),
                    EachInAUnitOfWork.of(TenantAuthorities.class, new PostgresTenantAuthorities(transactions)));
        }

        @AfterEach
        void close() {
            transactions.close();
        }
    }

    /** Statements of the running bus that do not name the tenant, or name another one. */
    @Nested
    class RowLevelSecurity {
        private static final List<String> TABLES =
                List.of("tenant_partner", "tenant_issuer", "user_subject", "tenant_authority", "revocation_list");

        private RegistryTransactions transactions;
        private Owner acme;
        private Owner globex;

        @BeforeEach
        void fill() throws Exception {
            transactions = SERVER.emptyRegistry();
            TenantRegistry tenants = new PostgresTenantRegistry(transactions);
            acme = UserCertificatesContract.create(tenants, "acme");
            globex = UserCertificatesContract.create(tenants, "globex");
            for (Owner owner : List.of(acme, globex)) {
                new PostgresTenantPartners(transactions)
                        .register(TenantPartnersContract.partner(owner.tenant(), "mill"));
                TenantAuthorities authorities = new PostgresTenantAuthorities(transactions);
                authorities.add(TenantAuthoritiesContract.authority(owner.tenant(), "root"));
                authorities.put(
                        TenantAuthoritiesContract.list(owner.tenant(), "root", 7, Instant.EPOCH),
                        RevokedSerials.of(List.of(BigInteger.ONE, BigInteger.TWO)));
                TenantIssuers issuers = new PostgresTenantIssuers(transactions);
                issuers.add(TenantIssuersContract.issuer(owner.tenant(), "login", TenantIssuersContract.ISS));
                issuers.add(TenantIssuersContract.subject(owner, new TokenSubject(TenantIssuersContract.ISS, "alice")));
            }
        }

        @AfterEach
        void close() {
            transactions.close();
        }

        @Test
        void oneTenantNeitherSeesNorChangesAnothersRows() throws Exception {
            for (String table : TABLES) {
                assertThat(tenants("SELECT tenant_id::text FROM " + table))
                        .containsExactly(acme.tenant().toString());
                String theirs = " WHERE tenant_id = '" + globex.tenant() + "'";
                assertThat(tenants("SELECT tenant_id::text FROM " + table + theirs))
                        .isEmpty();
                assertThat(changed("DELETE FROM " + table + theirs)).isZero();
                for (String attack : List.of(
                        "TRUNCATE " + table,
                        "ALTER TABLE " + table + " DISABLE ROW LEVEL SECURITY",
                        "DROP POLICY own_rows ON " + table)) {
                    refused(attack, "42501");
                }
                List<String> without = transactions.readTogether(
                        connection -> Sql.all(connection, "SELECT 1 FROM " + table, row -> row.getString(1)));
                assertThat(without).as("a transaction without tenant").isEmpty();
            }
        }

        @Test
        void noRowIsMovedToAnotherUserOrCertificate() throws Exception {
            for (String attack : List.of(
                    "UPDATE tenant_partner SET tenant_id = '" + globex.tenant() + "'",
                    "UPDATE tenant_partner SET name = 'bank'",
                    "UPDATE tenant_partner SET certificate = 'c', digest = sha256('c')",
                    "UPDATE tenant_partner SET not_after = 'infinity'",
                    "UPDATE tenant_issuer SET issuer = 'https://evil.example'",
                    "UPDATE tenant_issuer SET tenant_id = '" + globex.tenant() + "'")) {
                refused(attack, "ESB03");
            }
            refused("UPDATE tenant_authority SET certificate = 'c', digest = sha256('c')", "ESB03");
            for (String attack : List.of(
                    "UPDATE revocation_list SET number = 6, serials = ''",
                    "UPDATE revocation_list SET this_update = '-infinity', serials = ''",
                    "UPDATE revocation_list SET authority = 'other'")) {
                refused(attack, "ESB02");
            }
            refused("UPDATE user_subject SET user_id = '" + UUID.randomUUID() + "'", "42501");
            changed("UPDATE tenant_partner SET revoked_at = now(), place = NULL");
            refused("UPDATE tenant_partner SET revoked_at = NULL, place = 1", "ESB02");
        }

        @Test
        void theRuleAlsoAppliesToAnOwnerThatRunsTheBus() throws Exception {
            try (Connection connection = SERVER.connect()) {
                assertThat(Sql.all(
                                connection,
                                "SELECT relname FROM pg_class WHERE relname IN ('tenant_partner', 'tenant_issuer',"
                                        + " 'user_subject', 'tenant_authority', 'revocation_list') AND relrowsecurity AND relforcerowsecurity",
                                row -> row.getString(1)))
                        .hasSize(TABLES.size());
            }
        }

        private List<String> tenants(String sql) throws Exception {
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
        void theDatabaseEnforcesFormsAndNumbersForAnyWriter() throws Exception {
            try (RegistryTransactions transactions = SERVER.emptyRegistry();
                    Connection connection = SERVER.connect();
                    Statement statement = connection.createStatement()) {
                TenantId acme = ContactsContract.create(new PostgresTenantRegistry(transactions), "acme");
                String partner = "INSERT INTO tenant_partner (tenant_id, digest, name, certificate, not_before,"
                        + " not_after, place, registered_at) VALUES ('" + acme
                        + "', sha256('c'), 'evil', 'c', now(), now(), 2, now())";
                String issuer = "INSERT INTO tenant_issuer (tenant_id, name, issuer, audience, algorithms, jwk_set,"
                        + " place, set_at) VALUES ('" + acme + "', 'evil', 'iss', 'aud', '{RS256}', '{}', 2, now())";
                String secret = "INSERT INTO tenant_secret (tenant_id, name, kind, user_name, host, port,"
                        + " sealed_generation, sealed, place, set_at) VALUES ('" + acme
                        + "', 'evil', 'PASSWORD', 'user', 'host', 443, 1, 's', 2, now())";
                String authority = "INSERT INTO tenant_authority (tenant_id, name, digest, certificate, not_before,"
                        + " not_after, place, added_at) VALUES ('" + acme
                        + "', 'evil', sha256('c'), 'c', now(), now(), 2, now())";
                statement.execute(authority.replace("'evil'", "'root'").replace(" 2, now", " 1, now"));
                String list = "INSERT INTO revocation_list (tenant_id, authority, number, this_update, next_update,"
                        + " digest, entries, serials, uploaded_at) VALUES ('" + acme
                        + "', 'root', 1, now(), now() + interval '1 day', sha256('l'), 0, '', now())";
                for (String attack : List.of(
                        authority,
                        authority.replace("'c'", "'d'").replace(" 2, now", " 21, now"),
                        authority.replace("'c'", "'d'").replace("'evil'", "'../evil'"),
                        authority.replace("sha256('c'), 'c'", "sha256('c'), 'd'"),
                        list.replace("'root', 1", "'root', -1"),
                        list.replace("'root', 1", "'other', 1"),
                        list.replace("interval '1 day'", "interval '0 days'"),
                        list.replace("sha256('l')", "'l'"),
                        list.replace(", 0, ''", ", 20001, ''"),
                        list.replace(", 0, ''", ", 0, decode(repeat('00', 420001), 'hex')"),
                        partner.replace(" 2, now", " 101, now"),
                        partner.replace(" 2, now", " NULL, now"),
                        partner.replace("'evil'", "'../evil'"),
                        partner.replace("sha256('c')", "sha256('d')"),
                        partner.replace("'c'", "decode(repeat('00', 16385), 'hex')"),
                        partner.replace(acme.toString(), UUID.randomUUID().toString()),
                        issuer.replace(" 2, now", " 21, now"),
                        issuer.replace("{RS256}", "{}"),
                        issuer.replace("{RS256}", "{none}"),
                        issuer.replace("{RS256}", "{HS256}"),
                        issuer.replace("{RS256}", "{RS256,NULL}"),
                        issuer.replace("'iss'", "''"),
                        issuer.replace("'{}'", "repeat('x', 32769)"),
                        issuer.replace(acme.toString(), UUID.randomUUID().toString()),
                        secret.replace("'PASSWORD'", "NULL"),
                        secret.replace("'PASSWORD'", "'BEARER'"),
                        secret.replace("'host'", "NULL"),
                        secret.replace(", 443,", ", 0,"),
                        secret.replace(", 443,", ", 65536,"),
                        secret.replace("'user'", "''"))) {
                    assertThatExceptionOfType(SQLException.class)
                            .as(attack)
                            .isThrownBy(() -> statement.execute(attack))
                            .satisfies(e -> assertThat(e.getSQLState()).startsWith("23"));
                }
                for (String valid : List.of(partner, issuer, secret)) {
                    statement.execute(valid);
                }
            }
        }
    }
}
