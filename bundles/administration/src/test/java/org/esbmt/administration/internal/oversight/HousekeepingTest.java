package org.esbmt.administration.internal.oversight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.boss;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.io.ByteArrayInputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.RollBackAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.SwitchAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UndeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UpdateAssembly;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.internal.registry.ChangeResources;
import org.esbmt.management.api.CheckedAssembly;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.configuration.Consumption;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.Forgetting;
import org.esbmt.registry.api.service.Forgotten;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stored bytes count, expired data is forgotten, and its bytes return to the quota. */
class HousekeepingTest {
    private static final AssemblyName ORDERS = new AssemblyName("orders");
    private static final Housekeeping.Kept KEPT =
            new Housekeeping.Kept(Duration.ofDays(90), Duration.ofMinutes(15), Duration.ofDays(30));

    @TempDir
    Path directory;

    private TestBus bus;
    private TenantId acme;
    private TenantId globex;

    @BeforeEach
    void open() throws Exception {
        bus = new TestBus(directory).withAdministrator();
        acme = tenant("acme");
        globex = tenant("globex");
    }

    @Test
    void storedBytesCountOnce() throws Exception {
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive(1))));
        long one = bytesOf(1);
        assertThat(used()).isEqualTo(one);

        bus.execute(boss(), new UpdateAssembly(acme, Content.of(archive(2))));
        bus.execute(boss(), new SwitchAssembly(acme, Content.of(archive(3))));
        assertThat(used()).as("former versions are kept").isEqualTo(one + bytesOf(2) + bytesOf(3));
        bus.execute(boss(), new RollBackAssembly(acme, "orders"));
        bus.execute(boss(), new UpdateAssembly(acme, Content.of(archive(1))));
        assertThat(used()).as("nothing new").isEqualTo(one + bytesOf(2) + bytesOf(3));

        housekeeping(Duration.ofDays(89)).round();
        assertThat(used()).isEqualTo(one + bytesOf(2) + bytesOf(3));

        housekeeping(Duration.ofDays(91)).round();
        assertThat(used()).as("the current one and the way back").isEqualTo(one + bytesOf(3));
        assertThat(bus.deployments.findVersion(acme, ORDERS, 2)).isEmpty();
        assertThat(bus.deployments.findArtifact(acme, Digest.of(bytes(2)))).isEmpty();
        bus.execute(boss(), new RollBackAssembly(acme, "orders"));
        assertThat(used()).isEqualTo(one + bytesOf(3));
    }

    @Test
    void aVersionBeyondTheQuotaOfBytesIsRefusedAndNotStored() throws Exception {
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive(1))));
        QuotaKey key = QuotaKey.of(acme, Resource.REGISTRY_BYTES);
        long room = bytesOf(1) + bytesOf(2) - 1;
        bus.quotas.change(
                key,
                bus.quotas.findQuota(key).orElseThrow().revision(),
                Limit.of(room),
                bus.registry
                        .listUsers(acme, new Slice(0, 1))
                        .entries()
                        .get(0)
                        .value()
                        .id());

        assertThatThrownBy(() -> bus.execute(boss(), new UpdateAssembly(acme, Content.of(archive(2)))))
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(Reason.EXCEEDED))
                .hasMessageContaining("REGISTRY_BYTES");
        assertThat(used()).isEqualTo(bytesOf(1));
        assertThat(bus.deployments.findArtifact(acme, Digest.of(bytes(2)))).isEmpty();
    }

    @Test
    void anUndeployedArchiveReturnsItsBytesAfterTheTimeThatNodesWait() throws Exception {
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive(1))));
        bus.execute(
                new Administrator("globex/boss", "test"),
                new DeployAssembly(globex, Optional.empty(), Content.of(archive(1))));
        bus.execute(boss(), new UpdateAssembly(acme, Content.of(archive(2))));
        bus.execute(boss(), new UndeployAssembly(acme, "orders"));
        assertThat(used(acme, Resource.SERVICE_ASSEMBLIES)).isZero();

        housekeeping(Duration.ofMinutes(14)).round();
        assertThat(used()).isEqualTo(bytesOf(1) + bytesOf(2));
        housekeeping(Duration.ofMinutes(16)).round();
        assertThat(used()).isZero();
        assertThat(used(globex, Resource.REGISTRY_BYTES)).isEqualTo(bytesOf(1));
        assertThat(bus.deployments.findArtifact(globex, Digest.of(bytes(1)))).isPresent();
    }

    @Test
    void aPurgedTenantKeepsAndUsesNothing() throws Exception {
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive(1))));
        bus.execute(boss(), new SwitchAssembly(acme, Content.of(archive(2))));
        bus.execute(admin(), new SuspendTenant(acme));
        bus.execute(admin(), new PurgeTenant(acme));

        for (Resource resource : TestBus.DEFAULTS.keySet()) {
            assertThat(used(acme, resource)).as(resource.name()).isZero();
        }
    }

    @Test
    void anOldOperationIsForgottenAndAYoungOneIsNot() throws Exception {
        Administrator asking = admin().asking(UUID.randomUUID());
        bus.execute(asking, new SuspendTenant(acme));
        OperationId id = new OperationId(asking.operation().orElseThrow());

        housekeeping(Duration.ofDays(29)).round();
        assertThat(bus.journal.find(id)).isPresent();
        housekeeping(Duration.ofDays(31)).round();
        assertThat(bus.journal.find(id)).isEmpty();
    }

    @Test
    void nothingIsForgottenDuringAnotherNodesRound() throws Exception {
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive(1))));
        bus.execute(boss(), new UndeployAssembly(acme, "orders"));
        AtomicBoolean ours = new AtomicBoolean();
        Housekeeping housekeeping = new Housekeeping(
                bus.resources,
                what -> ours.get(),
                bus.registry,
                KEPT,
                Clock.offset(Clock.systemUTC(), Duration.ofDays(91)));

        housekeeping.round();
        assertThat(used()).isPositive();
        ours.set(true);
        housekeeping.round();
        assertThat(used()).isZero();
    }

    @Test
    void aFailedRoundIsFollowedByAnother() throws Exception {
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive(1))));
        bus.execute(boss(), new UndeployAssembly(acme, "orders"));
        Housekeeping housekeeping = housekeeping(Duration.ofDays(91));
        bus.deployments.goAway();
        housekeeping.round();
        bus.deployments.comeBack();
        assertThat(used()).isPositive();

        housekeeping.round();
        assertThat(used()).isZero();
    }

    @Test
    void aFailedStepReleasesNoBytesThatAreStillStored() throws Exception {
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive(1))));
        bus.execute(boss(), new UndeployAssembly(acme, "orders"));
        AtomicBoolean broken = new AtomicBoolean(true);
        ChangeResources failing = new ChangeResources(
                bus.units,
                bus.deployments,
                (Consumption) Proxy.newProxyInstance(
                        getClass().getClassLoader(), new Class<?>[] {Consumption.class}, (proxy, method, arguments) -> {
                            if (method.getName().equals("release") && broken.get()) {
                                throw new RegistryException.Busy("held", null);
                            }
                            return method.invoke(bus.quotas, arguments);
                        }),
                bus.quotas,
                bus.quotas,
                bus.audit,
                bus.journal,
                bus.node);
        Housekeeping housekeeping = new Housekeeping(
                failing, what -> true, bus.registry, KEPT, Clock.offset(Clock.systemUTC(), Duration.ofDays(91)));

        housekeeping.round();
        assertThat(used()).isEqualTo(bytesOf(1));
        assertThat(bus.deployments.findArtifact(acme, Digest.of(bytes(1)))).isPresent();
        broken.set(false);
        housekeeping.round();
        assertThat(used()).isZero();
        Forgotten left = bus.deployments.forgetHistory(
                acme, new Forgetting(Instant.now(), Instant.now().plusSeconds(1), 1));
        assertThat(left.nothing()).isTrue();
    }

    @Test
    void aRoundReachesTheLastOfManyTenants() throws Exception {
        bus.manyTenants("aaa", 2 * Slice.MAX_LIMIT);
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive(1))));
        bus.execute(boss(), new UndeployAssembly(acme, "orders"));

        housekeeping(Duration.ofMinutes(16)).round();

        assertThat(used()).isZero();
    }

    private Housekeeping housekeeping(Duration later) {
        return new Housekeeping(
                bus.resources, what -> true, bus.registry, KEPT, Clock.offset(Clock.systemUTC(), later));
    }

    private TenantId tenant(String name) throws AdministrationException {
        return bus.execute(admin(), new CreateTenant(name, name, "boss", password("a long enough password")))
                .tenant()
                .id();
    }

    private static byte[] bytes(int version) {
        return ("orders#" + "v".repeat(version)).getBytes(StandardCharsets.UTF_8);
    }

    private static ByteArrayInputStream archive(int version) {
        return new ByteArrayInputStream(bytes(version));
    }

    /** The bytes of the archive in its original and its deployed form. */
    private long bytesOf(int version) throws Exception {
        CheckedAssembly checked = bus.deployer.check(acme, Optional.empty(), archive(version));
        return (long) checked.original().length + checked.rewritten().length;
    }

    private long used() throws Exception {
        return used(acme, Resource.REGISTRY_BYTES);
    }

    private long used(TenantId tenant, Resource resource) {
        return bus.quotas
                .findQuota(QuotaKey.of(tenant, resource))
                .orElseThrow()
                .value()
                .used();
    }
}
