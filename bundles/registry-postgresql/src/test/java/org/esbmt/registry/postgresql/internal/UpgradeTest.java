package org.esbmt.registry.postgresql.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.EncodedCertificate;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.RevokedSerials;
import org.esbmt.registry.api.TenantAuthorities;
import org.esbmt.registry.api.TenantKey;
import org.esbmt.registry.api.TenantKeyStore;
import org.esbmt.registry.api.TenantPartners;
import org.esbmt.registry.api.TenantSecret;
import org.esbmt.registry.api.UserCertificate;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.testing.TenantAuthoritiesContract;
import org.esbmt.registry.testing.TenantPartnersContract;
import org.esbmt.tenancy.api.Destination;
import org.esbmt.tenancy.api.KeyState;
import org.esbmt.tenancy.api.SecretKind;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A tenant registry of a former release, with rows, that the present release brings up to date. */
class UpgradeTest {
    private static final TenantId ACME = new TenantId(UUID.fromString("0b5a3f0e-5a4e-4f7a-9d52-0c3f7c6f1a01"));
    private static final UserId CLERK = new UserId(UUID.fromString("0b5a3f0e-5a4e-4f7a-9d52-0c3f7c6f1a02"));
    private static final String FILLED = """
            SET search_path = tenant_registry;
            INSERT INTO tenant (tenant_id, name, display_name) VALUES (:acme, 'acme', 'Acme');
            INSERT INTO tenant_user (tenant_id, user_id, login) VALUES (:acme, :clerk, 'clerk');
            INSERT INTO user_credential (tenant_id, user_id, kind, verifier) VALUES (:acme, :clerk, 'PASSWORD', 'v');
            INSERT INTO role_assignment (tenant_id, user_id, role_code, granted_by)
              VALUES (:acme, :clerk, 'TENANT_USER', :clerk);
            INSERT INTO user_certificate (tenant_id, digest, user_id, name, certificate, not_before, not_after, place,
                registered_by, registered_at)
              VALUES (:acme, sha256('open'), :clerk, 'laptop', 'open', '2026-01-01Z', '2027-01-01Z', 1, :clerk,
                '2026-01-01Z');
            INSERT INTO user_certificate (tenant_id, digest, user_id, name, certificate, not_before, not_after,
                registered_by, registered_at, revoked_at)
              VALUES (:acme, sha256('lost'), :clerk, 'lost', 'lost', '2026-01-01Z', '2027-01-01Z', :clerk, '2026-01-01Z',
                '2026-02-01Z');
            INSERT INTO tenant_key (key_id, tenant_id, name, purpose, state, chain, sealed_generation, sealed, not_before,
                not_after, former_until, place, created_at)
              VALUES (gen_random_uuid(), :acme, 'in', 'DECRYPT', 'CURRENT', 'chain', 1, 'sealed', '2026-01-01Z',
                '2027-01-01Z', NULL, 1, '2026-01-01Z'),
                (gen_random_uuid(), :acme, 'old', 'SIGN', 'FORMER', 'chain', 1, 'sealed', '2026-01-01Z', '2027-01-01Z',
                '2026-12-01Z', 2, '2026-01-01Z');
            INSERT INTO tenant_key (key_id, tenant_id, name, purpose, state, chain, not_before, not_after, created_at,
                revoked_at)
              VALUES (gen_random_uuid(), :acme, 'gone', 'TLS', 'REVOKED', 'chain', '2026-01-01Z', '2027-01-01Z',
                '2026-01-01Z', '2026-02-01Z');
            INSERT INTO tenant_secret (tenant_id, name, sealed_generation, sealed, version, place, set_at)
              VALUES (:acme, 'back-end', 1, 'sealed', 3, 1, '2026-01-01Z');
            INSERT INTO sealing_key (generation, fingerprint) VALUES (1, 'print');
            """;

    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.own();

    private static DatabaseTarget filledAtVersion(String version) throws Exception {
        DatabaseTarget target = SERVER.newTarget();
        try (Connection connection = SERVER.maintenance();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + target.database());
        }
        // The grants of the present release name tables that are not there yet.
        Flyway.configure(UpgradeTest.class.getClassLoader())
                .dataSource(DataSources.single(target, target.admin(), target.database()))
                .defaultSchema(target.registry().schema())
                .createSchemas(true)
                .resourceProvider(new MigrationScripts(target.registry()))
                .javaMigrationClassProvider(List::of)
                .skipDefaultCallbacks(true)
                .target(version)
                .load()
                .migrate();
        try (Connection connection = DataSources.single(target, target.admin(), target.database())
                        .getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(FILLED.replace(":acme", "'" + ACME + "'").replace(":clerk", "'" + CLERK + "'"));
        }
        return target;
    }

    @Test
    void rowsOfVersionEightAreReadAndChangedAfterTheUpgrade() throws Exception {
        DatabaseTarget target = filledAtVersion("8");
        new DatabasePreparation(target).run();

        try (RegistryTransactions transactions = new RegistryTransactions(Optional::empty)) {
            transactions.use(DataSources.pool(target, RegistryServer.PATIENT));
            checkCertificates(transactions);
            checkKeys(new PostgresTenantKeyStore(transactions));
            checkSecret(new PostgresTenantKeyStore(transactions));
            checkNewTables(transactions);
        }
    }

    private static void checkCertificates(RegistryTransactions transactions) throws Exception {
        CredentialReader reader = new PostgresCredentialReader(transactions);
        PostgresUserCertificates certificates = new PostgresUserCertificates(transactions);
        EncodedCertificate open = EncodedCertificate.of("open".getBytes(UTF_8));
        EncodedCertificate lost = EncodedCertificate.of("lost".getBytes(UTF_8));
        assertThat(reader.find(ACME, open.digest())).get().satisfies(found -> {
            assertThat(found.user()).isEqualTo(CLERK);
            assertThat(found.certificate()).isEqualTo(open);
            assertThat(found.sender()).isTrue();
        });
        assertThat(reader.find(ACME, lost.digest())).isEmpty();
        assertThat(certificates.find(ACME, lost.digest()).orElseThrow().revokedAt())
                .contains(Instant.parse("2026-02-01T00:00:00Z"));
        UserCertificate again = certificates.find(ACME, lost.digest()).orElseThrow();
        assertThatExceptionOfType(RegistryException.Conflict.class).isThrownBy(() -> certificates.register(again));
        certificates.revoke(ACME, open.digest(), Instant.parse("2026-03-01T00:00:00Z"));
        assertThat(reader.find(ACME, open.digest())).isEmpty();
    }

    private static void checkKeys(TenantKeyStore keys) throws Exception {
        assertThat(keys.keys(ACME))
                .extracting(key -> key.name().value() + " " + key.purpose() + " " + key.state())
                .containsExactly("in DECRYPT CURRENT", "old SIGN FORMER", "gone TLS REVOKED");
        assertThat(keys.contents(ACME).keys()).hasSize(2).allSatisfy(key -> assertThat(
                        key.sealed().orElseThrow().bytes().bytes())
                .isEqualTo("sealed".getBytes(UTF_8)));
        TenantKey in = keys.keys(ACME).get(0);
        keys.revoke(ACME, in.id(), Instant.parse("2026-03-01T00:00:00Z"));
        assertThat(keys.find(ACME, in.id()).orElseThrow().state()).isEqualTo(KeyState.REVOKED);
    }

    /** A secret of version 8 has no destination until it is set again. */
    private static void checkSecret(TenantKeyStore keys) throws Exception {
        Versioned<TenantSecret> secret = keys.secrets(ACME).get(0);
        assertThat(secret.revision()).isEqualTo(3);
        assertThat(secret.value().use()).isEmpty();
        SecretUse use = new SecretUse(SecretKind.BEARER, Optional.empty(), new Destination("orders.example.com", 443));
        TenantSecret set = new TenantSecret(
                ACME,
                secret.value().name(),
                Optional.of(use),
                secret.value().sealed(),
                secret.value().setAt());
        assertThat(keys.putSecret(set, 3).revision()).isEqualTo(4);
        assertThat(keys.contents(ACME).secrets()).containsExactly(set);
    }

    private static void checkNewTables(RegistryTransactions transactions) throws Exception {
        TenantPartners partners = new PostgresTenantPartners(transactions);
        partners.register(TenantPartnersContract.partner(ACME, "mill"));
        TenantAuthorities authorities = new PostgresTenantAuthorities(transactions);
        authorities.add(TenantAuthoritiesContract.authority(ACME, "root"));
        authorities.put(TenantAuthoritiesContract.list(ACME, "root", 7, Instant.EPOCH), RevokedSerials.of(List.of()));
        TenantKeyStore.Contents contents = new PostgresTenantKeyStore(transactions).contents(ACME);
        assertThat(contents.partners()).hasSize(1);
        assertThat(contents.authorities()).extracting(one -> one.name()).containsExactly(new KeyName("root"));
        assertThat(authorities.removeAll(ACME)).isEqualTo(1);
    }
}
