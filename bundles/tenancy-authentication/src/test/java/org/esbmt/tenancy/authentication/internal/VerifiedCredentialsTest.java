package org.esbmt.tenancy.authentication.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.esbmt.registry.api.CredentialReader.Change;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantPrincipal;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;

class VerifiedCredentialsTest {
    private static final TenantId ACME = new TenantId(UUID.randomUUID());
    private static final TenantId GLOBEX = new TenantId(UUID.randomUUID());

    private final AtomicLong clock = new AtomicLong();
    private final AuthenticatorSettings settings =
            new AuthenticatorSettings(SECONDS.toNanos(60), SECONDS.toNanos(300), 3, SECONDS.toNanos(60), 1, 1, 1, 1);
    private final VerifiedCredentials verified = new VerifiedCredentials(new CredentialDigest(), settings, clock::get);

    @Test
    void onlyTheVeryCredentialIsFound() {
        TenantCredential alice = user(ACME);
        remember(alice);

        assertThat(verified.find(alice)).isPresent();
        assertThat(verified.find(new TenantCredential(ACME, alice.user(), "other".getBytes(UTF_8))))
                .isEmpty();
        assertThat(verified.find(new TenantCredential(GLOBEX, alice.user(), alice.password())))
                .isEmpty();
        assertThat(verified.find(new TenantCredential(ACME, new UserId(UUID.randomUUID()), alice.password())))
                .isEmpty();
    }

    @Test
    void theOldestGoesWhenThereAreTooMany() {
        List<TenantCredential> four = List.of(user(ACME), user(ACME), user(GLOBEX), user(GLOBEX));
        four.forEach(this::remember);

        assertThat(verified.size()).isEqualTo(3);
        assertThat(verified.find(four.get(0))).isEmpty();
        assertThat(four.subList(1, 4)).allMatch(c -> verified.find(c).isPresent());
    }

    @Test
    void theLeastRecentlyConfirmedEntryIsEvicted() {
        List<TenantCredential> three = List.of(user(ACME), user(GLOBEX), user(GLOBEX));
        three.forEach(this::remember);
        confirm(three.get(0));

        remember(user(ACME));

        assertThat(verified.find(three.get(0))).isPresent();
        assertThat(verified.find(three.get(1))).isEmpty();
        assertThat(verified.size()).isEqualTo(3);
    }

    @Test
    void onlyConfirmedEntriesAreKept() {
        TenantCredential alice = user(ACME);
        TenantCredential bob = user(ACME);
        List.of(alice, bob).forEach(this::remember);
        for (int i = 0; i < 10; i++) {
            clock.addAndGet(SECONDS.toNanos(59));
            confirm(alice);
            verified.forgetOld();
        }

        assertThat(verified.find(alice)).isPresent();
        assertThat(verified.find(bob)).isEmpty();
        assertThat(verified.size()).isEqualTo(1);

        clock.addAndGet(SECONDS.toNanos(300));
        assertThat(verified.find(alice)).isEmpty();
        verified.forgetOld();
        assertThat(verified.size()).isZero();
    }

    @Test
    void onlyTheComparedVerifierProvesACredential() {
        TenantCredential alice = user(ACME);
        remember(alice);
        var entry = verified.find(alice).orElseThrow();

        assertThat(entry.isProvenBy(stored(alice, 1, "plain:password"))).isTrue();
        assertThat(entry.isProvenBy(stored(alice, 2, "plain:password"))).isFalse();
        // Like after a restore of the registry from a backup and a new password.
        assertThat(entry.isProvenBy(stored(alice, 1, "plain:another"))).isFalse();
    }

    @Test
    void aChangeOfATenantConcernsAllItsUsersAndNoOthers() {
        TenantCredential alice = user(ACME);
        TenantCredential bob = user(ACME);
        TenantCredential carol = user(GLOBEX);
        List.of(alice, bob, carol).forEach(this::remember);

        verified.apply(List.of(new Change(ACME, Optional.empty())));

        assertThat(verified.find(alice)).isEmpty();
        assertThat(verified.find(bob)).isEmpty();
        assertThat(verified.find(carol)).isPresent();
    }

    @Test
    void aCredentialReadBeforeAChangeIsNotRememberedAfterIt() {
        TenantCredential alice = user(ACME);
        TenantCredential carol = user(GLOBEX);
        long moment = verified.moment();
        verified.apply(List.of(new Change(ACME, Optional.of(alice.user()))));

        assertThat(verified.remember(alice, stored(alice, 1, "plain:password"), caller(alice), moment))
                .isFalse();
        assertThat(verified.find(alice)).isEmpty();
        assertThat(verified.remember(carol, stored(carol, 1, "plain:password"), caller(carol), moment))
                .isTrue();
        assertThat(verified.remember(alice, stored(alice, 2, "plain:password"), caller(alice), verified.moment()))
                .isTrue();
    }

    @Test
    void aCredentialReadBeforeForgettingAllIsNotRememberedAfterwards() {
        TenantCredential alice = user(ACME);
        remember(alice);
        long moment = verified.moment();
        verified.forgetAll();

        assertThat(verified.find(alice)).isEmpty();
        assertThat(verified.remember(alice, stored(alice, 1, "plain:password"), caller(alice), moment))
                .isFalse();
    }

    @Test
    void moreChangesThanAreKeptCountAsEverything() {
        TenantCredential alice = user(ACME);
        long moment = verified.moment();
        for (int i = 0; i < 5_000; i++) {
            verified.apply(List.of(new Change(GLOBEX, Optional.empty())));
        }
        assertThat(verified.remember(alice, stored(alice, 1, "plain:password"), caller(alice), moment))
                .isFalse();
    }

    @Test
    void oneCallerRenewsTheEntry() {
        TenantCredential alice = user(ACME);
        remember(alice);
        var entry = verified.find(alice).orElseThrow();
        assertThat(verified.claimRenewal(entry)).isFalse();
        clock.addAndGet(SECONDS.toNanos(46));

        assertThat(verified.claimRenewal(entry)).isTrue();
        assertThat(verified.claimRenewal(entry)).isFalse();
        verified.notConfirmed(entry);
        assertThat(verified.claimRenewal(entry)).isTrue();
    }

    private void remember(TenantCredential credential) {
        assertThat(verified.remember(
                        credential, stored(credential, 1, "plain:password"), caller(credential), verified.moment()))
                .isTrue();
    }

    private void confirm(TenantCredential credential) {
        assertThat(verified.confirm(verified.find(credential).orElseThrow(), verified.moment()))
                .isTrue();
    }

    private static StoredCredential stored(TenantCredential credential, long version, String verifier) {
        return new StoredCredential(
                credential.tenant(),
                credential.user(),
                new Verifier(verifier),
                version,
                UserState.ACTIVE,
                TenantState.ACTIVE,
                true);
    }

    private static AuthenticatedCaller caller(TenantCredential credential) {
        return new AuthenticatedCaller(new TenantPrincipal(credential.tenant(), credential.user()));
    }

    private static TenantCredential user(TenantId tenant) {
        return new TenantCredential(tenant, new UserId(UUID.randomUUID()), "password".getBytes(UTF_8));
    }
}
