package org.esbmt.administration.internal.assembly;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.boss;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AssemblyAdministration.Archive;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.Finding;
import org.esbmt.administration.api.InstallationStatus.Status;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.RollBackAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.ShutDownAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StartAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StopAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.SwitchAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UndeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UpdateAssembly;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.LockUser;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantState;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AssemblyManagerTest {
    @TempDir
    Path data;

    private TestBus bus;
    private TenantId acme;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        acme = bus.execute(admin(), new CreateTenant("acme", "Acme", "boss", password("acme's long password")))
                .tenant()
                .id();
    }

    @Test
    void theAuditLogNamesTheAssemblyOfAnArchive() throws Exception {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(log, true, UTF_8));
        try {
            bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));
            bus.execute(boss(), new UpdateAssembly(acme, Content.of(archive("orders"))));
            bus.execute(boss(), new SwitchAssembly(acme, Content.of(archive("orders"))));
            bus.execute(boss(), new RollBackAssembly(acme, "orders"));
            bus.assemblyQueries.archive(boss(), acme, "orders", Archive.ORIGINAL);
            assertThatThrownBy(() -> bus.execute(
                            boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders")))))
                    .isInstanceOf(AdministrationException.class);
        } finally {
            System.setErr(before);
        }
        String done = " by " + boss() + " on assembly orders of tenant " + acme + ": done.";
        assertThat(log.toString(UTF_8))
                .contains("deployAssembly" + done, "updateAssembly" + done)
                .contains("switchAssembly" + done, "rollBackAssembly" + done, "exportAssembly" + done)
                .contains("deployAssembly by " + boss() + " on tenant " + acme + ": CONFLICT");
    }

    @Test
    void anArchiveOfAnotherAssemblyThanTheExpectedOneChangesNothing() throws Exception {
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));
        AssemblyView bills =
                bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("bills"))));
        Optional<String> orders = Optional.of("orders");

        refused(
                Reason.INVALID,
                () -> bus.execute(
                        boss().expecting(1), new SwitchAssembly(acme, orders, Content.of(archive("bills#2")))));
        refused(
                Reason.INVALID,
                () -> bus.execute(
                        boss().expecting(1), new UpdateAssembly(acme, orders, Content.of(archive("bills#2")))));

        assertThat(bus.assemblyQueries.list(boss(), acme, PageRequest.first(10)).entries())
                .filteredOn(assembly -> assembly.name().equals("bills"))
                .containsExactly(bills);
        assertThat(bus.execute(boss(), new SwitchAssembly(acme, orders, Content.of(archive("orders#2"))))
                        .name())
                .isEqualTo("orders");
    }

    @Test
    void anAssemblyIsDeployedForAnExistingUserAndTheAuditLogNamesTheUser() throws Exception {
        UserId alice = bus.execute(
                        boss(), new AddUser(acme, "alice", password("alice's long password"), Set.of(Role.TENANT_USER)))
                .id();
        UserId ofOther = bus.execute(
                        admin(), new CreateTenant("globex", "Globex", "boss", password("globex's long password")))
                .administrator()
                .id();
        bus.execute(boss(), new LockUser(acme, alice));
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(log, true, UTF_8));
        try {
            assertThat(bus.execute(boss(), new DeployAssembly(acme, Optional.of(alice), Content.of(archive("orders"))))
                            .user())
                    .contains(alice);
            refused(
                            Reason.NOT_FOUND,
                            () -> bus.execute(
                                    boss(),
                                    new DeployAssembly(acme, Optional.of(ofOther), Content.of(archive("more")))))
                    .hasMessage("tenant " + acme + " has no user " + ofOther
                            + ". It is for you to ask for something that is there.");
        } finally {
            System.setErr(before);
        }
        assertThat(log.toString(UTF_8))
                .contains("deployAssembly by " + boss() + " on assembly orders of tenant " + acme + ", for its user "
                        + alice + ": done.")
                .contains("deployAssembly by " + boss() + " on tenant " + acme + ", for its user " + ofOther
                        + ": NOT_FOUND");
        assertThat(bus.execute(boss(), new SwitchAssembly(acme, Content.of(archive("orders"))))
                        .user())
                .contains(alice);
        assertThat(bus.assemblyQueries
                        .list(admin(), acme, PageRequest.first(10))
                        .entries())
                .singleElement()
                .satisfies(orders -> assertThat(orders.user()).contains(alice));
    }

    @Test
    void anAssemblyLivesThroughItsStates() throws Exception {
        AssemblyView orders =
                bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));

        assertThat(orders.state()).isEqualTo("STARTED");
        assertThat(orders.units()).containsExactly("unit (http-bc)");
        assertThat(bus.execute(boss(), new StopAssembly(acme, "orders")).state())
                .isEqualTo("STOPPED");
        assertThat(bus.execute(boss(), new ShutDownAssembly(acme, "orders")).state())
                .isEqualTo("SHUTDOWN");
        assertThat(bus.execute(boss(), new StartAssembly(acme, "orders")).state())
                .isEqualTo("STARTED");
        assertThat(bus.execute(boss(), new UpdateAssembly(acme, Content.of(archive("orders"))))
                        .name())
                .isEqualTo("orders");
        refused(Reason.CONFLICT, () -> bus.execute(boss(), new RollBackAssembly(acme, "orders")));
        AssemblyView switched = bus.execute(boss(), new SwitchAssembly(acme, Content.of(archive("orders"))));
        assertThat(switched.former()).contains(orders.digest());
        AssemblyView back = bus.execute(boss(), new RollBackAssembly(acme, "orders"));
        assertThat(back.digest()).isEqualTo(orders.digest());
        assertThat(back.former()).contains(switched.digest());
        assertThat(bus.assemblyQueries
                        .list(admin(), acme, PageRequest.first(10))
                        .entries())
                .extracting(AssemblyView::name)
                .containsExactly("orders");
        assertThat(bus.assemblyQueries.archive(boss(), acme, "orders", Archive.ORIGINAL))
                .asString(UTF_8)
                .isEqualTo("ORIGINAL of orders");
        assertThat(bus.assemblyQueries.archive(boss(), acme, "orders", Archive.REWRITTEN))
                .asString(UTF_8)
                .isEqualTo("REWRITTEN of orders");
        bus.execute(boss(), new UndeployAssembly(acme, "orders"));
        assertThat(bus.assemblyQueries
                        .list(admin(), acme, PageRequest.first(10))
                        .entries())
                .isEmpty();
    }

    @Test
    void assembliesAreListedPageByPageAndThoseOfThisNodeAloneComeLast() throws Exception {
        for (String name : List.of("d", "b", "c")) {
            bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive(name))));
        }
        for (String name : List.of("z", "a")) {
            bus.deployer.deploy(acme, Optional.empty(), archive(name), DeployedAssembly.State.STARTED);
        }
        List<AssemblyView> whole =
                bus.assemblyQueries.list(admin(), acme, PageRequest.first(10)).entries();

        assertThat(whole).extracting(AssemblyView::name).containsExactly("b", "c", "d", "a", "z");
        assertThat(whole).extracting(a -> a.revision().isPresent()).containsExactly(true, true, true, false, false);
        for (int limit = 1; limit <= 6; limit++) {
            for (int offset = 0; offset <= 6; offset++) {
                assertThat(bus.assemblyQueries.list(admin(), acme, new PageRequest(offset, limit)))
                        .isEqualTo(new Page<>(
                                whole.stream().skip(offset).limit(limit).toList(), offset, 5));
            }
        }
    }

    @Test
    void theDeployersReasonsReachTheAdministrator() throws Exception {
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));

        refused(
                        Reason.CONFLICT,
                        () -> bus.execute(
                                boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders")))))
                .hasMessageContaining("already");
        refused(
                        Reason.INVALID,
                        () -> bus.execute(
                                boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("bad")))))
                .hasMessageContaining("not a zip");
        refused(Reason.NOT_FOUND, () -> bus.execute(boss(), new StopAssembly(acme, "others")));
        refused(
                        Reason.INTERNAL,
                        () -> bus.execute(
                                boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("broken")))))
                .hasMessageNotContaining("secret-path");
    }

    @Test
    void theFindingsReachTheAdministratorAsData() {
        assertThatThrownBy(() -> bus.execute(
                        boss(), new DeployAssembly(acme, Optional.empty(), Content.of("PK".getBytes(UTF_8)))))
                .isInstanceOfSatisfying(AdministrationException.class, refusal -> assertThat(refusal.findings())
                        .containsExactly(
                                new Finding(
                                        "orders-http.zip!/xbean.xml",
                                        OptionalInt.of(2),
                                        "http.value",
                                        "timeout must be a number"),
                                new Finding("", OptionalInt.empty(), "archive.missing", "a unit has no archive")));
    }

    @Test
    void nothingIsDeployedForAnUnknownTenant() {
        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(
                        boss(),
                        new DeployAssembly(
                                new TenantId(new UUID(1, 2)), Optional.empty(), Content.of(archive("orders")))));
        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(
                        admin(),
                        new DeployAssembly(TenantRegistry.SYSTEM, Optional.empty(), Content.of(archive("orders")))));
        refused(
                Reason.NOT_FOUND,
                () -> bus.assemblyQueries.list(admin(), new TenantId(new UUID(1, 2)), PageRequest.first(10)));
    }

    @Test
    void aSuspendedTenantsAssembliesCanBeChanged() throws Exception {
        bus.execute(admin(), new SuspendTenant(acme));

        assertThat(bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))))
                        .state())
                .isEqualTo("STARTED");
    }

    @Test
    void aLeavingTenantGetsNothingNew() throws Exception {
        bus.registry.changeTenantState(
                acme, bus.registry.findTenant(acme).orElseThrow().revision(), TenantState.DRAINING);

        refused(
                        Reason.CONFLICT,
                        () -> bus.execute(
                                boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders")))))
                .hasMessageContaining("DRAINING");
    }

    @Test
    void anUnknownCallerIsRefused() throws Exception {
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));
        Administrator boss = new Administrator("boss", "test");

        refused(Reason.FORBIDDEN, () -> bus.execute(boss, new StopAssembly(acme, "orders")));
        refused(Reason.FORBIDDEN, () -> bus.execute(boss, new SwitchAssembly(acme, Content.of(archive("orders")))));
        refused(Reason.FORBIDDEN, () -> bus.execute(boss, new RollBackAssembly(acme, "orders")));
        refused(Reason.FORBIDDEN, () -> bus.assemblyQueries.archive(boss, acme, "orders", Archive.ORIGINAL));
        refused(Reason.FORBIDDEN, () -> bus.assemblyQueries.list(boss, acme, PageRequest.first(10)));
        assertThat(bus.deployer.find(acme, "orders").orElseThrow().state().name())
                .isEqualTo("STARTED");
    }

    @Test
    void aRememberedAdministratorListsAssembliesWithoutTheRegistriesAndChangesNothing() throws Exception {
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));
        bus.login("admin", TestBus.GIVEN.toCharArray());
        bus.registry.goAway();
        bus.deployments.goAway();

        assertThat(bus.assemblyQueries
                        .list(admin(), acme, PageRequest.first(10))
                        .entries())
                .hasSize(1);
        assertThat(bus.assemblyQueries.list(admin(), acme, new PageRequest(1, 10)))
                .isEqualTo(new Page<>(List.of(), 1, 1));
        refused(Reason.UNAVAILABLE, () -> bus.execute(boss(), new StopAssembly(acme, "orders")));
        refused(
                Reason.UNAVAILABLE,
                () -> bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("more")))));
        assertThat(bus.deployer.find(acme, "orders").orElseThrow().state().name())
                .isEqualTo("STARTED");
    }

    @Test
    void aCallerWithoutAnEarlierLoginIsRefusedWithoutTheRegistry() throws Exception {
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));
        bus.registry.goAway();

        refused(Reason.UNAVAILABLE, () -> bus.execute(boss(), new StopAssembly(acme, "orders")));
    }

    @Test
    void callsWithoutADeployerAreUnavailable() {
        bus.services.unbindDeployer(bus.deployer);

        refused(
                        Reason.UNAVAILABLE,
                        () -> bus.execute(
                                boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders")))))
                .hasMessageContaining("deployer");
    }

    @Test
    void theStatusCountsTenantsAndAssemblies() throws Exception {
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("stock"))));
        bus.execute(boss(), new StopAssembly(acme, "stock"));

        Status status = bus.status.status(admin());

        assertThat(status.registryTrouble()).isEmpty();
        assertThat(status.deployerRunning()).isTrue();
        assertThat(status.tenants()).isEqualTo(Map.of(TenantView.State.ACTIVE, 1L));
        assertThat(status.assemblies()).isEqualTo(Map.of("STARTED", 1L, "STOPPED", 1L));
    }

    @Test
    void theStatusSaysThatTheRegistryIsAway() throws Exception {
        bus.login("admin", TestBus.GIVEN.toCharArray());
        bus.registry.goAway();

        Status status = bus.status.status(admin());

        assertThat(status.registryTrouble()).isPresent();
        assertThat(status.tenants()).isEmpty();
    }

    private static InputStream archive(String name) {
        return new ByteArrayInputStream(name.getBytes(UTF_8));
    }

    private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> refused(
            Reason reason, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason));
    }
}
