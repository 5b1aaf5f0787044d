package org.esbmt.tenant.keys.internal;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.esbmt.message.security.api.KeySet;
import org.esbmt.registry.api.CredentialReader.Changes;
import org.esbmt.registry.api.CredentialReader.Cursor;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantAuthority;
import org.esbmt.registry.api.TenantIssuer;
import org.esbmt.registry.api.TenantKey;
import org.esbmt.registry.api.TenantKeyMaterial.Owner;
import org.esbmt.registry.api.TenantKeyMaterial.Partner;
import org.esbmt.registry.api.TenantKeyMaterial.SealedKey;
import org.esbmt.registry.api.TenantPartner;
import org.esbmt.registry.postgresql.internal.RealRegistry;
import org.esbmt.registry.testing.ContactsContract;
import org.esbmt.tenancy.api.KeyAlgorithm;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.KeyState;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantKeyId;
import org.esbmt.tenancy.api.TokenAlgorithm;
import org.esbmt.tenant.keys.internal.material.DearWork;
import org.esbmt.tenant.keys.internal.material.SealedKeyMaterial;
import org.esbmt.tenant.keys.internal.seal.Sealer;
import org.esbmt.tenant.keys.internal.seal.SealingKeyWatch;
import org.esbmt.testing.x509.TestAuthority;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes with one registry and one file of sealing keys. */
class SecondNodeTest {
    /** Without reports the nodes would read nothing again within the test. */
    private static final TenantKeysSettings BY_REPORTS_ALONE =
            new TenantKeysSettings(10, SECONDS.toNanos(50), SECONDS.toNanos(60));

    @TempDir
    Path etc;

    /** A node, which follows the changes of the registry every second, as the authentication does. */
    private static final class Node implements AutoCloseable {
        private final RealRegistry registry;
        private final SealingKeyWatch sealing;
        private final RegistryTenantKeys keys;
        private final AtomicReference<Optional<Cursor>> cursor = new AtomicReference<>(Optional.empty());
        private final ScheduledExecutorService follower = Executors.newSingleThreadScheduledExecutor();
        private final AtomicInteger asked = new AtomicInteger();
        private final AtomicInteger heard = new AtomicInteger();

        Node(RealRegistry registry, Path file) throws RegistryException {
            this.registry = registry;
            sealing = new SealingKeyWatch(file, registry.sealing(), registry.keys(), registry.credentials());
            sealing.read();
            keys = new RegistryTenantKeys(
                    registry.keys(),
                    new OpenedKeys(this::sealer, InstantSource.system()),
                    BY_REPORTS_ALONE,
                    System::nanoTime);
            follow();
            Future<?> unused = follower.scheduleWithFixedDelay(this::follow, 1, 1, TimeUnit.SECONDS);
        }

        Sealer sealer() {
            return sealing.sealer().orElseThrow();
        }

        private void follow() {
            int question = asked.incrementAndGet();
            try {
                Changes changes = registry.credentials().changesSince(cursor.get());
                cursor.set(Optional.of(changes.next()));
                keys.changed(changes);
                heard.set(question);
            } catch (RegistryException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Waits for the next answer of the registry, which the node asks for each second. */
        void awaitReport() {
            int before = asked.get();
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> heard.get() > before);
        }

        KeySet read(TenantId tenant) throws Exception {
            return keys.of(tenant).toCompletableFuture().get(10, SECONDS);
        }

        @Override
        public void close() {
            follower.shutdownNow();
            keys.close();
        }
    }

    @Test
    void aKeyThatIsRevokedOnOneNodeIsUnknownToTheOtherAfterTheNextReport() throws Exception {
        Path file = etc.resolve("org.esbmt.sealing-keys");
        try (RealRegistry registry = new RealRegistry();
                Node first = new Node(registry, file);
                Node second = new Node(registry, file);
                DearWork dear = new DearWork()) {
            TenantId acme = ContactsContract.create(registry.tenants(), "acme");
            TenantKey key = generated(acme, new SealedKeyMaterial(first::sealer, InstantSource.system(), dear));
            registry.keys().add(key);
            assertThat(first.read(acme).key("in")).isPresent();
            assertThat(second.read(acme).key("in")).isPresent();

            registry.keys().revoke(acme, key.id(), Instant.EPOCH);

            assertForgotten(second, acme);
            assertThat(second.read(acme).keys()).isEmpty();
            assertForgotten(first, acme);
        }
    }

    @Test
    void partnersIssuersAndAuthoritiesThatOneNodeEndsAreUnknownToTheOtherAfterTheNextReport() throws Exception {
        Path file = etc.resolve("org.esbmt.sealing-keys");
        try (RealRegistry registry = new RealRegistry();
                Node first = new Node(registry, file);
                Node second = new Node(registry, file);
                DearWork dear = new DearWork()) {
            TenantId acme = ContactsContract.create(registry.tenants(), "acme");
            SealedKeyMaterial material = new SealedKeyMaterial(first::sealer, InstantSource.system(), dear);
            Partner read = material.partner(generated(acme, material).chain().bytes());
            KeyName name = new KeyName("mill");
            registry.partners()
                    .register(new TenantPartner(
                            acme,
                            name,
                            read.certificate(),
                            read.notBefore(),
                            read.notAfter(),
                            Instant.EPOCH,
                            Optional.empty()));
            registry.issuers()
                    .add(new TenantIssuer(
                            acme,
                            name,
                            "https://login.example.com",
                            "esb",
                            Set.of(TokenAlgorithm.EdDSA),
                            RegistryTenantKeysTest.ED25519,
                            Instant.EPOCH));
            assertThat(second.read(acme).partner("mill")).isPresent();
            assertThat(second.read(acme).issuers()).hasSize(1);

            registry.partners().revoke(acme, name, Instant.EPOCH);
            assertForgotten(second, acme);
            assertThat(second.read(acme).partner("mill")).isEmpty();

            registry.issuers().remove(acme, name, 1);
            assertForgotten(second, acme);
            assertThat(second.read(acme).issuers()).isEmpty();

            Partner root =
                    material.authority(TestAuthority.make("Root").certificate().getEncoded());
            registry.authorities()
                    .add(new TenantAuthority(
                            acme, name, root.certificate(), root.notBefore(), root.notAfter(), Instant.EPOCH));
            assertForgotten(second, acme);
            assertThat(second.read(acme).authority("mill")).isPresent();
            registry.authorities().remove(acme, name);
            assertForgotten(second, acme);
            assertThat(second.read(acme).authority("mill")).isEmpty();
        }
    }

    private static void assertForgotten(Node node, TenantId tenant) {
        node.awaitReport();
        assertThat(node.keys.known(tenant)).isEmpty();
    }

    private static TenantKey generated(TenantId tenant, SealedKeyMaterial material) throws RegistryException {
        Owner owner = new Owner(tenant, new TenantKeyId(UUID.randomUUID()), KeyPurpose.DECRYPT);
        SealedKey made = material.generate(owner, KeyAlgorithm.RSA_2048, "CN=in", Duration.ofDays(1));
        return new TenantKey(
                owner.key(),
                tenant,
                new KeyName("in"),
                owner.purpose(),
                KeyState.CURRENT,
                made.certificates().chain(),
                Optional.of(made.sealed()),
                made.certificates().notBefore(),
                made.certificates().notAfter(),
                Optional.empty(),
                Instant.EPOCH,
                Optional.empty());
    }
}
