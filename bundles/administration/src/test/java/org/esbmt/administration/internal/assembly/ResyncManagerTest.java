package org.esbmt.administration.internal.assembly;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ResyncView;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.RollBackAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StopAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.SwitchAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UndeployAssembly;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.NodeCommand.Resync;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.internal.registry.ChangeResources;
import org.esbmt.management.api.message.AssemblyManagementCommand;
import org.esbmt.registry.api.configuration.Consumption;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResyncManagerTest {
    @TempDir
    Path data;

    private final Administrator boss = new Administrator("acme/boss", "test");
    private TestBus bus;
    private TenantId acme;

    @BeforeEach
    void create() throws Exception {
        bus = new TestBus(data).withAdministrator();
        acme = bus.execute(admin(), new CreateTenant("acme", "Acme", "boss", password("a long enough secret")))
                .tenant()
                .id();
        deploy("bills");
        deploy("orders");
        bus.execute(boss, new StopAssembly(acme, "orders"));
    }

    @Test
    void everyNodeGetsTheVersionsAndTheirStates() throws Exception {
        ResyncView resync = bus.execute(admin(), new Resync(acme, Optional.empty()));

        assertThat(resync.assemblies()).isEqualTo(2);
        assertThat(told(resync.operation()))
                .containsExactly("UPDATE bills", "START bills", "UPDATE orders", "STOP orders");
    }

    @Test
    void theCommandNamesTheVersionForARollback() throws Exception {
        bus.execute(boss, new SwitchAssembly(acme, Content.of("bills#2".getBytes(UTF_8))));

        ResyncView resync = bus.execute(admin(), new Resync(acme, Optional.of("bills")));

        assertThat(told(resync.operation())).containsExactly("UPDATE bills", "START bills");
        AssemblyManagementCommand update = (AssemblyManagementCommand)
                bus.node.published().get(resync.operation()).operations().get(0).command();
        assertThat(update.version()).isEqualTo(2);
        assertThat(update.former()).isPresent().isNotEqualTo(update.artifact());
    }

    @Test
    void aRepeatedRequestSendsNoFurtherCommands() throws Exception {
        Administrator asking = admin().asking(UUID.randomUUID());
        ResyncView first = bus.execute(asking, new Resync(acme, Optional.of("orders")));
        int before = bus.node.published().size();

        assertThat(bus.execute(asking, new Resync(acme, Optional.of("orders")))).isEqualTo(first);
        assertThat(bus.node.published()).hasSize(before);
        assertThat(told(first.operation())).containsExactly("UPDATE orders", "STOP orders");
    }

    @Test
    void aResyncAcceptsNoExpectedRevision() {
        Administrator asking = admin().asking(UUID.randomUUID()).expecting(1);

        refused(Reason.INVALID, () -> bus.execute(asking, new Resync(acme, Optional.of("orders"))));
        assertThat(bus.node.published()).doesNotContainKey(asking.operation().orElseThrow());
    }

    @Test
    void unknownAssembliesAndTenantsAreNotSent() throws Exception {
        refused(Reason.NOT_FOUND, () -> bus.execute(admin(), new Resync(acme, Optional.of("nothing"))));
        refused(
                Reason.NOT_FOUND,
                () -> bus.execute(admin(), new Resync(new TenantId(new UUID(1, 2)), Optional.empty())));
        refused(Reason.FORBIDDEN, () -> bus.execute(boss, new Resync(acme, Optional.empty())));
        bus.execute(boss, new UndeployAssembly(acme, "bills"));
        bus.execute(boss, new UndeployAssembly(acme, "orders"));
        assertThat(bus.execute(admin(), new Resync(acme, Optional.empty())).assemblies())
                .isZero();
    }

    @Test
    void theTenantsQuotasAreHeldBeforeAnyDeploymentAsByEveryOtherChange() throws Exception {
        List<String> calls = recordedCalls();
        bus.execute(admin(), new Resync(acme, Optional.empty()));

        assertThat(calls).startsWith("hold").contains("changeDesiredState");
    }

    @Test
    void noArchiveIsReadInTheUnitOfWork() throws Exception {
        bus.execute(boss, new SwitchAssembly(acme, Content.of("bills#2".getBytes(UTF_8))));
        List<String> calls = recordedCalls();

        UUID resync =
                bus.execute(admin(), new Resync(acme, Optional.of("bills"))).operation();
        bus.execute(boss, new SwitchAssembly(acme, Content.of("bills#3".getBytes(UTF_8))));
        bus.execute(boss, new RollBackAssembly(acme, "bills"));

        AssemblyManagementCommand update = (AssemblyManagementCommand)
                bus.node.published().get(resync).operations().get(0).command();
        assertThat(update.artifact().orElseThrow().bytes()).isEqualTo("bills#2".length());
        assertThat(update.former().orElseThrow().bytes()).isEqualTo("bills".length());
        assertThat(calls)
                .contains("hold", "changeDesiredState", "switchTo", "rollback")
                .doesNotContain("findArtifact");
    }

    /**
     * Records the calls of the service registry and of the quotas from now on; the node reads archives by another way.
     */
    private List<String> recordedCalls() {
        List<String> calls = new ArrayList<>();
        bus.services.bindResources(new ChangeResources(
                bus.units,
                recorded(ServiceRegistry.class, bus.deployments, calls),
                recorded(Consumption.class, bus.quotas, calls),
                bus.quotas,
                bus.quotas,
                bus.audit,
                bus.journal,
                bus.node));
        return calls;
    }

    private static <T> T recorded(Class<T> type, T real, List<String> calls) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    calls.add(method.getName());
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private List<String> told(UUID operation) {
        return bus.node.published().get(operation).operations().stream()
                .map(told -> (AssemblyManagementCommand) told.command())
                .map(command -> command.action() + " " + command.name())
                .toList();
    }

    private void deploy(String name) throws AdministrationException {
        bus.execute(boss, new DeployAssembly(acme, Optional.empty(), Content.of(name.getBytes(UTF_8))));
    }

    private static void refused(Reason reason, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                .isEqualTo(reason));
    }
}
