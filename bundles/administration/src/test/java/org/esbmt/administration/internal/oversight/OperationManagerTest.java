package org.esbmt.administration.internal.oversight;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.boss;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperationAdministration.Answer;
import org.esbmt.administration.api.OperationAdministration.LoggedView;
import org.esbmt.administration.api.OperationAdministration.OnNodes;
import org.esbmt.administration.api.OperationAdministration.OperationView;
import org.esbmt.administration.api.OperationAdministration.Result;
import org.esbmt.administration.api.OperationAdministration.State;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StopAssembly;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.NodeCommand.DrainNode;
import org.esbmt.administration.api.command.NodeCommand.RemoveNode;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.internal.harness.LoggedCluster;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.registry.api.configuration.Acknowledgement;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationManagerTest {
    private static final Administrator BOSS = new Administrator("acme/boss", "test");
    private static final Administrator STRANGER = new Administrator("globex/boss", "test");

    @TempDir
    Path data;

    private TestBus bus;
    private LoggedCluster cluster;
    private InstanceId one;
    private InstanceId two;
    private TenantId acme;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        acme = bus.execute(admin(), new CreateTenant("acme", "Acme", "boss", password("acme's long password")))
                .tenant()
                .id();
        bus.execute(admin(), new CreateTenant("globex", "Globex", "boss", password("globex's long password")));
        cluster = new LoggedCluster(bus, "ours").administered();
        one = cluster.join("one.example");
        two = cluster.join("two.example");
    }

    @Test
    void anOperationWithoutCommandsToNodesIsCompleteAtOnce() throws Exception {
        UUID id = UUID.randomUUID();
        bus.execute(admin().asking(id), new SuspendTenant(acme));

        OperationView found = bus.operations.find(admin(), id).orElseThrow();
        assertThat(found.by()).isEqualTo("admin");
        assertThat(found.kind()).isEqualTo("SUSPEND_TENANT");
        assertThat(found.onNodes()).isEmpty();
        assertThat(found.pending()).isFalse();
    }

    @Test
    void nodesAreWaitedForUntilEachHasAnswered() throws Exception {
        UUID id = deploy(BOSS);
        assertThat(onNodes(id).state()).isEqualTo(State.PENDING);
        assertThat(onNodes(id).waiting()).containsExactlyInAnyOrder(one.value(), two.value());

        cluster.answer(id, one, Acknowledgement.applied(LoggedCluster.digest("orders")));
        assertThat(onNodes(id).state()).isEqualTo(State.PENDING);
        assertThat(onNodes(id).waiting()).containsExactly(two.value());

        cluster.answer(id, two, Acknowledgement.failed("no room", LoggedCluster.digest("nothing")));
        assertThat(onNodes(id).state()).isEqualTo(State.PARTIAL);
        assertThat(onNodes(id).answers())
                .containsEntry(one.value(), new Answer(Result.APPLIED, Optional.empty()))
                .containsEntry(two.value(), new Answer(Result.FAILED, Optional.of("no room")));
        assertThat(onNodes(id).tenant()).contains(acme);
        assertThat(onNodes(id).revision()).hasValue(1);
    }

    @Test
    void aRemovedNodeIsNotWaitedFor() throws Exception {
        UUID id = deploy(BOSS);
        cluster.answer(id, one, Acknowledgement.applied(LoggedCluster.digest("orders")));

        bus.execute(admin(), new RemoveNode(two.value(), true));

        assertThat(onNodes(id).state()).isEqualTo(State.APPLIED);
    }

    @Test
    void aWaitEndsWithTheLastAnswerOfTheNodes() throws Exception {
        UUID id = deploy(BOSS);
        cluster.answer(id, one, Acknowledgement.applied(LoggedCluster.digest("orders")));

        CompletableFuture<OperationView> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return bus.operations.await(BOSS, id, Duration.ofMinutes(1)).orElseThrow();
            } catch (AdministrationException e) {
                throw new IllegalStateException(e);
            }
        });
        cluster.answer(id, two, Acknowledgement.skipped(LoggedCluster.digest("orders")));

        assertThat(waiting.get(30, TimeUnit.SECONDS).onNodes().orElseThrow().state())
                .isEqualTo(State.APPLIED);
    }

    @Test
    void aWaitReturnsTheProgressAtItsTimeLimit() throws Exception {
        UUID id = deploy(BOSS);

        assertThat(bus.operations
                        .await(admin(), id, Duration.ofMillis(20))
                        .orElseThrow()
                        .pending())
                .isTrue();
        assertThat(bus.operations.await(admin(), UUID.randomUUID(), Duration.ofMinutes(5)))
                .isEmpty();
        assertThatThrownBy(() -> bus.operations.await(admin(), id, Duration.ofMinutes(6)))
                .hasMessageContaining("0 to 300 s");
    }

    @Test
    void aTenantsUserSeesTheOperationsOfTheTenantAndNoOthers() throws Exception {
        UUID own = deploy(BOSS);
        UUID byTheInstallation = UUID.randomUUID();
        bus.execute(bus.sre().asking(byTheInstallation), new StopAssembly(acme, "orders"));
        UUID theInstallations = UUID.randomUUID();
        bus.execute(admin().asking(theInstallations), new DrainNode(one.value()));

        assertThat(bus.operations.find(BOSS, own).orElseThrow().by()).isEqualTo("acme/boss");
        assertThat(bus.operations.find(BOSS, byTheInstallation).orElseThrow().by())
                .isEqualTo("the installation");
        assertThat(bus.operations.find(BOSS, theInstallations)).isEmpty();
        assertThat(bus.operations.find(STRANGER, own)).isEmpty();
        assertThat(bus.operations.await(STRANGER, own, Duration.ofMinutes(5))).isEmpty();
        assertThat(bus.operations.find(admin(), own)).isPresent();
        assertThat(bus.operations.find(admin(), theInstallations)).isPresent();
    }

    @Test
    void theNewestChangesAreListedFirst() throws Exception {
        UUID first = deploy(BOSS, "orders");
        UUID second = deploy(BOSS, "stock");
        UUID third = deploy(BOSS, "bills");

        Page<LoggedView> page = bus.operations.newest(admin(), PageRequest.first(2));
        assertThat(page.entries()).extracting(LoggedView::id).containsExactly(third, second);
        assertThat(page.total()).isEqualTo(3);
        assertThat(bus.operations.newest(admin(), new PageRequest(2, 2)).entries())
                .extracting(LoggedView::id)
                .containsExactly(first);
        assertThat(bus.operations.newest(admin(), new PageRequest(3, 2)).entries())
                .isEmpty();
        assertThat(bus.operations.newest(admin(), new PageRequest(9, 2)).entries())
                .isEmpty();
        assertThatThrownBy(() -> bus.operations.newest(admin(), PageRequest.first(101)))
                .hasMessageContaining("at most 100");
    }

    @Test
    void aTenantsUserListsOnlyTheTenantsOperations() throws Exception {
        UUID first = deploy(BOSS, "orders");
        bus.execute(
                STRANGER,
                new DeployAssembly(
                        bus.tenantQueries
                                .findTenant(admin(), "globex")
                                .orElseThrow()
                                .id(),
                        Optional.empty(),
                        Content.of(archive("theirs"))));
        UUID second = UUID.randomUUID();
        bus.execute(bus.sre().asking(second), new StopAssembly(acme, "orders"));

        Page<LoggedView> page = bus.operations.newest(BOSS, PageRequest.first(10));
        assertThat(page.entries()).extracting(LoggedView::id).containsExactly(second, first);
        assertThat(page.entries()).extracting(LoggedView::tenant).containsOnly(Optional.of(acme));
        assertThat(page.total()).as("how many others have is not told").isEqualTo(2);
        assertThat(bus.operations.newest(BOSS, new PageRequest(1, 1)).entries())
                .extracting(LoggedView::id)
                .containsExactly(first);
        assertThat(bus.operations.newest(STRANGER, PageRequest.first(10)).entries())
                .extracting(LoggedView::id)
                .doesNotContain(first, second)
                .hasSize(1);
        assertThat(bus.operations.newest(admin(), PageRequest.first(10)).total())
                .isEqualTo(3);
    }

    @Test
    void aUserWithoutAnAdministrativeRoleListsNoOperations() throws Exception {
        bus.execute(boss(), new AddUser(acme, "alice", password("alice's long password"), Set.of(Role.TENANT_USER)));
        for (String nobody : List.of("acme/alice", "acme/unknown", "unknown/boss")) {
            assertThatThrownBy(() -> bus.operations.newest(new Administrator(nobody, "test"), PageRequest.first(2)))
                    .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                            .isEqualTo(Reason.FORBIDDEN));
        }
    }

    private static ByteArrayInputStream archive(String name) {
        return new ByteArrayInputStream(name.getBytes(UTF_8));
    }

    @Test
    void anUnknownCallerFindsNoOperation() throws Exception {
        UUID id = deploy(BOSS);

        for (String login : List.of("nobody", "acme/nobody", "nowhere/boss")) {
            assertThatThrownBy(() -> bus.operations.find(new Administrator(login, "test"), id))
                    .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                            .isEqualTo(Reason.FORBIDDEN));
        }
    }

    private UUID deploy(Administrator by) throws Exception {
        return deploy(by, "orders");
    }

    private UUID deploy(Administrator by, String assembly) throws Exception {
        UUID id = UUID.randomUUID();
        bus.execute(by.asking(id), new DeployAssembly(acme, Optional.empty(), Content.of(assembly.getBytes(UTF_8))));
        return id;
    }

    private OnNodes onNodes(UUID id) throws AdministrationException {
        return bus.operations.find(admin(), id).orElseThrow().onNodes().orElseThrow();
    }
}
