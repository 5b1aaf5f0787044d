package org.esbmt.tenant.keys.internal.seal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.TenantKey;
import org.esbmt.registry.api.TenantKeyStore;
import org.esbmt.registry.api.TenantSecret;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.postgresql.internal.RealRegistry;
import org.esbmt.registry.testing.ContactsContract;
import org.esbmt.registry.testing.TenantKeysContract;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The change to another sealing key, on a real registry. */
class RotationTest {
    private static final int SECRETS = 6;

    private static RealRegistry real;

    @TempDir
    Path etc;

    private final List<TenantId> tenants = new ArrayList<>();
    private Path file;
    private SealingKeyWatch watch;

    @BeforeAll
    static void startRegistry() throws Exception {
        real = new RealRegistry();
    }

    @AfterAll
    static void stopRegistry() {
        real.close();
    }

    /** Each test has sealing keys of generations of its own, since the fingerprints stay. */
    private static int generation = 1;

    private final int before = generation++;
    private final int after = generation++;

    @BeforeEach
    void fill() throws Exception {
        file = etc.resolve("org.esbmt.sealing-keys");
        PrivateFile.write(file, TestSealers.line(before));
        watch = watch(real.keys());
        watch.read();
        for (String name : List.of("acme", "globex")) {
            TenantId tenant = ContactsContract.create(real.tenants(), name + before);
            tenants.add(tenant);
            for (int i = 0; i < SECRETS; i++) {
                KeyName secret = new KeyName("secret-" + i);
                byte[] value = (name + i).getBytes(UTF_8);
                // One of them has no destination, as before secrets had one.
                Optional<SecretUse> use = i == 0 ? Optional.empty() : Optional.of(TenantKeysContract.USE);
                real.keys()
                        .putSecret(
                                new TenantSecret(
                                        tenant,
                                        secret,
                                        use,
                                        watch.sealer().orElseThrow().seal(SealedPlace.of(tenant, secret, use), value),
                                        Instant.EPOCH),
                                0);
            }
            TenantKey key = TenantKeysContract.key(tenant, "in");
            real.keys()
                    .add(key.resealed(watch.sealer().orElseThrow().seal(SealedPlace.of(key), "key".getBytes(UTF_8))));
        }
    }

    /** Values of this test do not open with the keys of another one. */
    @AfterEach
    void empty() throws Exception {
        for (TenantId tenant : tenants) {
            real.keys().removeAll(tenant);
        }
    }

    private SealingKeyWatch watch(TenantKeyStore store) {
        return new SealingKeyWatch(file, real.sealing(), store, real.credentials());
    }

    /** Every value opens with the keys of the file. Returns the number of those under the later key. */
    private int assertAllReadable(SealingKeyWatch by) throws Exception {
        int later = 0;
        for (TenantId tenant : tenants) {
            for (Versioned<TenantSecret> secret : real.keys().secrets(tenant)) {
                byte[] value = by.sealer()
                        .orElseThrow()
                        .open(SealedPlace.of(secret.value()), secret.value().sealed());
                assertThat(new String(value, UTF_8)).matches("(acme|globex)\\d");
                later += secret.value().sealed().generation() == after ? 1 : 0;
            }
            TenantKey key = real.keys().keys(tenant).get(0);
            assertThat(by.sealer()
                            .orElseThrow()
                            .open(SealedPlace.of(key), key.sealed().orElseThrow()))
                    .isEqualTo("key".getBytes(UTF_8));
            later += key.sealed().orElseThrow().generation() == after ? 1 : 0;
        }
        return later;
    }

    @Test
    void anAppendedKeySealsNothingAndTheFirstOneAll() throws Exception {
        String old = Files.readString(file);
        String next = TestSealers.line(after);
        PrivateFile.write(file, old + next);
        assertThat(watch.read()).isTrue();
        watch.reseal();
        assertThat(assertAllReadable(watch)).isZero();

        PrivateFile.write(file, next + old);
        assertThat(watch.read()).isTrue();
        try (CapturedLog log = new CapturedLog()) {
            watch.reseal();
            watch.reseal();
            watch.reseal();
            assertThat(log.linesWith("sealed anew")).singleElement().asString().contains("14 keys and secrets");
            assertThat(log.linesWith("No key or secret is sealed with a key before " + after))
                    .hasSize(1);
        }
        assertThat(assertAllReadable(watch)).isEqualTo(2 * (SECRETS + 1));

        PrivateFile.write(file, next);
        assertThat(watch.read()).isTrue();
        assertAllReadable(watch);
    }

    /** A node dies at each write in turn: before the statement, or after its commit. */
    @Test
    void aNodeThatDiesAtAnyWriteLeavesEveryValueReadableAndTheNextOneGoesOn() throws Exception {
        String old = Files.readString(file);
        PrivateFile.write(file, TestSealers.line(after) + old);
        for (int death = 0; death < 2 * (SECRETS + 1); death++) {
            boolean committed = death % 2 == 0;
            SealingKeyWatch dying = watch(dyingAt(1, committed));
            dying.read();
            assertThatExceptionOfType(Died.class).isThrownBy(dying::reseal);

            SealingKeyWatch started = watch(real.keys());
            started.read();
            assertThat(assertAllReadable(started)).isEqualTo(death / 2 + 1);
        }
        SealingKeyWatch last = watch(real.keys());
        last.read();
        last.reseal();
        assertThat(assertAllReadable(last)).isEqualTo(2 * (SECRETS + 1));
    }

    @Test
    void aNodeWithTheFormerOrderSealsNothingBack() throws Exception {
        String old = Files.readString(file);
        String next = TestSealers.line(after);
        PrivateFile.write(file, next + old);
        watch.read();
        watch.reseal();

        Path other = etc.resolve("other-node");
        PrivateFile.write(other, old + next);
        SealingKeyWatch second = new SealingKeyWatch(other, real.sealing(), real.keys(), real.credentials());
        second.read();
        second.reseal();
        assertThat(assertAllReadable(second)).isEqualTo(2 * (SECRETS + 1));
    }

    @Test
    void aWrongFileLeavesTheKeysOfBeforeInUse() throws Exception {
        PrivateFile.write(file, "garbage");
        assertThat(watch.read()).isFalse();
        assertThat(watch.problem())
                .hasValueSatisfying(problem -> assertThat(problem).contains("is not a file of sealing keys"));
        assertAllReadable(watch);
    }

    /** The death of a node. */
    private static final class Died extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** A store whose write of that number is the last act of the node. */
    private static TenantKeyStore dyingAt(int number, boolean committed) {
        int[] writes = {0};
        return (TenantKeyStore) Proxy.newProxyInstance(
                TenantKeyStore.class.getClassLoader(),
                new Class<?>[] {TenantKeyStore.class},
                (proxy, method, arguments) -> {
                    boolean last = method.getName().equals("reseal") && ++writes[0] == number;
                    if (last && !committed) {
                        throw new Died();
                    }
                    try {
                        Object result = method.invoke(real.keys(), arguments);
                        if (last) {
                            throw new Died();
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
