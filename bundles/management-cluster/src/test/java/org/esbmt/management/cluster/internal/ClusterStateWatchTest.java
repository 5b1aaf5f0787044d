package org.esbmt.management.cluster.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.management.api.event.StateChange;
import org.esbmt.management.api.event.StateChange.Kind;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.configuration.Acknowledgement;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.NewOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.Payload;
import org.esbmt.registry.api.configuration.Sha256;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterStateWatchTest {
    private static final Sha256 STATE = new Sha256("ab".repeat(32));
    private static final UserId SOMEBODY = new UserId(UUID.randomUUID());

    @TempDir
    private Path folder;

    private final ClusterFixture fixture = new ClusterFixture();
    private final TenantId acme = new TenantId(UUID.randomUUID());
    private final List<StateChange> told = new ArrayList<>();
    private LocalNode here;
    private LocalNode there;
    private ClusterStateWatch watch;

    @BeforeEach
    void begin() throws Exception {
        Path key = folder.resolve("shared.key");
        here = fixture.node(folder.resolve("here"), key);
        there = fixture.node(folder.resolve("there"), key);
        watch = watch(Duration.ofHours(1));
    }

    private ClusterStateWatch watch(Duration silence) {
        return new ClusterStateWatch(here, fixture.registries, silence, told::add);
    }

    @Test
    void anOperationIsReportedAtItsBeginningAndAfterTheLastAnswer() throws Exception {
        UUID before = appended();
        watch.checkOperations(true);
        UUID id = appended();
        watch.checkOperations(false);
        answered(id, here);
        here.acknowledged(Optional.of(id));
        watch.checkOperations(false);
        assertThat(states()).containsExactly("- PENDING DEPLOY_ASSEMBLY");

        answered(id, there);
        here.acknowledged(Optional.of(id));
        watch.checkOperations(false);
        watch.checkOperations(true);

        assertThat(states()).containsExactly("- PENDING DEPLOY_ASSEMBLY", "PENDING APPLIED DEPLOY_ASSEMBLY");
        assertThat(told).allSatisfy(change -> {
            assertThat(change.kind()).isEqualTo(Kind.OPERATION);
            assertThat(change.name()).isEqualTo(id.toString()).isNotEqualTo(before.toString());
            assertThat(change.tenant()).contains(acme);
        });
    }

    @Test
    void aCheckOfAllFindsAnAnswerCollectedElsewhere() throws Exception {
        watch.checkOperations(true);
        UUID id = appended();
        watch.checkOperations(false);
        answered(id, here);
        answered(id, there);

        watch.checkOperations(false);
        assertThat(states()).containsExactly("- PENDING DEPLOY_ASSEMBLY");
        watch.checkOperations(true);
        assertThat(states()).containsExactly("- PENDING DEPLOY_ASSEMBLY", "PENDING APPLIED DEPLOY_ASSEMBLY");
    }

    @Test
    void aTenantWithManyOperationsLosesOnlyItsOwnReports() throws Exception {
        TenantId noisy = new TenantId(UUID.randomUUID());
        watch.checkOperations(true);
        UUID quiet = appended(acme);
        try (CapturedLog log = new CapturedLog()) {
            for (int i = 0; i < 2 * PendingOperations.AT_MOST; i++) {
                appended(noisy);
            }
            watch.checkOperations(false);
            assertThat(log.linesWith("will not be reported"))
                    .singleElement()
                    .asString()
                    .contains("WARN", "outcome of 201 operations of tenant " + noisy + " will not be reported");
        }
        told.clear();

        answered(quiet, here);
        answered(quiet, there);
        watch.checkOperations(true);

        assertThat(states()).containsExactly("PENDING APPLIED DEPLOY_ASSEMBLY");
        assertThat(told.get(0).name()).isEqualTo(quiet.toString());
    }

    @Test
    void amongEqualTenantsTheOneWithTheLongestWaitLosesReports() throws Exception {
        watch.checkOperations(true);
        try (CapturedLog log = new CapturedLog()) {
            int tenants = 10;
            appended(acme);
            for (int i = 1; i < tenants; i++) {
                TenantId other = new TenantId(UUID.randomUUID());
                for (int j = 0; j < PendingOperations.AT_MOST / tenants; j++) {
                    appended(other);
                }
            }
            for (int j = 1; j < PendingOperations.AT_MOST / tenants; j++) {
                appended(acme);
            }
            appended(new TenantId(UUID.randomUUID()));
            watch.checkOperations(false);
            assertThat(log.linesWith("will not be reported"))
                    .singleElement()
                    .asString()
                    .contains("WARN", "outcome of 1 operations of tenant " + acme + " will not be reported");
        }
    }

    @Test
    void changesDuringAnOutageAreReportedLater() throws Exception {
        watch.checkOperations(true);
        UUID id = appended();
        answered(id, here);
        answered(id, there);
        fixture.log.away = true;
        assertThatThrownBy(() -> watch.checkOperations(true)).isInstanceOf(RegistryException.class);
        fixture.log.away = false;

        watch.checkOperations(true);

        assertThat(states()).containsExactly("- PENDING DEPLOY_ASSEMBLY", "PENDING APPLIED DEPLOY_ASSEMBLY");
    }

    @Test
    void newStatesOfNodesAreReportedWithoutTheInitialOnes() throws Exception {
        watch.checkNodes();
        watch.checkNodes();
        assertThat(told).isEmpty();

        fixture.clusters.drain(new InstanceId(there.instance()));
        watch.checkNodes();
        fixture.clusters.leave(new InstanceId(there.instance()));
        watch.checkNodes();
        LocalNode third = fixture.node(folder.resolve("third"), folder.resolve("shared.key"));
        watch.checkNodes();

        assertThat(told)
                .extracting(change -> change.kind() + " " + change.name() + " "
                        + change.before().orElse("-") + " " + change.after())
                .containsExactly(
                        "NODE " + there.instance() + " JOINING DRAINING",
                        "NODE " + there.instance() + " DRAINING LEFT",
                        "NODE " + third.instance() + " - JOINING");
        assertThat(told).allSatisfy(change -> assertThat(change.tenant()).isEmpty());
    }

    @Test
    void aSilentNodeIsDown() throws Exception {
        watch.checkNodes();
        ClusterStateWatch impatient = watch(Duration.ZERO);
        fixture.clusters.leave(new InstanceId(there.instance()));
        impatient.checkNodes();
        assertThat(told).isEmpty();

        LocalNode third = fixture.node(folder.resolve("third"), folder.resolve("shared.key"));
        impatient.checkNodes();

        assertThat(told).singleElement().satisfies(change -> {
            assertThat(change.name()).isEqualTo(third.instance().toString());
            assertThat(change.after()).isEqualTo(StateChange.DOWN);
        });
    }

    @Test
    void onlyStateChangesOfATenantAreReported() throws Exception {
        fixture.tenants.createTenant(
                new NewTenant(
                        acme,
                        new TenantName("acme"),
                        "Acme",
                        new NewUser(new Login("boss"), new Verifier("a-verifier"))),
                SOMEBODY);
        watch.checkTenants(Set.of(acme));
        watch.checkTenants(Set.of(acme, new TenantId(UUID.randomUUID())));
        long revision = fixture.tenants.findTenant(acme).orElseThrow().revision();
        fixture.tenants.changeTenantState(acme, revision, TenantState.SUSPENDED);
        watch.checkTenants(Set.of(acme));

        assertThat(told)
                .extracting(change -> change.before().orElse("-") + " " + change.after())
                .containsExactly("- ACTIVE", "ACTIVE SUSPENDED");
        assertThat(told).allSatisfy(change -> {
            assertThat(change.kind()).isEqualTo(Kind.TENANT);
            assertThat(change.tenant()).contains(acme);
        });
    }

    private List<String> states() {
        return told.stream()
                .map(change -> change.before().orElse("-") + " " + change.after() + " "
                        + change.cause().orElse("-"))
                .toList();
    }

    private UUID appended() throws Exception {
        return appended(acme);
    }

    private UUID appended(TenantId tenant) throws Exception {
        UUID id = UUID.randomUUID();
        fixture.transactions.run(transaction -> fixture.log.append(
                new NewOperation(
                        new OperationId(id),
                        fixture.cluster().id(),
                        Optional.of(tenant),
                        SOMEBODY,
                        "DEPLOY_ASSEMBLY",
                        STATE,
                        Optional.empty()),
                revision -> Payload.of("a payload".getBytes(UTF_8))));
        return id;
    }

    private void answered(UUID id, LocalNode node) throws Exception {
        fixture.log.acknowledge(new OperationId(id), new InstanceId(node.instance()), Acknowledgement.applied(STATE));
    }
}
