package org.esbmt.registry.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.esbmt.registry.api.CredentialReader.Change;
import org.esbmt.registry.api.CredentialReader.Changes;
import org.esbmt.registry.api.CredentialReader.Cursor;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantRegistry.CreatedTenant;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;

/**
 * The data for authentication: verifiers with the relevant states, and every change of them. A part of
 * {@link TenantRegistryContract}.
 */
abstract class CredentialsContract extends RegistryFixture {

    @Test
    void aReplacedVerifierIsReadAtOnceUnderAnotherVersion() throws Exception {
        CreatedTenant acme = create("acme");
        UserId admin = acme.administrator().value().id();
        var before = credentials.find(id(acme), admin).orElseThrow();
        assertThat(before.verifier()).isEqualTo(new Verifier("verifier-of-admin"));
        assertThat(before.userState()).isEqualTo(UserState.ACTIVE);
        assertThat(before.tenantState()).isEqualTo(TenantState.ACTIVE);

        Versioned<TenantUser> changed = registry.setVerifier(id(acme), admin, 1, new Verifier("another"));

        assertThat(changed.revision()).isEqualTo(2);
        var after = credentials.find(id(acme), admin).orElseThrow();
        assertThat(after.verifier()).isEqualTo(new Verifier("another"));
        assertThat(after.version()).isNotEqualTo(before.version());
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.setVerifier(id(acme), admin, 1, new Verifier("late")));
    }

    @Test
    void statesOfUserAndTenantComeWithTheCredential() throws Exception {
        CreatedTenant acme = create("acme");
        UserId alice =
                registry.addUser(id(acme), user("alice"), SENDER, BY).value().id();

        assertThat(registry.changeUserState(id(acme), alice, 1, UserState.LOCKED)
                        .value()
                        .state())
                .isEqualTo(UserState.LOCKED);
        registry.changeTenantState(id(acme), 1, TenantState.SUSPENDED);

        var read = credentials.find(id(acme), alice).orElseThrow();
        assertThat(read.userState()).isEqualTo(UserState.LOCKED);
        assertThat(read.tenantState()).isEqualTo(TenantState.SUSPENDED);
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.changeUserState(id(acme), alice, 1, UserState.ACTIVE));
    }

    @Test
    void aPasswordThatIsTakenAwayIsNoneAndTheNextHasAnotherVersion() throws Exception {
        CreatedTenant acme = create("acme");
        UserId alice =
                registry.addUser(id(acme), user("alice"), SENDER, BY).value().id();
        long before = credentials.find(id(acme), alice).orElseThrow().version();
        Cursor start = credentials.changesSince(Optional.empty()).next();

        assertThat(registry.removeVerifier(id(acme), alice, 1).revision()).isEqualTo(2);

        assertThat(credentials.find(id(acme), alice)).isEmpty();
        assertThat(credentials.changesSince(Optional.of(start)).changes())
                .containsOnly(new Change(id(acme), Optional.of(alice)));
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.removeVerifier(id(acme), alice, 1));
        registry.setVerifier(id(acme), alice, 2, new Verifier("another"));
        assertThat(credentials.find(id(acme), alice).orElseThrow().version()).isGreaterThan(before);
    }

    @Test
    void aCredentialHasTheSenderRoleAndItsRemovalIsReported() throws Exception {
        CreatedTenant acme = create("acme");
        UserId alice =
                registry.addUser(id(acme), user("alice"), SENDER, BY).value().id();
        assertThat(credentials.find(id(acme), alice).orElseThrow().sender()).isTrue();
        assertThat(credentials
                        .find(id(acme), acme.administrator().value().id())
                        .orElseThrow()
                        .sender())
                .isTrue();
        Cursor start = credentials.changesSince(Optional.empty()).next();

        registry.changeRoles(id(acme), alice, 1, Set.of(Role.TENANT_AUDITOR), BY);

        assertThat(credentials.find(id(acme), alice).orElseThrow().sender()).isFalse();
        Changes reported = credentials.changesSince(Optional.of(start));
        assertThat(reported.changes()).containsOnly(new Change(id(acme), Optional.of(alice)));
        registry.changeRoles(id(acme), alice, 2, Set.of(Role.TENANT_AUDITOR, Role.TENANT_OPERATOR), BY);
        assertThat(credentials.find(id(acme), alice).orElseThrow().sender()).isTrue();
    }

    @Test
    void theFirstPepperIsTheOne() throws Exception {
        assertThat(peppers.pepperFingerprint()).isEmpty();

        List<Object> outcomes = atOnce(
                4, () -> peppers.recordPepperFingerprint(UUID.randomUUID().toString()));

        String recorded = peppers.pepperFingerprint().orElseThrow();
        assertThat(outcomes).containsOnly(recorded);
    }

    @Test
    void everyChangeRelevantToCredentialsIsReported() throws Exception {
        CreatedTenant acme = create("acme");
        UserId admin = acme.administrator().value().id();
        Cursor start = credentials.changesSince(Optional.empty()).next();
        assertThat(credentials.changesSince(Optional.of(start)).changes()).isEmpty();

        registry.setVerifier(id(acme), admin, 1, new Verifier("another"));
        Changes first = credentials.changesSince(Optional.of(start));
        registry.changeUserState(id(acme), admin, 2, UserState.LOCKED);
        Changes second = credentials.changesSince(Optional.of(first.next()));
        registry.changeTenantState(id(acme), 1, TenantState.SUSPENDED);
        Changes third = credentials.changesSince(Optional.of(second.next()));

        assertThat(first.changes()).containsOnly(new Change(id(acme), Optional.of(admin)));
        assertThat(second.changes()).containsOnly(new Change(id(acme), Optional.of(admin)));
        assertThat(third.changes()).containsOnly(new Change(id(acme), Optional.empty()));
        assertThat(List.of(first, second, third)).noneMatch(Changes::everything);
        assertThat(credentials.changesSince(Optional.of(third.next())).changes())
                .isEmpty();
    }

    @Test
    void allTenantsAreListedAndNewOnesReported() throws Exception {
        CreatedTenant acme = create("acme");
        Cursor start = credentials.changesSince(Optional.empty()).next();
        assertThat(credentials.tenants()).containsExactlyInAnyOrder(TenantRegistry.SYSTEM, id(acme));

        CreatedTenant globex = create("globex");

        assertThat(credentials.tenants()).containsExactlyInAnyOrder(TenantRegistry.SYSTEM, id(acme), id(globex));
        Changes read = credentials.changesSince(Optional.of(start));
        assertThat(read.newTenants()).containsExactly(id(globex));
        assertThat(read.changes()).isEmpty();
        assertThat(credentials.changesSince(Optional.of(read.next())).newTenants())
                .isEmpty();
    }

    @Test
    void refusedChangesAreNotReported() throws Exception {
        CreatedTenant acme = create("acme");
        Cursor start = credentials.changesSince(Optional.empty()).next();

        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.changeTenantState(id(acme), 7, TenantState.SUSPENDED));

        assertThat(credentials.changesSince(Optional.of(start)).changes()).isEmpty();
    }

    @Test
    void noChangeIsMissedWhileManyAreMadeAtOnce() throws Exception {
        int writers = 6;
        int rounds = 15;
        List<CreatedTenant> tenants = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            tenants.add(create("tenant-" + i));
        }
        Cursor start = credentials.changesSince(Optional.empty()).next();
        AtomicBoolean done = new AtomicBoolean();
        Set<Change> expected = new HashSet<>();
        Set<Change> reported = new HashSet<>();
        ExecutorService threads = Executors.newFixedThreadPool(writers + 1);
        try {
            Future<?> poller = threads.submit(() -> {
                Cursor cursor = start;
                for (boolean last = false; !last; ) {
                    last = done.get();
                    Changes read = credentials.changesSince(Optional.of(cursor));
                    assertThat(read.everything()).isFalse();
                    reported.addAll(read.changes());
                    cursor = read.next();
                }
                return null;
            });
            List<Future<List<Change>>> writing = new ArrayList<>();
            for (CreatedTenant tenant : tenants) {
                writing.add(threads.submit(() -> {
                    List<Change> made = new ArrayList<>();
                    for (int round = 0; round < rounds; round++) {
                        UserId added = registry.addUser(id(tenant), user("user-" + round), SENDER, BY)
                                .value()
                                .id();
                        registry.setVerifier(id(tenant), added, 1, new Verifier("v" + round));
                        made.add(new Change(id(tenant), Optional.of(added)));
                    }
                    return made;
                }));
            }
            for (Future<List<Change>> writer : writing) {
                expected.addAll(writer.get(60, TimeUnit.SECONDS));
            }
            done.set(true);
            poller.get(60, TimeUnit.SECONDS);
        } finally {
            threads.shutdownNow();
        }

        assertThat(expected).hasSize(writers * rounds);
        assertThat(reported).containsAll(expected);
    }
}
