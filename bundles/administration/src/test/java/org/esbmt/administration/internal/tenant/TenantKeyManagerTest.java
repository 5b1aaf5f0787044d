package org.esbmt.administration.internal.tenant;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.boss;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Secret;
import org.esbmt.administration.api.TenantKeyView;
import org.esbmt.administration.api.TenantSecretView;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.DrainTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.TenantKeyCommand.CertifyKey;
import org.esbmt.administration.api.command.TenantKeyCommand.GenerateKey;
import org.esbmt.administration.api.command.TenantKeyCommand.ImportPem;
import org.esbmt.administration.api.command.TenantKeyCommand.ImportPkcs12;
import org.esbmt.administration.api.command.TenantKeyCommand.MakeKeyFormer;
import org.esbmt.administration.api.command.TenantKeyCommand.RemoveSecret;
import org.esbmt.administration.api.command.TenantKeyCommand.RevokeKey;
import org.esbmt.administration.api.command.TenantKeyCommand.SetSecret;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.AuditEntry;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.testing.FixedKeyMaterial;
import org.esbmt.tenancy.api.Destination;
import org.esbmt.tenancy.api.KeyAlgorithm;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.KeyState;
import org.esbmt.tenancy.api.SecretKind;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys and secrets of tenants, by their administrators. */
class TenantKeyManagerTest {
    private static final SecretUse USE =
            new SecretUse(SecretKind.PASSWORD, Optional.of("orders"), new Destination("orders.example.com", 443));
    private static final String VALUE = "the-value-of-the-secret";
    private static final String FILE = "the-bytes-of-the-file";

    @TempDir
    Path data;

    private TestBus bus;
    private Administration administration;
    private TenantId acme;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        administration = bus.executor();
        acme = administration
                .execute(admin(), new CreateTenant("acme", "acme", "boss", password("acme's long password")))
                .tenant()
                .id();
    }

    private GenerateKey generating(String name) {
        return new GenerateKey(acme, name, KeyPurpose.SIGN, KeyAlgorithm.EC_P256, "CN=orders", OptionalInt.empty());
    }

    private ImportPkcs12 importing(String name) {
        return new ImportPkcs12(
                acme, name, KeyPurpose.DECRYPT, Content.of(FILE.getBytes(UTF_8)), TestBus.secret(VALUE));
    }

    private static void refused(Reason reason, String words, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason))
                .hasMessageContaining(words);
    }

    @Test
    void aKeyGoesThroughItsLife() throws Exception {
        TenantKeyView made = administration.execute(boss(), generating("out"));
        assertThat(made.state()).isEqualTo(KeyState.CURRENT);
        assertThat(made.algorithm()).isEqualTo("EC P-256");
        assertThat(made.certificates()).isEqualTo(FixedKeyMaterial.CERTIFICATE);
        assertThat(bus.tenantKeys.keys(boss(), acme)).containsExactly(made);
        assertThat(bus.tenantKeys.key(boss(), acme, "out")).isEqualTo(made);
        assertThat(bus.tenantKeys.request(boss(), acme, "out", Optional.empty()))
                .startsWith("-----BEGIN CERTIFICATE REQUEST-----");
        administration.execute(
                boss(), new CertifyKey(acme, "out", Content.of(FixedKeyMaterial.CERTIFICATE.getBytes(UTF_8))));

        Instant until = bus.now.get().plusSeconds(60);
        TenantKeyView former = administration.execute(boss(), new MakeKeyFormer(acme, "out", until));
        assertThat(former.state()).isEqualTo(KeyState.FORMER);
        assertThat(former.formerUntil().orElseThrow()).isBetween(until.minusMillis(1), until);

        assertThat(administration.execute(boss(), new RevokeKey(acme, "out"))).isEqualTo(Done.DONE);
        assertThat(bus.tenantKeys.keys(boss(), acme)).singleElement().satisfies(key -> assertThat(key.state())
                .isEqualTo(KeyState.REVOKED));
        for (ThrowingCallable gone : List.<ThrowingCallable>of(
                () -> administration.execute(boss(), new RevokeKey(acme, "out")),
                () -> administration.execute(boss(), new MakeKeyFormer(acme, "out", until)),
                () -> bus.tenantKeys.key(boss(), acme, "out"),
                () -> bus.tenantKeys.request(boss(), acme, "out", Optional.empty()))) {
            refused(Reason.NOT_FOUND, "has no key 'out'", gone);
        }
        assertThat(administration.execute(boss(), generating("out")).id()).isNotEqualTo(made.id());
    }

    @Test
    void aMomentThatHasPassedOrIsFarAwayIsRefused() throws Exception {
        administration.execute(boss(), generating("out"));
        for (Instant until : List.of(bus.now.get(), bus.now.get().plus(Duration.ofDays(1_101)))) {
            refused(
                    Reason.INVALID,
                    "the next 1100 days",
                    () -> administration.execute(boss(), new MakeKeyFormer(acme, "out", until)));
        }
    }

    @Test
    void aCertificateThatEndsSoonHasAWarning() throws Exception {
        TenantKeyView made = administration.execute(boss(), generating("out"));
        assertThat(made.expiresSoon()).isFalse();
        bus.now.set(made.notAfter().minus(Duration.ofDays(29)));
        assertThat(bus.tenantKeys.key(boss(), acme, "out").expiresSoon()).isTrue();
        assertThat(bus.status.status(admin()).expiringKeys()).containsExactly(Map.entry("acme", 1L));
        administration.execute(boss(), new RevokeKey(acme, "out"));
        assertThat(bus.status.status(admin()).expiringKeys()).isEmpty();
    }

    @Test
    void theQuotaCountsKeysThatAreNotRevokedAndSecrets() throws Exception {
        for (String name : List.of("one", "two", "three")) {
            administration.execute(boss(), generating(name));
            administration.execute(boss(), new SetSecret(acme, name, USE, TestBus.secret(VALUE)));
        }
        refused(Reason.EXCEEDED, "TENANT_KEYS", () -> administration.execute(boss(), importing("four")));
        refused(
                Reason.EXCEEDED,
                "TENANT_SECRETS",
                () -> administration.execute(boss(), new SetSecret(acme, "four", USE, TestBus.secret(VALUE))));
        administration.execute(boss(), new SetSecret(acme, "three", USE, TestBus.secret(VALUE)));

        administration.execute(boss(), new RevokeKey(acme, "one"));
        administration.execute(boss(), new RemoveSecret(acme, "one"));
        administration.execute(boss(), importing("four"));
        administration.execute(boss(), new SetSecret(acme, "four", USE, TestBus.secret(VALUE)));
    }

    @Test
    void aRepetitionUnderOneIdentifierMakesOneKey() throws Exception {
        Administrator again = boss().asking(UUID.randomUUID());
        TenantKeyView first = administration.execute(again, generating("out"));
        assertThat(administration.execute(again, generating("out"))).isEqualTo(first);
        assertThat(bus.tenantKeys.keys(boss(), acme)).hasSize(1);

        Administrator secret = boss().asking(UUID.randomUUID());
        TenantSecretView set =
                administration.execute(secret, new SetSecret(acme, "back-end", USE, TestBus.secret(VALUE)));
        assertThat(administration.execute(secret, new SetSecret(acme, "back-end", USE, TestBus.secret(VALUE))))
                .isEqualTo(set);
        assertThat(bus.tenantKeys.secrets(boss(), acme)).containsExactly(set);
    }

    @Test
    void neitherAuditNorJournalNorLogHaveASecretAKeyOrAFile() throws Exception {
        Content file = Content.of(FILE.getBytes(UTF_8));
        try (CapturedLog log = new CapturedLog()) {
            administration.execute(boss().asking(UUID.randomUUID()), importing("pkcs12"));
            administration.execute(
                    boss().asking(UUID.randomUUID()),
                    new ImportPem(acme, "pem", KeyPurpose.SIGN, file, Optional.of(TestBus.secret(VALUE))));
            UUID journaled = UUID.randomUUID();
            administration.execute(
                    boss().asking(journaled), new SetSecret(acme, "back-end", USE, TestBus.secret(VALUE)));
            administration.execute(boss(), new SetSecret(acme, "back-end", USE, TestBus.secret(VALUE + VALUE)));
            Content bad = Content.of(FixedKeyMaterial.REFUSED.getBytes(UTF_8));
            refused(
                    Reason.INVALID,
                    "does not open with this password",
                    () -> administration.execute(
                            boss(), new ImportPkcs12(acme, "bad", KeyPurpose.SIGN, bad, TestBus.secret(VALUE))));
            StringBuilder traces = new StringBuilder(String.join("\n", log.linesWith("")));
            for (TenantId chain : List.of(acme, TenantRegistry.SYSTEM)) {
                bus.audit.read(chain, 1, 1_000).stream()
                        .map(AuditEntry::toString)
                        .forEach(traces::append);
            }
            traces.append(bus.journal.find(new OperationId(journaled)).orElseThrow());
            assertThat(traces.toString())
                    .contains("setSecret", "importKey")
                    .doesNotContain(VALUE, FILE, "sealed", "BEGIN");
        }
        assertThat(bus.audit.read(acme, 1, 1_000))
                .extracting(entry -> entry.content().after().orElse(""))
                .anyMatch(after -> after.contains("DECRYPT CURRENT, EC P-256, certificate"))
                .contains(
                        "version 1, PASSWORD of orders for orders.example.com:443",
                        "version 2, PASSWORD of orders for orders.example.com:443");
    }

    @Test
    void noTextOfACommandOrViewShowsASecret() throws Exception {
        try (Secret secret = TestBus.secret(VALUE)) {
            assertThat(new SetSecret(acme, "back-end", USE, secret).toString()).doesNotContain(VALUE);
            assertThat(importing("in").toString()).doesNotContain(VALUE, FILE);
        }
        Secret closed = TestBus.secret(VALUE);
        closed.close();
        assertThat(closed.characters()).containsOnly('\0');
    }

    @Test
    void theInstallationListsAndDoesNoMore() throws Exception {
        administration.execute(boss(), generating("out"));
        administration.execute(boss(), new SetSecret(acme, "back-end", USE, TestBus.secret(VALUE)));
        assertThat(bus.tenantKeys.keys(admin(), acme)).hasSize(1);
        assertThat(bus.tenantKeys.secrets(admin(), acme)).hasSize(1);
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> administration.execute(admin(), generating("mine")),
                () -> administration.execute(admin(), new RevokeKey(acme, "out")),
                () -> administration.execute(admin(), new RemoveSecret(acme, "back-end")),
                () -> bus.tenantKeys.request(admin(), acme, "out", Optional.empty()))) {
            refused(Reason.FORBIDDEN, "TENANT_ADMIN", call);
        }
    }

    @Test
    void aPurgeRemovesAll() throws Exception {
        administration.execute(boss(), generating("out"));
        administration.execute(boss(), new SetSecret(acme, "back-end", USE, TestBus.secret(VALUE)));
        administration.execute(admin(), new SuspendTenant(TenantRef.of(acme)));
        administration.execute(admin(), new DrainTenant(TenantRef.of(acme)));
        administration.execute(admin(), new PurgeTenant(TenantRef.of(acme), Optional.of("acme")));
        assertThat(bus.keysOfTenants.keys(acme)).isEmpty();
        assertThat(bus.keysOfTenants.secrets(acme)).isEmpty();
    }

    @Test
    void withoutSealingKeysNothingIsMadeAndTheListStays() throws Exception {
        administration.execute(boss(), generating("out"));
        bus.services.unbindKeyMaterial(bus.keyMaterial);
        refused(Reason.UNAVAILABLE, "sealing keys", () -> administration.execute(boss(), generating("next")));
        refused(
                Reason.UNAVAILABLE,
                "sealing keys",
                () -> administration.execute(boss(), new SetSecret(acme, "x", USE, TestBus.secret(VALUE))));
        assertThat(bus.tenantKeys.keys(boss(), acme)).hasSize(1);
        administration.execute(boss(), new RevokeKey(acme, "out"));
    }
}
