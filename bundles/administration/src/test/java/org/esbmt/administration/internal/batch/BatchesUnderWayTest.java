package org.esbmt.administration.internal.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.batch;
import static org.esbmt.administration.internal.harness.TestBus.boss;
import static org.esbmt.administration.internal.harness.TestBus.password;
import static org.esbmt.administration.internal.harness.TestBus.scope;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperationAdministration.UnderWayView;
import org.esbmt.administration.api.OperationAdministration.UnderWayView.Phase;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.LinkCommand.CreateLink;
import org.esbmt.administration.api.command.QuotaCommand.SetQuota;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Limit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The visibility of a batch before its decision, by role. */
class BatchesUnderWayTest {
    private static final String SECRET = "a long password of theirs";

    @TempDir
    Path data;

    private TestBus bus;
    private TenantId acme;
    private TenantRef.Known there;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        acme = created("acme");
        created("globex");
        there = new TenantRef.Known(acme);
        for (String role : List.of("TENANT_OPERATOR", "TENANT_AUDITOR", "TENANT_USER")) {
            bus.execute(boss(), new AddUser(acme, role, password(SECRET), Set.of(Role.Level.TENANT.role(role))));
        }
    }

    private TenantId created(String name) throws AdministrationException {
        return bus.execute(admin(), new CreateTenant(name, name, "boss", password(SECRET)))
                .tenant()
                .id();
    }

    @Test
    void theProgressOfABatchIsVisibleUntilTheDecision() throws Exception {
        Administrator asking = admin().asking(UUID.randomUUID());
        Batch batch = batch(
                new SetQuota(there, scope("USERS"), Limit.of(20)),
                link("one"),
                new SetQuota(there, scope("ENDPOINTS"), Limit.of(20)),
                link("two"));
        List<UnderWayView> seen = new CopyOnWriteArrayList<>();
        bus.links.whenLookedAt(() -> seen.addAll(seenBy(admin())));

        bus.batches.dryRun(asking, batch);
        bus.batches.submit(asking, batch);

        assertThat(seen).extracting(UnderWayView::done).containsExactly(1, 3, 1, 3);
        assertThat(seen).extracting(UnderWayView::dryRun).containsExactly(true, true, false, false);
        assertThat(seen).allSatisfy(view -> {
            assertThat(view.id()).isEqualTo(asking.operation().orElseThrow());
            assertThat(view.by()).isEqualTo("admin");
            assertThat(view.tenant()).isEmpty();
            assertThat(view.phase()).isEqualTo(Phase.MAKING);
            assertThat(view.steps()).isEqualTo(4);
        });
        assertThat(seenBy(admin())).isEmpty();
        assertThat(bus.operations.find(admin(), asking.operation().orElseThrow()))
                .as("the outcome")
                .isPresent();
    }

    @Test
    void theCheckingPhaseIsVisibleAndARefusedBatchDisappears() {
        List<UnderWayView> seen = new CopyOnWriteArrayList<>();
        bus.deployer.whenChecking(() -> seen.addAll(seenBy(boss())));
        DeployAssembly deploy = new DeployAssembly(there, Optional.empty(), Content.of("orders".getBytes(UTF_8)));

        assertThatThrownBy(() -> bus.batches.submit(boss(), batch(deploy, deploy)))
                .hasMessageStartingWith("step 2: ");

        assertThat(seen).hasSize(2).allSatisfy(view -> {
            assertThat(view.phase()).isEqualTo(Phase.CHECKING);
            assertThat(view.done()).isBetween(0, 1);
            assertThat(view.steps()).isEqualTo(2);
        });
        assertThat(seenBy(boss())).isEmpty();
    }

    /** The tenant and the installation see a tenant's batch; no tenant sees the installation's. */
    @Test
    void readersOfAnOperationSeeItsBatch() throws Exception {
        List<Administrator> all = List.of(
                admin(),
                bus.sre(),
                boss(),
                new Administrator("acme/TENANT_OPERATOR", "test"),
                new Administrator("acme/TENANT_AUDITOR", "test"),
                new Administrator("globex/boss", "test"));
        Map<String, Integer> seen = new ConcurrentHashMap<>();
        Runnable looking =
                () -> all.forEach(who -> seen.put(who.login(), seenBy(who).size()));
        bus.deployer.whenChecking(looking);
        bus.links.whenLookedAt(looking);

        bus.batches.submit(
                boss(), batch(new DeployAssembly(there, Optional.empty(), Content.of("orders".getBytes(UTF_8)))));
        assertThat(seen)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "admin",
                        1,
                        "sre",
                        1,
                        "acme/boss",
                        1,
                        "acme/TENANT_OPERATOR",
                        1,
                        "acme/TENANT_AUDITOR",
                        1,
                        "globex/boss",
                        0));
        bus.batches.submit(admin(), batch(link("one")));
        assertThat(seen)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "admin",
                        1,
                        "sre",
                        1,
                        "acme/boss",
                        0,
                        "acme/TENANT_OPERATOR",
                        0,
                        "acme/TENANT_AUDITOR",
                        0,
                        "globex/boss",
                        0));

        for (String nobody : List.of("acme/TENANT_USER", "nobody", "nowhere/boss")) {
            assertThatThrownBy(() -> bus.operations.batchesUnderWay(new Administrator(nobody, "test")))
                    .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                            .isEqualTo(Reason.FORBIDDEN));
        }
    }

    @Test
    void aForbiddenBatchIsNeverVisible() {
        Administrator auditor = new Administrator("acme/TENANT_AUDITOR", "test");
        List<UnderWayView> seen = new CopyOnWriteArrayList<>();
        bus.deployer.whenChecking(() -> seen.addAll(seenBy(admin())));

        assertThatThrownBy(() -> bus.batches.submit(
                        auditor,
                        batch(new DeployAssembly(there, Optional.empty(), Content.of("orders".getBytes(UTF_8))))))
                .isInstanceOf(AdministrationException.class);

        assertThat(seen).isEmpty();
        assertThat(seenBy(admin())).isEmpty();
    }

    private CreateLink link(String endpoint) {
        return new CreateLink(there, Optional.empty(), new QName("urn:plain", "Archive"), endpoint);
    }

    private List<UnderWayView> seenBy(Administrator who) {
        try {
            return bus.operations.batchesUnderWay(who);
        } catch (AdministrationException e) {
            throw new AssertionError(e);
        }
    }
}
