package org.esbmt.tenancy.authentication.internal;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.CredentialReader.Change;
import org.esbmt.registry.api.CredentialReader.Changes;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.StoredCertificate;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.StoredSubject;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenSubject;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class RegistryWatchTest {
    /** More than any pause of a busy machine. */
    private static final long PATIENT_MILLIS = 90_000;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);
    private final AtomicBoolean ended = new AtomicBoolean();

    /** Answers on release, or fails. */
    private final class SlowRegistry implements CredentialReader {
        private final Optional<RegistryException> failure;

        SlowRegistry(Optional<RegistryException> failure) {
            this.failure = failure;
        }

        @Override
        public Optional<StoredCredential> find(TenantId tenant, UserId user) {
            return Optional.empty();
        }

        @Override
        public Optional<StoredCertificate> find(TenantId tenant, CertificateDigest certificate) {
            return Optional.empty();
        }

        @Override
        public Optional<StoredSubject> find(TenantId tenant, TokenSubject subject) {
            return Optional.empty();
        }

        @Override
        public Optional<UserId> find(TenantId tenant, Login login) {
            return Optional.empty();
        }

        @Override
        public Set<TenantId> tenants() {
            return Set.of();
        }

        @Override
        public Changes changesSince(Optional<Cursor> cursor) throws RegistryException {
            asked.countDown();
            try {
                answers.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted while it answers", e);
            }
            ended.set(true);
            if (failure.isPresent()) {
                throw failure.get();
            }
            return new Changes(List.of(), Set.of(), false, new Cursor("1"));
        }
    }

    private List<String> warningsOfClosing(SlowRegistry registry) throws InterruptedException {
        AuthenticatorSettings settings = new AuthenticatorSettings(
                SECONDS.toNanos(60), SECONDS.toNanos(300), 1_000, SECONDS.toNanos(60), 50_000_000, 1, 100, 10);
        try (CapturedLog log = new CapturedLog()) {
            RegistryWatch watch = new RegistryWatch(
                            registry,
                            List.of(new VerifiedCredentials(new CredentialDigest(), settings, System::nanoTime)),
                            settings,
                            System::nanoTime,
                            tenants -> {},
                            changes -> {},
                            PATIENT_MILLIS)
                    .start();
            assertThat(asked.await(PATIENT_MILLIS, MILLISECONDS)).isTrue();
            Thread closing = new Thread(watch::close);
            closing.start();
            await().atMost(PATIENT_MILLIS, MILLISECONDS).until(() -> closing.getState() == Thread.State.TIMED_WAITING);
            answers.countDown();
            closing.join();
            assertThat(ended).isTrue();
            return log.linesWith("RegistryWatch").stream()
                    .filter(line -> line.contains("WARN"))
                    .toList();
        }
    }

    @Test
    void closingWaitsForAPendingAnswer() throws Exception {
        assertThat(warningsOfClosing(new SlowRegistry(Optional.empty()))).isEmpty();
    }

    @Test
    void aRegistryThatGoesWithTheBusIsNoReasonToWarn() throws Exception {
        assertThat(warningsOfClosing(
                        new SlowRegistry(Optional.of(new RegistryException.Unavailable("it is closed", null)))))
                .isEmpty();
    }

    @Test
    void tenantWatchersReceiveNewAndChangedTenantsAndNoUsers() throws Exception {
        TenantId fresh = new TenantId(UUID.randomUUID());
        TenantId suspended = new TenantId(UUID.randomUUID());
        TenantId other = new TenantId(UUID.randomUUID());
        CredentialReader registry = new CredentialReader() {
            @Override
            public Optional<StoredCredential> find(TenantId tenant, UserId user) {
                return Optional.empty();
            }

            @Override
            public Optional<StoredCertificate> find(TenantId tenant, CertificateDigest certificate) {
                return Optional.empty();
            }

            @Override
            public Optional<StoredSubject> find(TenantId tenant, TokenSubject subject) {
                return Optional.empty();
            }

            @Override
            public Optional<UserId> find(TenantId tenant, Login login) {
                return Optional.empty();
            }

            @Override
            public Set<TenantId> tenants() {
                return Set.of(fresh, suspended, other);
            }

            @Override
            public Changes changesSince(Optional<Cursor> cursor) {
                List<Change> changes = List.of(
                        new Change(suspended, Optional.empty()),
                        new Change(other, Optional.of(new UserId(UUID.randomUUID()))));
                return cursor.isPresent()
                        ? new Changes(List.of(), Set.of(), false, new Cursor("1"))
                        : new Changes(changes, Set.of(fresh), false, new Cursor("1"));
            }
        };
        AuthenticatorSettings settings = new AuthenticatorSettings(
                SECONDS.toNanos(60), SECONDS.toNanos(300), 1_000, SECONDS.toNanos(60), 50_000_000, 1, 100, 10);
        List<Set<TenantId>> heard = new CopyOnWriteArrayList<>();
        try (RegistryWatch watch = new RegistryWatch(
                        registry,
                        List.of(new VerifiedCredentials(new CredentialDigest(), settings, System::nanoTime)),
                        settings,
                        System::nanoTime,
                        heard::add,
                        changes -> {})
                .start()) {
            await().atMost(PATIENT_MILLIS, MILLISECONDS).until(() -> !heard.isEmpty());
            assertThat(watch.knows(other)).isTrue();
        }
        assertThat(heard).containsExactly(Set.of(fresh, suspended));
    }

    @Test
    void credentialWatchersReceiveChangedUsersAndEverythingAtTheBeginning() {
        Change user = new Change(TenantRegistry.SYSTEM, Optional.of(new UserId(UUID.randomUUID())));
        CredentialReader registry = new CredentialReader() {
            @Override
            public Optional<StoredCredential> find(TenantId tenant, UserId of) {
                return Optional.empty();
            }

            @Override
            public Optional<StoredCertificate> find(TenantId tenant, CertificateDigest certificate) {
                return Optional.empty();
            }

            @Override
            public Optional<StoredSubject> find(TenantId tenant, TokenSubject subject) {
                return Optional.empty();
            }

            @Override
            public Optional<UserId> find(TenantId tenant, Login login) {
                return Optional.empty();
            }

            @Override
            public Set<TenantId> tenants() {
                return Set.of();
            }

            @Override
            public Changes changesSince(Optional<Cursor> cursor) {
                boolean second = cursor.map(Cursor::text).equals(Optional.of("1"));
                return new Changes(
                        second ? List.of(user) : List.of(), Set.of(), false, new Cursor(cursor.isEmpty() ? "1" : "2"));
            }
        };
        AuthenticatorSettings settings = new AuthenticatorSettings(
                SECONDS.toNanos(60), SECONDS.toNanos(300), 1_000, SECONDS.toNanos(60), 50_000_000, 1, 100, 10);
        List<Changes> heard = new CopyOnWriteArrayList<>();
        try (RegistryWatch watch = new RegistryWatch(
                        registry,
                        List.of(new VerifiedCredentials(new CredentialDigest(), settings, System::nanoTime)),
                        settings,
                        System::nanoTime,
                        tenants -> {},
                        heard::add)
                .start()) {
            await().atMost(PATIENT_MILLIS, MILLISECONDS).until(() -> heard.size() >= 2);
            assertThat(watch.upToDate()).isTrue();
        }
        assertThat(heard).hasSize(2);
        assertThat(heard.get(0).everything()).isTrue();
        assertThat(heard.get(1).everything()).isFalse();
        assertThat(heard.get(1).changes()).containsExactly(user);
    }
}
