package org.esbmt.tenant.keys.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.esbmt.registry.testing.TenantKeysContract.USE;

import java.security.PrivateKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.esbmt.message.security.api.KeyReference;
import org.esbmt.message.security.api.KeySet;
import org.esbmt.message.security.api.OwnKey;
import org.esbmt.message.security.api.TenantKeysUnavailableException;
import org.esbmt.message.security.api.TokenIssuer;
import org.esbmt.registry.api.CredentialReader.Changes;
import org.esbmt.registry.api.CredentialReader.Cursor;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.SealedValue;
import org.esbmt.registry.api.TenantAuthority;
import org.esbmt.registry.api.TenantIssuer;
import org.esbmt.registry.api.TenantKey;
import org.esbmt.registry.api.TenantKeyMaterial.Owner;
import org.esbmt.registry.api.TenantKeyMaterial.Partner;
import org.esbmt.registry.api.TenantKeyMaterial.SealedKey;
import org.esbmt.registry.api.TenantPartner;
import org.esbmt.registry.api.TenantSecret;
import org.esbmt.registry.testing.ContactsContract;
import org.esbmt.registry.testing.InMemoryTenantKeyStore;
import org.esbmt.registry.testing.InMemoryTenantRegistry;
import org.esbmt.tenancy.api.Destination;
import org.esbmt.tenancy.api.KeyAlgorithm;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.KeyState;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantKeyId;
import org.esbmt.tenancy.api.TokenAlgorithm;
import org.esbmt.tenant.keys.internal.material.DearWork;
import org.esbmt.tenant.keys.internal.material.SealedKeyMaterial;
import org.esbmt.tenant.keys.internal.seal.Sealer;
import org.esbmt.tenant.keys.internal.seal.TestSealers;
import org.esbmt.testing.CapturedLog;
import org.esbmt.testing.x509.TestAuthority;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RegistryTenantKeysTest {
    private static final long SECOND = SECONDS.toNanos(1);
    /** RFC 8037, appendix A.2. */
    static final String ED25519 = "{\"keys\":[{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"kid\":\"d\","
            + "\"x\":\"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\"}]}";

    private final InMemoryTenantRegistry registry = new InMemoryTenantRegistry();
    private final InMemoryTenantKeyStore store = new InMemoryTenantKeyStore(registry);
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5 * SECOND); // nanoTime may overflow
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private final InstantSource clock = now::get;
    private final AtomicReference<Sealer> sealer = new AtomicReference<>(TestSealers.one());
    private final DearWork dear = new DearWork();
    private final SealedKeyMaterial material = new SealedKeyMaterial(sealer::get, clock, dear);
    private final RegistryTenantKeys keys = new RegistryTenantKeys(
            store, new OpenedKeys(sealer::get, clock), new TenantKeysSettings(2, 5 * SECOND, 60 * SECOND), nanos::get);

    private TenantId acme;
    private TenantId globex;

    @BeforeEach
    void tenants() throws Exception {
        acme = ContactsContract.create(registry, "acme");
        globex = ContactsContract.create(registry, "globex");
    }

    @AfterEach
    void close() {
        keys.close();
        dear.close();
    }

    private TenantKey add(TenantId tenant, String name, KeyPurpose purpose) throws Exception {
        KeyAlgorithm algorithm = purpose == KeyPurpose.DECRYPT ? KeyAlgorithm.RSA_2048 : KeyAlgorithm.EC_P256;
        Owner owner = new Owner(tenant, new TenantKeyId(java.util.UUID.randomUUID()), purpose);
        SealedKey made = material.generate(owner, algorithm, "CN=" + name, Duration.ofDays(10));
        TenantKey key = new TenantKey(
                owner.key(),
                tenant,
                new KeyName(name),
                purpose,
                KeyState.CURRENT,
                made.certificates().chain(),
                Optional.of(made.sealed()),
                made.certificates().notBefore(),
                made.certificates().notAfter(),
                Optional.empty(),
                Instant.EPOCH,
                Optional.empty());
        store.add(key);
        return key;
    }

    private KeySet read(TenantId tenant) throws Exception {
        return keys.of(tenant).toCompletableFuture().get(10, SECONDS);
    }

    private void assertUnavailable(TenantId tenant, String reason) {
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> read(tenant))
                .havingCause()
                .isInstanceOf(TenantKeysUnavailableException.class)
                .withMessageContaining(reason);
    }

    private static Changes changes(TenantId... tenants) {
        return new Changes(
                List.of(tenants).stream()
                        .map(tenant -> new org.esbmt.registry.api.CredentialReader.Change(tenant, Optional.empty()))
                        .toList(),
                Set.of(),
                false,
                new Cursor("1"));
    }

    private Optional<PrivateKey> find(KeySet set, OwnKey key) {
        return set.find(KeyReference.allOf(key.certificate()).get(0));
    }

    @Test
    void keysAreOpenedOnceAndKnownFromThenOn() throws Exception {
        add(acme, "in", KeyPurpose.DECRYPT);
        add(acme, "out", KeyPurpose.SIGN);
        store.putSecret(
                new TenantSecret(
                        acme,
                        new KeyName("back-end"),
                        Optional.of(USE),
                        material.seal(acme, new KeyName("back-end"), USE, "s3cret".getBytes(UTF_8)),
                        Instant.EPOCH),
                0);
        assertThat(keys.known(acme)).isEmpty();

        KeySet set = read(acme);

        assertThat(keys.known(acme)).containsSame(set);
        assertThat(set.keys()).extracting(OwnKey::name).containsExactly("in", "out");
        assertThat(set.secret("back-end", "orders.example.com", 443)
                        .orElseThrow()
                        .value())
                .isEqualTo("s3cret".getBytes(UTF_8));
        assertThat(set.secret("other", "orders.example.com", 443)).isEmpty();
        assertThat(set.secret("back-end", "orders.example.com", 8443)).isEmpty();
        assertThat(set.secret("back-end", "evil.example.com", 443)).isEmpty();
        OwnKey in = set.current(KeyPurpose.DECRYPT).orElseThrow();
        for (KeyReference reference : KeyReference.allOf(in.certificate())) {
            assertThat(set.find(reference)).containsSame(in.key());
        }
        OwnKey out = set.current(KeyPurpose.SIGN).orElseThrow();
        assertThat(find(set, out)).as("a key to sign decrypts nothing").isEmpty();
        assertThat(set.toString() + in).doesNotContain("s3cret", in.key().toString());
        assertThat(read(globex).keys()).isEmpty();
    }

    @Test
    void aFormerKeyDecryptsUntilItsDateAndIsNotCurrent() throws Exception {
        TenantKey in = add(acme, "in", KeyPurpose.DECRYPT);
        store.makeFormer(acme, in.id(), now.get().plusSeconds(60));
        KeySet set = read(acme);
        OwnKey former = set.key("in").orElseThrow();

        assertThat(set.current(KeyPurpose.DECRYPT)).isEmpty();
        assertThat(find(set, former)).contains(former.key());
        now.set(now.get().plusSeconds(61));
        assertThat(find(set, former)).isEmpty();
        assertThat(set.keys()).isEmpty();
    }

    @Test
    void aKeyIsNotUsedAfterTheEndOfItsCertificate() throws Exception {
        add(acme, "in", KeyPurpose.DECRYPT);
        KeySet set = read(acme);
        OwnKey in = set.key("in").orElseThrow();
        now.set(now.get().plus(Duration.ofDays(11)));
        assertThat(find(set, in)).isEmpty();
        assertThat(set.current(KeyPurpose.DECRYPT)).isEmpty();
    }

    @Test
    void aReportedChangeForgetsTheTenantAlone() throws Exception {
        TenantKey in = add(acme, "in", KeyPurpose.DECRYPT);
        read(acme);
        read(globex);
        store.revoke(acme, in.id(), now.get());
        keys.changed(changes(acme));

        assertThat(keys.known(acme)).isEmpty();
        assertThat(keys.known(globex)).isPresent();
        assertThat(read(acme).keys()).isEmpty();
        keys.changed(new Changes(List.of(), Set.of(), true, new Cursor("2")));
        assertThat(keys.known(globex)).isEmpty();
    }

    @Test
    void keysInUseAreReadAgainWithoutAReport() throws Exception {
        TenantKey in = add(acme, "in", KeyPurpose.DECRYPT);
        PrivateKey before = read(acme).key("in").orElseThrow().key();
        add(acme, "next", KeyPurpose.DECRYPT);
        nanos.addAndGet(5 * SECOND);

        assertThat(keys.known(acme)).as("what is known serves meanwhile").isPresent();
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> keys.known(acme)
                .filter(set -> set.key("next").isPresent())
                .isPresent());
        assertThat(read(acme).key("in").orElseThrow().key())
                .as("the same object, by which session keys are remembered")
                .isSameAs(before);
        store.revoke(acme, in.id(), now.get());
        nanos.addAndGet(5 * SECOND);
        keys.known(acme);
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> keys.known(acme)
                .filter(set -> set.key("in").isEmpty())
                .isPresent());
    }

    @Test
    void withoutTheRegistryKeysServeForSixtySecondsAndNoLonger() throws Exception {
        add(acme, "in", KeyPurpose.DECRYPT);
        read(acme);
        registry.goAway();
        nanos.addAndGet(59 * SECOND);
        assertThat(keys.known(acme)).isPresent();
        assertThat(read(acme).keys()).hasSize(1);

        nanos.addAndGet(SECOND);
        assertThat(keys.known(acme)).isEmpty();
        assertUnavailable(acme, "cannot be read");
        assertUnavailable(globex, "cannot be read");
        keys.forgetOld();
        assertThat(keys.size()).isZero();

        registry.comeBack();
        assertThat(read(acme).keys()).hasSize(1);
    }

    @Test
    void aRowThatWasMovedFromAnotherTenantIsLeftOutAndLoggedOnceWithoutContent() throws Exception {
        TenantKey theirs = add(globex, "theirs", KeyPurpose.DECRYPT);
        add(acme, "in", KeyPurpose.DECRYPT);
        TenantKey moved = new TenantKey(
                new TenantKeyId(java.util.UUID.randomUUID()),
                acme,
                new KeyName("moved"),
                KeyPurpose.DECRYPT,
                KeyState.CURRENT,
                theirs.chain(),
                theirs.sealed(),
                theirs.notBefore(),
                theirs.notAfter(),
                Optional.empty(),
                Instant.EPOCH,
                Optional.empty());
        store.add(moved);
        try (CapturedLog log = new CapturedLog()) {
            assertThat(read(acme).keys()).extracting(OwnKey::name).containsExactly("in");
            keys.changed(changes(acme));
            assertThat(read(acme).keys()).hasSize(1);
            assertThat(log.linesWith("left out"))
                    .singleElement()
                    .asString()
                    .contains(moved.id().toString(), "sealed for another place");
        }
    }

    @Test
    void aRowWithAnotherPurposeIsLeftOut() throws Exception {
        TenantKey sign = add(acme, "out", KeyPurpose.SIGN);
        TenantKey turned = new TenantKey(
                sign.id(),
                acme,
                sign.name(),
                KeyPurpose.TLS,
                KeyState.CURRENT,
                sign.chain(),
                sign.sealed(),
                sign.notBefore(),
                sign.notAfter(),
                Optional.empty(),
                Instant.EPOCH,
                Optional.empty());
        store.removeAll(acme);
        store.add(turned);
        assertThat(read(acme).keys()).isEmpty();
    }

    @Test
    void aSecretWhoseDestinationWasEditedInTheRegistryIsSentNowhere() throws Exception {
        KeyName name = new KeyName("back-end");
        SealedValue sealed = material.seal(acme, name, USE, "s3cret".getBytes(UTF_8));
        SecretUse edited = new SecretUse(USE.kind(), USE.userName(), new Destination("evil.example.com", 443));
        store.putSecret(new TenantSecret(acme, name, Optional.of(edited), sealed, Instant.EPOCH), 0);
        try (CapturedLog log = new CapturedLog()) {
            KeySet set = read(acme);
            assertThat(set.secret("back-end", "evil.example.com", 443)).isEmpty();
            assertThat(set.secret("back-end", "orders.example.com", 443)).isEmpty();
            assertThat(log.linesWith("left out")).singleElement().asString().doesNotContain("s3cret");
        }
    }

    @Test
    void aSecretFromBeforeDestinationsIsSentNowhere() throws Exception {
        KeyName name = new KeyName("back-end");
        SealedValue sealed = material.seal(acme, name, USE, "s3cret".getBytes(UTF_8));
        store.putSecret(new TenantSecret(acme, name, Optional.empty(), sealed, Instant.EPOCH), 0);
        KeySet set = read(acme);
        assertThat(set.secret("back-end", "orders.example.com", 443)).isEmpty();
        assertThat(set).hasToString("0 keys, 0 secrets, 0 partners, 0 issuers, 0 authorities");
    }

    @Test
    void partnersAreServedWhileTheyAreValid() throws Exception {
        TenantPartner mill = partner("mill");
        registry.partners().register(mill);
        KeySet set = read(acme);
        assertThat(set.partner("mill")).contains(mill.certificate().read());
        assertThat(set.partner("other")).isEmpty();
        assertThat(read(globex).partner("mill")).isEmpty();

        registry.partners().revoke(acme, mill.name(), Instant.EPOCH);
        keys.changed(changes(acme));
        assertThat(read(acme).partner("mill")).isEmpty();
        now.set(mill.notAfter().plusSeconds(1));
        assertThat(set.partner("mill")).as("after its end").isEmpty();
    }

    @Test
    void authoritiesAreServedWhileTheyAreThereAndValid() throws Exception {
        TestAuthority own = TestAuthority.make("Root");
        TestAuthority theirs = TestAuthority.make("Root");
        registry.authorities().add(authority(acme, own));
        registry.authorities().add(authority(globex, theirs));
        KeySet set = read(acme);
        assertThat(set.authority("root")).contains(own.certificate());
        assertThat(read(globex).authority("root")).contains(theirs.certificate());
        assertThat(set.authority("other")).isEmpty();

        registry.authorities().remove(acme, new KeyName("root"));
        keys.changed(changes(acme));
        assertThat(read(acme).authority("root")).isEmpty();
        now.set(own.certificate().getNotAfter().toInstant().plusSeconds(1));
        assertThat(set.authority("root")).as("after its end").isEmpty();
    }

    private TenantAuthority authority(TenantId tenant, TestAuthority made) throws Exception {
        Partner read = material.authority(made.certificate().getEncoded());
        return new TenantAuthority(
                tenant, new KeyName("root"), read.certificate(), read.notBefore(), read.notAfter(), Instant.EPOCH);
    }

    /** The certificate of a generated key. */
    private TenantPartner partner(String name) throws Exception {
        TenantKey of = add(globex, name, KeyPurpose.SIGN);
        Partner read = material.partner(of.chain().bytes());
        return new TenantPartner(
                acme,
                new KeyName(name),
                read.certificate(),
                read.notBefore(),
                read.notAfter(),
                Instant.EPOCH,
                Optional.empty());
    }

    @Test
    void issuersAreServedAndStayTheSameObjects() throws Exception {
        String jwkSet =
                material.tokenKeys(ED25519, Set.of(TokenAlgorithm.EdDSA)).jwkSet();
        TenantIssuer issuer = new TenantIssuer(
                acme,
                new KeyName("login"),
                "https://login.example.com",
                "esb",
                Set.of(TokenAlgorithm.EdDSA),
                jwkSet,
                Instant.EPOCH);
        registry.issuers().add(issuer);
        TokenIssuer served = read(acme).issuer("https://login.example.com").orElseThrow();
        assertThat(served.key("d").orElseThrow().key().getAlgorithm()).isEqualTo("EdDSA");
        assertThat(read(globex).issuers()).isEmpty();
        add(acme, "in", KeyPurpose.SIGN);
        nanos.addAndGet(5 * SECOND);
        keys.known(acme);
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> keys.known(acme)
                .filter(set -> set.key("in").isPresent())
                .isPresent());
        assertThat(read(acme).issuers()).singleElement().isSameAs(served);

        // A read that is still under way may log the refusal, too.
        try (CapturedLog log = new CapturedLog()) {
            registry.issuers().replace(issuer.withKeys("{\"keys\":[{\"kty\":\"oct\"}]}", Instant.EPOCH), 1);
            keys.changed(changes(acme));
            assertThat(read(acme).issuers()).as("edited in the registry").isEmpty();
            assertThat(log.linesWith("Issuer 'login'")).hasSize(1);
        }
    }

    @Test
    void aCertificateOfAnotherKeyIsNotServed() throws Exception {
        TenantKey in = add(acme, "in", KeyPurpose.DECRYPT);
        TenantKey other = add(acme, "other", KeyPurpose.DECRYPT);
        store.certify(acme, in.id(), other.chain(), other.notBefore(), other.notAfter());
        assertThat(read(acme).keys()).extracting(OwnKey::name).containsExactly("other");
    }

    @Test
    void aNodeThatLacksASealingKeyServesNoPartOfTheKeysAndSaysWhy() throws Exception {
        add(acme, "in", KeyPurpose.DECRYPT);
        TenantKey in = store.keys(acme).get(0);
        store.reseal(
                acme,
                in.id(),
                in.sealed().orElseThrow(),
                new SealedValue(2, in.sealed().orElseThrow().bytes()));
        assertUnavailable(acme, "lacks key 2: copy the file of another node");
        assertThat(keys.problem())
                .contains("The file of the sealing keys of this node lacks key 2: copy the file of another node.");
        assertThat(read(globex).keys()).isEmpty();
        keys.sealingKeysChanged();
        assertThat(keys.problem()).isEmpty();
    }

    @Test
    void aBoundedNumberOfTenantsIsRemembered() throws Exception {
        read(acme);
        read(globex);
        read(ContactsContract.create(registry, "initech"));
        assertThat(keys.size()).isEqualTo(2);
        assertThat(keys.known(acme)).isEmpty();
    }

    @Test
    void readsOfOneTenantAtTheSameTimeAreOne() throws Exception {
        add(acme, "in", KeyPurpose.DECRYPT);
        CompletionStage<KeySet> first = keys.of(acme);
        CompletionStage<KeySet> second = keys.of(acme);
        assertThat(first.toCompletableFuture().get(10, SECONDS))
                .isSameAs(second.toCompletableFuture().get(10, SECONDS));
    }
}
