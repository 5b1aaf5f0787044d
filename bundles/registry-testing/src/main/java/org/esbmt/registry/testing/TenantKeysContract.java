package org.esbmt.registry.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.CredentialReader.Change;
import org.esbmt.registry.api.CredentialReader.Changes;
import org.esbmt.registry.api.CredentialReader.Cursor;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.OpaqueBytes;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.SealedValue;
import org.esbmt.registry.api.SealingLedger;
import org.esbmt.registry.api.TenantKey;
import org.esbmt.registry.api.TenantKeyStore;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantSecret;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.Destination;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.KeyState;
import org.esbmt.tenancy.api.SecretKind;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantKeyId;
import org.esbmt.testing.AtOnce;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of every implementation of {@link TenantKeyStore} and {@link SealingLedger}. */
public abstract class TenantKeysContract {
    protected static final Instant NOW = Instant.parse("2026-11-25T10:00:00.123Z");
    public static final SecretUse USE =
            new SecretUse(SecretKind.PASSWORD, Optional.of("orders user"), new Destination("orders.example.com", 443));
    private static final Instant END = NOW.plus(Duration.ofDays(365));

    private TenantKeyStore store;
    private CredentialReader changes;
    private SealingLedger ledger;
    private TenantId acme;
    private TenantId globex;

    /** The store, and the registry of the tenants that it belongs to. */
    public record Registries(
            TenantRegistry tenants, CredentialReader changes, TenantKeyStore store, SealingLedger ledger) {}

    /** Registries without tenants; the implementation closes them. */
    protected abstract Registries openEmpty() throws Exception;

    @BeforeEach
    void open() throws Exception {
        Registries opened = openEmpty();
        store = opened.store();
        changes = opened.changes();
        ledger = opened.ledger();
        acme = ContactsContract.create(opened.tenants(), "acme");
        globex = ContactsContract.create(opened.tenants(), "globex");
    }

    /** A current key, sealed under the first generation. */
    public static TenantKey key(TenantId tenant, String name) {
        return new TenantKey(
                new TenantKeyId(UUID.randomUUID()),
                tenant,
                new KeyName(name),
                KeyPurpose.DECRYPT,
                KeyState.CURRENT,
                bytes("chain of " + name),
                Optional.of(sealed("sealed " + name)),
                NOW,
                END,
                Optional.empty(),
                NOW,
                Optional.empty());
    }

    /** A secret, sealed under the first generation. */
    public static TenantSecret secret(TenantId tenant, String name) {
        return new TenantSecret(tenant, new KeyName(name), Optional.of(USE), sealed("sealed " + name), NOW);
    }

    private static SealedValue sealed(String text) {
        return new SealedValue(1, bytes(text));
    }

    private static OpaqueBytes bytes(String text) {
        return OpaqueBytes.of(text.getBytes(UTF_8));
    }

    @Test
    void aKeyGoesThroughItsStates() throws Exception {
        TenantKey added = key(acme, "in");
        store.add(added);
        assertThat(store.keys(acme)).containsExactly(added);
        assertThat(store.find(acme, added.id())).contains(added);

        store.certify(acme, added.id(), bytes("signed"), NOW.plusSeconds(1), END.plusSeconds(1));
        TenantKey certified = added.certified(bytes("signed"), NOW.plusSeconds(1), END.plusSeconds(1));
        assertThat(store.find(acme, added.id())).contains(certified);

        store.makeFormer(acme, added.id(), NOW.plusSeconds(60));
        assertThat(store.find(acme, added.id())).contains(certified.former(NOW.plusSeconds(60)));
        store.makeFormer(acme, added.id(), NOW.plusSeconds(30));
        assertThat(store.find(acme, added.id())).contains(certified.former(NOW.plusSeconds(30)));

        store.revoke(acme, added.id(), NOW);
        assertThat(store.find(acme, added.id())).contains(certified.revoked(NOW));
        assertThat(store.find(acme, added.id()).orElseThrow().sealed()).isEmpty();
        assertThat(store.contents(acme).keys()).isEmpty();
    }

    @Test
    void aRevokedKeyIsNeverChanged() throws Exception {
        TenantKey revoked = key(acme, "in");
        store.add(revoked);
        store.revoke(acme, revoked.id(), NOW);

        assertNoKey(() -> store.revoke(acme, revoked.id(), NOW));
        assertNoKey(() -> store.makeFormer(acme, revoked.id(), END));
        assertNoKey(() -> store.certify(acme, revoked.id(), bytes("other"), NOW, END));
        assertThat(store.reseal(acme, revoked.id(), revoked.sealed().orElseThrow(), sealed("other")))
                .isFalse();
        assertThat(store.find(acme, revoked.id())).contains(revoked.revoked(NOW));
    }

    @Test
    void aNameIsFreeAfterTheRevocationAlone() throws Exception {
        TenantKey first = key(acme, "in");
        TenantKey second = key(acme, "in");
        store.add(first);
        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> store.add(second))
                .withMessage("Tenant " + acme + " has a key 'in'.");
        store.makeFormer(acme, first.id(), END);
        assertThatExceptionOfType(RegistryException.Conflict.class).isThrownBy(() -> store.add(second));
        store.add(key(globex, "in"));

        store.revoke(acme, first.id(), NOW);
        store.add(second);

        assertThat(store.keys(acme)).extracting(TenantKey::id).containsExactly(second.id(), first.id());
    }

    @Test
    void aRevokedKeyIsForgottenAfterItsTime() throws Exception {
        TenantKey old = key(acme, "in");
        store.add(old);
        store.revoke(acme, old.id(), NOW.minus(TenantKeyStore.KEPT).minusMillis(1));
        store.add(key(acme, "next"));
        assertThat(store.find(acme, old.id())).isEmpty();
    }

    @Test
    void aTenantHasABoundedNumberOfKeysAndSecrets() throws Exception {
        for (int i = 0; i < TenantKeyStore.MOST_KEYS; i++) {
            store.add(key(acme, "key-" + i));
        }
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> store.add(key(acme, "more")))
                .withMessage("Tenant " + acme + " has 50 keys, and no tenant has more.");
        store.revoke(acme, store.keys(acme).get(7).id(), NOW);
        store.add(key(acme, "more"));

        for (int i = 0; i < TenantKeyStore.MOST_SECRETS; i++) {
            store.putSecret(secret(acme, "secret-" + i), 0);
        }
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> store.putSecret(secret(acme, "more"), 0))
                .withMessage("Tenant " + acme + " has 100 secrets, and no tenant has more.");
        store.putSecret(secret(acme, "secret-7"), 1);
    }

    @Test
    void keysOfOneNameAtTheSameTimeAreOne() throws Exception {
        List<Object> outcomes = AtOnce.run(8, () -> {
            store.add(key(acme, "in"));
            return "added";
        });
        assertThat(outcomes).containsOnlyOnce("added");
        assertThat(outcomes)
                .filteredOn(outcome -> !"added".equals(outcome))
                .allMatch(e -> e instanceof RegistryException.Conflict || e instanceof RegistryException.Stale);
        assertThat(store.keys(acme)).hasSize(1);
    }

    @Test
    void aSecretIsSetReplacedAndRemoved() throws Exception {
        Versioned<TenantSecret> first = store.putSecret(secret(acme, "back-end"), 0);
        assertThat(first.revision()).isEqualTo(1);
        TenantSecret next = new TenantSecret(
                acme,
                new KeyName("back-end"),
                Optional.of(new SecretUse(SecretKind.BEARER, Optional.empty(), new Destination("[::1]", 65_535))),
                sealed("next"),
                NOW.plusSeconds(1));
        assertThat(store.putSecret(next, 1)).isEqualTo(new Versioned<>(next, 2));
        assertThat(store.secrets(acme)).containsExactly(new Versioned<>(next, 2));
        assertThat(store.contents(acme).secrets()).containsExactly(next);
        for (long old : new long[] {0, 1, 3}) {
            assertThatExceptionOfType(RegistryException.Stale.class)
                    .isThrownBy(() -> store.putSecret(next, old))
                    .withMessage("The secret 'back-end' is at version 2 by now, not at " + old + ".");
            assertThatExceptionOfType(RegistryException.Stale.class)
                    .isThrownBy(() -> store.removeSecret(acme, next.name(), old));
        }
        store.removeSecret(acme, next.name(), 2);
        assertThat(store.secrets(acme)).isEmpty();
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> store.removeSecret(acme, next.name(), 2))
                .withMessage("Tenant " + acme + " has no secret 'back-end'.");
    }

    @Test
    void oneTenantNeverReachesTheKeysOfAnother() throws Exception {
        TenantKey theirs = key(globex, "theirs");
        store.add(theirs);
        store.putSecret(secret(globex, "theirs"), 0);

        assertThat(store.find(acme, theirs.id())).isEmpty();
        assertThat(store.keys(acme)).isEmpty();
        assertThat(store.secrets(acme)).isEmpty();
        assertNoKey(() -> store.revoke(acme, theirs.id(), NOW));
        assertNoKey(() -> store.makeFormer(acme, theirs.id(), END));
        assertNoKey(() -> store.certify(acme, theirs.id(), bytes("other"), NOW, END));
        assertThat(store.reseal(acme, theirs.id(), theirs.sealed().orElseThrow(), sealed("other")))
                .isFalse();
        assertThat(store.reseal(acme, new KeyName("theirs"), sealed("sealed theirs"), sealed("other")))
                .isFalse();
        assertThat(store.removeAll(acme)).isZero();
        assertThat(store.contents(globex).keys()).containsExactly(theirs);
        assertThat(store.contents(globex).secrets()).containsExactly(secret(globex, "theirs"));
    }

    private static void assertNoKey(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatExceptionOfType(RegistryException.NotFound.class).isThrownBy(call);
    }

    @Test
    void anUnknownTenantHasNothingAndReceivesNothing() throws Exception {
        TenantId unknown = new TenantId(UUID.randomUUID());
        for (org.assertj.core.api.ThrowableAssert.ThrowingCallable call :
                List.<org.assertj.core.api.ThrowableAssert.ThrowingCallable>of(
                        () -> store.add(key(unknown, "in")), () -> store.putSecret(secret(unknown, "in"), 0))) {
            assertThatExceptionOfType(RegistryException.NotFound.class)
                    .isThrownBy(call)
                    .withMessage("There is no tenant " + unknown + ".");
        }
        assertThat(store.contents(unknown))
                .isEqualTo(new TenantKeyStore.Contents(List.of(), List.of(), List.of(), List.of(), List.of()));
    }

    @Test
    void allOfATenantAreRemovedTogether() throws Exception {
        TenantKey revoked = key(acme, "revoked");
        store.add(revoked);
        store.revoke(acme, revoked.id(), NOW);
        store.add(key(acme, "in"));
        store.putSecret(secret(acme, "back-end"), 0);
        store.add(key(globex, "in"));

        assertThat(store.removeAll(acme)).isEqualTo(3);

        assertThat(store.keys(acme)).isEmpty();
        assertThat(store.secrets(acme)).isEmpty();
        assertThat(store.keys(globex)).hasSize(1);
    }

    @Test
    void keysThatEndSoonAreCountedByTenant() throws Exception {
        TenantKey revoked = key(acme, "revoked");
        TenantKey past = key(acme, "past");
        TenantKey former = key(acme, "former");
        for (TenantKey key : List.of(revoked, past, former, key(acme, "in"), key(globex, "in"))) {
            store.add(key);
        }
        store.revoke(acme, revoked.id(), NOW);
        store.makeFormer(acme, past.id(), NOW.minusSeconds(1));
        store.makeFormer(acme, former.id(), NOW.plusSeconds(1));

        assertThat(store.expiring(NOW, END)).isEmpty();
        assertThat(store.expiring(NOW, END.plusMillis(1)))
                .containsEntry(acme, 2L)
                .containsEntry(globex, 1L)
                .hasSize(2);
        assertThat(store.keys(acme)).as("which shows no more afterwards").hasSize(4);
    }

    @Test
    void aValueIsSealedAnewOnlyInPlaceOfTheExpectedOne() throws Exception {
        TenantKey key = key(acme, "in");
        store.add(key);
        store.putSecret(secret(acme, "back-end"), 0);
        SealedValue next = new SealedValue(2, bytes("anew"));

        assertThat(store.reseal(acme, key.id(), sealed("other"), next)).isFalse();
        assertThat(store.reseal(acme, key.id(), sealed("sealed in"), next)).isTrue();
        assertThat(store.reseal(acme, key.id(), sealed("sealed in"), next)).isFalse();
        assertThat(store.find(acme, key.id())).contains(key.resealed(next));

        KeyName name = new KeyName("back-end");
        assertThat(store.reseal(acme, name, sealed("other"), next)).isFalse();
        assertThat(store.reseal(acme, name, sealed("sealed back-end"), next)).isTrue();
        assertThat(store.secrets(acme))
                .containsExactly(new Versioned<>(secret(acme, "back-end").resealed(next), 1));
    }

    @Test
    void eachChangeIsReportedAsAChangeOfTheTenant() throws Exception {
        TenantKey key = key(acme, "in");
        KeyName name = new KeyName("back-end");
        assertReported(() -> store.add(key));
        assertReported(() -> store.certify(acme, key.id(), bytes("signed"), NOW, END));
        assertReported(() -> store.makeFormer(acme, key.id(), END));
        assertReported(() -> store.makeFormer(acme, key.id(), NOW));
        assertReported(() -> store.revoke(acme, key.id(), NOW));
        assertReported(() -> store.putSecret(secret(acme, "back-end"), 0));
        assertReported(() -> store.putSecret(secret(acme, "back-end"), 1));
        assertReported(() -> store.removeSecret(acme, name, 2));
        assertReported(() -> store.removeAll(acme));
    }

    private interface Step {
        void run() throws Exception;
    }

    private void assertReported(Step step) throws Exception {
        Cursor before = changes.changesSince(Optional.empty()).next();
        step.run();
        Changes reported = changes.changesSince(Optional.of(before));
        assertThat(Set.copyOf(reported.changes())).containsExactly(new Change(acme, Optional.empty()));
    }

    @Test
    void aValueThatIsSealedAnewIsNotReported() throws Exception {
        TenantKey key = key(acme, "in");
        store.add(key);
        Cursor before = changes.changesSince(Optional.empty()).next();
        store.reseal(acme, key.id(), sealed("sealed in"), new SealedValue(2, bytes("anew")));
        assertThat(changes.changesSince(Optional.of(before)).changes()).isEmpty();
    }

    @Test
    void theFirstFingerprintOfAGenerationStays() throws Exception {
        assertThat(ledger.fingerprints()).isEmpty();
        assertThat(ledger.record(1, "one")).isEqualTo("one");
        assertThat(ledger.record(1, "other")).isEqualTo("one");
        assertThat(ledger.record(2, "two")).isEqualTo("two");
        assertThat(ledger.fingerprints())
                .containsEntry(1, "one")
                .containsEntry(2, "two")
                .hasSize(2);
        assertThat(ledger.registry()).isEqualTo(ledger.registry());
    }

    @Test
    void namesThatNoAttributeCanHaveAreRefused() {
        for (String name : List.of("", " in", "in ", "a b", "-in", ".in", "\u00e4", "a/b", "a\nb", "x".repeat(65))) {
            assertThatIllegalArgumentException().as(name).isThrownBy(() -> new KeyName(name));
        }
    }

    @Test
    void noTextShowsSealedBytes() {
        assertThat(key(acme, "in").toString()).doesNotContain("sealed in").contains("9 bytes");
    }
}
