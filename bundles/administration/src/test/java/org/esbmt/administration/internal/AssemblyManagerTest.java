package org.esbmt.administration.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.TestBus.admin;
import static org.esbmt.administration.internal.TestBus.boss;
import static org.esbmt.administration.internal.TestBus.password;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AssemblyAdministration.Archive;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.InstallationStatus.Status;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.TenantView;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantState;
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
        acme = bus.tenants
                .createTenant(admin(), "acme", "Acme", "boss", password("acme's long password"))
                .tenant()
                .id();
    }

    @Test
    void theAuditLogNamesTheAssemblyThatCameOfAnArchive() throws Exception {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(log, true, UTF_8));
        try {
            bus.assemblies.deploy(boss(), acme, archive("orders"));
            bus.assemblies.update(boss(), acme, archive("orders"));
            bus.assemblies.switchTo(boss(), acme, archive("orders"));
            bus.assemblies.rollback(boss(), acme, "orders");
            bus.assemblies.archive(boss(), acme, "orders", Archive.ORIGINAL);
            assertThatThrownBy(() -> bus.assemblies.deploy(boss(), acme, archive("orders")))
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
    void anAssemblyIsDeployedForAUserWhoIsThereAndTheAuditLogSaysForWhom() throws Exception {
        UserId alice = bus.tenants
                .addUser(boss(), acme, "alice", password("alice's long password"))
                .id();
        UserId ofOther = bus.tenants
                .createTenant(admin(), "globex", "Globex", "boss", password("globex's long password"))
                .administrator()
                .id();
        bus.tenants.lockUser(boss(), acme, alice);
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(log, true, UTF_8));
        try {
            assertThat(bus.assemblies
                            .deploy(boss(), acme, Optional.of(alice), archive("orders"))
                            .user())
                    .contains(alice);
            refused(Reason.NOT_FOUND, () -> bus.assemblies.deploy(boss(), acme, Optional.of(ofOther), archive("more")))
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
        assertThat(bus.assemblies.switchTo(boss(), acme, archive("orders")).user())
                .contains(alice);
        assertThat(bus.assemblies.list(admin(), acme, PageRequest.first(10)).entries())
                .singleElement()
                .satisfies(orders -> assertThat(orders.user()).contains(alice));
    }

    @Test
    void anAssemblyLivesThroughItsStates() throws Exception {
        AssemblyView orders = bus.assemblies.deploy(boss(), acme, archive("orders"));

        assertThat(orders.state()).isEqualTo("STARTED");
        assertThat(orders.units()).containsExactly("unit (http-bc)");
        assertThat(bus.assemblies.stop(boss(), acme, "orders").state()).isEqualTo("STOPPED");
        assertThat(bus.assemblies.shutDown(boss(), acme, "orders").state()).isEqualTo("SHUTDOWN");
        assertThat(bus.assemblies.start(boss(), acme, "orders").state()).isEqualTo("STARTED");
        assertThat(bus.assemblies.update(boss(), acme, archive("orders")).name())
                .isEqualTo("orders");
        refused(Reason.CONFLICT, () -> bus.assemblies.rollback(boss(), acme, "orders"));
        AssemblyView switched = bus.assemblies.switchTo(boss(), acme, archive("orders"));
        assertThat(switched.former()).contains(orders.digest());
        AssemblyView back = bus.assemblies.rollback(boss(), acme, "orders");
        assertThat(back.digest()).isEqualTo(orders.digest());
        assertThat(back.former()).contains(switched.digest());
        assertThat(bus.assemblies.list(admin(), acme, PageRequest.first(10)).entries())
                .extracting(AssemblyView::name)
                .containsExactly("orders");
        assertThat(bus.assemblies.archive(boss(), acme, "orders", Archive.ORIGINAL))
                .asString(UTF_8)
                .isEqualTo("ORIGINAL of orders");
        assertThat(bus.assemblies.archive(boss(), acme, "orders", Archive.REWRITTEN))
                .asString(UTF_8)
                .isEqualTo("REWRITTEN of orders");
        bus.assemblies.undeploy(boss(), acme, "orders");
        assertThat(bus.assemblies.list(admin(), acme, PageRequest.first(10)).entries())
                .isEmpty();
    }

    @Test
    void assembliesAreListedPageByPageAndThoseOfThisNodeAloneComeLast() throws Exception {
        for (String name : List.of("d", "b", "c")) {
            bus.assemblies.deploy(boss(), acme, archive(name));
        }
        for (String name : List.of("z", "a")) {
            bus.deployer.deploy(acme, Optional.empty(), archive(name), DeployedAssembly.State.STARTED);
        }
        List<AssemblyView> whole =
                bus.assemblies.list(admin(), acme, PageRequest.first(10)).entries();

        assertThat(whole).extracting(AssemblyView::name).containsExactly("b", "c", "d", "a", "z");
        assertThat(whole).extracting(a -> a.revision().isPresent()).containsExactly(true, true, true, false, false);
        for (int limit = 1; limit <= 6; limit++) {
            for (int offset = 0; offset <= 6; offset++) {
                assertThat(bus.assemblies.list(admin(), acme, new PageRequest(offset, limit)))
                        .isEqualTo(new Page<>(
                                whole.stream().skip(offset).limit(limit).toList(), offset, 5));
            }
        }
    }

    @Test
    void theDeployersReasonsAreTheAdministrators() throws Exception {
        bus.assemblies.deploy(boss(), acme, archive("orders"));

        refused(Reason.CONFLICT, () -> bus.assemblies.deploy(boss(), acme, archive("orders")))
                .hasMessageContaining("already");
        refused(Reason.INVALID, () -> bus.assemblies.deploy(boss(), acme, archive("bad")))
                .hasMessageContaining("not a zip");
        refused(Reason.NOT_FOUND, () -> bus.assemblies.stop(boss(), acme, "others"));
        refused(Reason.INTERNAL, () -> bus.assemblies.deploy(boss(), acme, archive("broken")))
                .hasMessageNotContaining("secret-path");
    }

    @Test
    void nothingIsDeployedForWhoIsNoTenant() {
        refused(Reason.FORBIDDEN, () -> bus.assemblies.deploy(boss(), new TenantId(new UUID(1, 2)), archive("orders")));
        refused(Reason.FORBIDDEN, () -> bus.assemblies.deploy(admin(), TenantRegistry.SYSTEM, archive("orders")));
        refused(
                Reason.NOT_FOUND,
                () -> bus.assemblies.list(admin(), new TenantId(new UUID(1, 2)), PageRequest.first(10)));
    }

    @Test
    void aSuspendedTenantsAssembliesCanBeChanged() throws Exception {
        bus.tenants.suspend(admin(), acme);

        assertThat(bus.assemblies.deploy(boss(), acme, archive("orders")).state())
                .isEqualTo("STARTED");
    }

    @Test
    void aTenantOnItsWayOutGetsNothingNew() throws Exception {
        bus.registry.changeTenantState(
                acme, bus.registry.findTenant(acme).orElseThrow().revision(), TenantState.DRAINING);

        refused(Reason.CONFLICT, () -> bus.assemblies.deploy(boss(), acme, archive("orders")))
                .hasMessageContaining("DRAINING");
    }

    @Test
    void whoIsNoAdministratorMayDoNothing() throws Exception {
        bus.assemblies.deploy(boss(), acme, archive("orders"));
        Administrator boss = new Administrator("boss", "test");

        refused(Reason.FORBIDDEN, () -> bus.assemblies.stop(boss, acme, "orders"));
        refused(Reason.FORBIDDEN, () -> bus.assemblies.switchTo(boss, acme, archive("orders")));
        refused(Reason.FORBIDDEN, () -> bus.assemblies.rollback(boss, acme, "orders"));
        refused(Reason.FORBIDDEN, () -> bus.assemblies.archive(boss, acme, "orders", Archive.ORIGINAL));
        refused(Reason.FORBIDDEN, () -> bus.assemblies.list(boss, acme, PageRequest.first(10)));
        assertThat(bus.deployer.find(acme, "orders").orElseThrow().state().name())
                .isEqualTo("STARTED");
    }

    @Test
    void whoLoggedInBeforeSeesAssembliesWithoutTheRegistriesAndChangesNothing() throws Exception {
        bus.assemblies.deploy(boss(), acme, archive("orders"));
        bus.login("admin", TestBus.GIVEN.toCharArray());
        bus.registry.goAway();
        bus.deployments.goAway();

        assertThat(bus.assemblies.list(admin(), acme, PageRequest.first(10)).entries())
                .hasSize(1);
        assertThat(bus.assemblies.list(admin(), acme, new PageRequest(1, 10))).isEqualTo(new Page<>(List.of(), 1, 1));
        refused(Reason.UNAVAILABLE, () -> bus.assemblies.stop(boss(), acme, "orders"));
        refused(Reason.UNAVAILABLE, () -> bus.assemblies.deploy(boss(), acme, archive("more")));
        assertThat(bus.deployer.find(acme, "orders").orElseThrow().state().name())
                .isEqualTo("STARTED");
    }

    @Test
    void whoHasNotLoggedInCannotDoAnythingWithoutTheRegistry() throws Exception {
        bus.assemblies.deploy(boss(), acme, archive("orders"));
        bus.registry.goAway();

        refused(Reason.UNAVAILABLE, () -> bus.assemblies.stop(boss(), acme, "orders"));
    }

    @Test
    void withoutADeployerItSaysSo() {
        bus.services.unbindDeployer(bus.deployer);

        refused(Reason.UNAVAILABLE, () -> bus.assemblies.deploy(boss(), acme, archive("orders")))
                .hasMessageContaining("deployer");
    }

    @Test
    void theStatusCountsTenantsAndAssemblies() throws Exception {
        bus.assemblies.deploy(boss(), acme, archive("orders"));
        bus.assemblies.deploy(boss(), acme, archive("stock"));
        bus.assemblies.stop(boss(), acme, "stock");

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
