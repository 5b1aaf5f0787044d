package org.esbmt.management.service.internal.apply;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.esbmt.management.api.ComponentConfigurator.Configured;
import org.esbmt.management.api.ComponentDeployer.DeployedComponent;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.management.api.TenantLinks.ToPlain;
import org.esbmt.management.api.TenantLinks.ToTenant;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.event.StateChange;
import org.esbmt.management.api.event.StateChange.Kind;
import org.esbmt.management.api.message.Artifact;
import org.esbmt.management.api.message.AssemblyManagementCommand;
import org.esbmt.management.api.message.ComponentManagementCommand;
import org.esbmt.management.api.message.Failure;
import org.esbmt.management.api.message.LinkManagementCommand;
import org.esbmt.management.api.message.ManagementCommand;
import org.esbmt.management.api.message.ManagementOperation;
import org.esbmt.management.api.message.ManagementResponse.Result;
import org.esbmt.management.api.message.ManagementResponse.Status;
import org.esbmt.management.api.message.SettingsManagementCommand;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.management.api.message.TenantManagementCommand;
import org.esbmt.management.service.internal.NodeDouble;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;

class CommandApplierTest {
    private static final TenantId ACME = TenantId.of("0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a11");
    private static final TenantId GLOBEX = TenantId.of("1b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a11");
    private static final UserId ANN = UserId.of("7f0c2c0e-97c6-4a37-8a70-5a1c9d1be0a2");
    private static final UUID ID = UUID.fromString("55555555-5555-4555-8555-555555555555");

    private static final UUID CHANGE = UUID.fromString("66666666-6666-4666-8666-666666666666");

    private final NodeDouble node = new NodeDouble();
    private final Map<Sha256, byte[]> registry = new HashMap<>();
    private final SetClock clock = new SetClock();
    private final List<StateChange> news = new ArrayList<>();
    private final CommandApplier applier = new CommandApplier(
            node,
            node.components(),
            node.configurator(),
            node,
            (tenant, artifact) -> Optional.ofNullable(registry.get(artifact.digest())),
            NodeDouble.ID,
            clock,
            this::heard);

    private void heard(StateChange change) {
        news.add(change);
    }

    @Test
    void eachStateChangeIsReportedOnce() throws Exception {
        Artifact one = archive("orders/1");
        applier.begin(CHANGE, clock.now);
        apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "orders", one));
        apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "orders", one));
        apply(assembly(AssemblyManagementCommand.Action.SWITCH, "orders", archive("orders/2")));
        apply(assembly(AssemblyManagementCommand.Action.STOP, "orders", null));
        apply(assembly(AssemblyManagementCommand.Action.STOP, "orders", null));
        apply(component(ComponentManagementCommand.Action.INSTALL, "eip", archive("eip/1")));
        apply(component(ComponentManagementCommand.Action.STOP, "eip", null));
        apply(component(ComponentManagementCommand.Action.UNINSTALL, "eip", null));
        apply(new LinkManagementCommand(true, new ToPlain(ACME, new QName("a", "b"), "c")));
        apply(new TenantManagementCommand(ACME, TenantManagementCommand.Action.PURGE));
        apply(assembly(AssemblyManagementCommand.Action.START, "orders", null));

        assertThat(news)
                .extracting(change -> change.kind() + " " + change.name() + " "
                        + change.before().orElse("-") + " " + change.after() + " "
                        + change.cause().orElse("-"))
                .containsExactly(
                        "ASSEMBLY orders ABSENT STARTED DEPLOY",
                        "ASSEMBLY orders STARTED STARTED SWITCH",
                        "ASSEMBLY orders STARTED STOPPED STOP",
                        "COMPONENT eip ABSENT STARTED INSTALL",
                        "COMPONENT eip STARTED STOPPED STOP",
                        "COMPONENT eip STOPPED ABSENT UNINSTALL",
                        "ASSEMBLY orders STOPPED ABSENT PURGE");
        assertThat(news).allSatisfy(change -> {
            assertThat(change.operation()).contains(CHANGE);
            assertThat(change.node()).contains(NodeDouble.ID);
            assertThat(change.tenant())
                    .isEqualTo(change.kind() == Kind.ASSEMBLY ? Optional.of(ACME) : Optional.empty());
        });
    }

    @Test
    void aFailedCommandReportsItsStateChange() throws Exception {
        apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "orders", archive("orders/1")));
        news.clear();
        node.stuck.add("orders");

        assertThat(apply(assembly(AssemblyManagementCommand.Action.STOP, "orders", null))
                        .status())
                .isEqualTo(Status.FAILED);

        assertThat(news).extracting(StateChange::after).containsExactly("FAILED");
    }

    @Test
    void aFulfilledCommandIsSkipped() throws Exception {
        Artifact one = archive("orders/1");
        Artifact two = archive("orders/2");
        twice(assembly(AssemblyManagementCommand.Action.DEPLOY, "orders", one), "deploy orders");
        twice(assembly(AssemblyManagementCommand.Action.SWITCH, "orders", two), "switch orders");
        twice(assembly(AssemblyManagementCommand.Action.ROLLBACK, "orders", one), "rollback orders");
        twice(assembly(AssemblyManagementCommand.Action.UPDATE, "orders", two), "update orders");
        twice(assembly(AssemblyManagementCommand.Action.STOP, "orders", null), "STOPPED orders");
        twice(assembly(AssemblyManagementCommand.Action.SHUT_DOWN, "orders", null), "SHUTDOWN orders");
        twice(assembly(AssemblyManagementCommand.Action.START, "orders", null), "STARTED orders");
        twice(assembly(AssemblyManagementCommand.Action.UNDEPLOY, "orders", null), "undeploy orders");
        twice(component(ComponentManagementCommand.Action.INSTALL, "eip", archive("eip/1")), "install eip");
        twice(component(ComponentManagementCommand.Action.INSTALL, "lib-a", archive("lib-a/1")), "install lib-a");
        twice(component(ComponentManagementCommand.Action.STOP, "eip", null), "stop eip");
        twice(component(ComponentManagementCommand.Action.SHUT_DOWN, "eip", null), "shut down eip");
        twice(component(ComponentManagementCommand.Action.START, "eip", null), "start eip");
        twice(component(ComponentManagementCommand.Action.UNINSTALL, "eip", null), "uninstall eip");
        twice(component(ComponentManagementCommand.Action.UNINSTALL_LIBRARY, "lib-a", null), "uninstall lib-a");
        ToPlain link = new ToPlain(ACME, new QName("a", "b"), "c");
        twice(new LinkManagementCommand(true, link), "link");
        twice(new LinkManagementCommand(false, link), "unlink");
        assertThat(node.assemblies()).isEmpty();
        assertThat(node.links()).isEmpty();
    }

    private void twice(ManagementCommand command, String operation) throws Exception {
        node.done.clear();
        assertThat(apply(command).status()).isEqualTo(Status.DONE);
        assertThat(apply(command).status()).isEqualTo(Status.SKIPPED);
        assertThat(node.done).containsExactly(operation);
    }

    @Test
    void aNodeWithoutTheFormerVersionGetsTheNewOne() throws Exception {
        for (var action : List.of(
                AssemblyManagementCommand.Action.UPDATE,
                AssemblyManagementCommand.Action.SWITCH,
                AssemblyManagementCommand.Action.ROLLBACK)) {
            Artifact archive = archive(action + "/2");
            assertThat(apply(assembly(action, action.name(), archive)).status()).isEqualTo(Status.DONE);
            assertThat(node.find(ACME, action.name()).orElseThrow().digest())
                    .isEqualTo(archive.digest().hex());
        }
    }

    @Test
    void aRollbackFetchesAVersionMissingOnTheNode() throws Exception {
        apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "orders", archive("orders/1")));
        Artifact never = archive("orders/0");
        assertThat(apply(assembly(AssemblyManagementCommand.Action.ROLLBACK, "orders", never))
                        .status())
                .isEqualTo(Status.DONE);
        assertThat(node.find(ACME, "orders").orElseThrow().digest())
                .isEqualTo(never.digest().hex());
    }

    @Test
    void aNodeWithAFailedSwitchGetsTheRollbackVersionOfTheCluster() throws Exception {
        Artifact one = archive("orders/1");
        Artifact two = archive("orders/2");
        apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "orders", one));
        node.failures.put("orders", "it does not start here");
        fails(apply(version(AssemblyManagementCommand.Action.SWITCH, two, one)), "it does not start here");
        node.failures.clear();
        node.done.clear();

        // The cluster takes the switch back on the nodes that had applied it.
        AssemblyManagementCommand back = version(AssemblyManagementCommand.Action.ROLLBACK, one, two);
        assertThat(apply(back).status()).isEqualTo(Status.SKIPPED);

        assertThat(node.done).containsExactly("keep orders");
        assertThat(node.find(ACME, "orders").orElseThrow().digest())
                .isEqualTo(one.digest().hex());
        assertThat(node.find(ACME, "orders").orElseThrow().former())
                .contains(two.digest().hex());
        apply(back);
        assertThat(node.done).containsExactly("keep orders");
    }

    @Test
    void theRollbackVersionIsTheClustersDespiteAMissingVersion() throws Exception {
        Artifact one = archive("orders/1");
        Artifact two = archive("orders/2");
        Artifact three = archive("orders/3");
        apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "orders", one));

        // The second version failed here.
        assertThat(apply(version(AssemblyManagementCommand.Action.SWITCH, three, two))
                        .status())
                .isEqualTo(Status.DONE);

        assertThat(node.find(ACME, "orders").orElseThrow().former())
                .contains(two.digest().hex());
    }

    @Test
    void aResyncOfAStoppedAssemblyDoesNotStartIt() throws Exception {
        AssemblyManagementCommand update =
                assembly(AssemblyManagementCommand.Action.UPDATE, "orders", archive("orders/1"));
        AssemblyManagementCommand stop = assembly(AssemblyManagementCommand.Action.STOP, "orders", null);

        assertThat(apply(update, stop)).containsExactly(Status.DONE, Status.SKIPPED);
        assertThat(news).extracting(StateChange::after).containsExactly("STOPPED");
        apply(assembly(AssemblyManagementCommand.Action.UNDEPLOY, "orders", null));

        // A version runs that no change has brought here.
        apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "orders", archive("orders/0")));
        node.done.clear();
        news.clear();
        assertThat(apply(update, stop)).containsExactly(Status.DONE, Status.SKIPPED);
        assertThat(node.done).containsExactly("STOPPED orders", "update orders");
        assertThat(node.find(ACME, "orders").orElseThrow().state()).isEqualTo(DeployedAssembly.State.STOPPED);
        apply(assembly(AssemblyManagementCommand.Action.UNDEPLOY, "orders", null));

        assertThat(apply(update, assembly(AssemblyManagementCommand.Action.SHUT_DOWN, "orders", null)))
                .containsExactly(Status.DONE, Status.SKIPPED);
        apply(assembly(AssemblyManagementCommand.Action.UNDEPLOY, "orders", null));

        // The former version must not start, not even for a short time.
        apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "orders", archive("orders/0")));
        apply(assembly(AssemblyManagementCommand.Action.SHUT_DOWN, "orders", null));
        node.done.clear();
        assertThat(apply(update, stop)).containsExactly(Status.DONE, Status.DONE);
        assertThat(node.done).containsExactly("update orders", "STOPPED orders");
        apply(assembly(AssemblyManagementCommand.Action.UNDEPLOY, "orders", null));

        // A command for another assembly has no effect on the update.
        apply(update, assembly(AssemblyManagementCommand.Action.STOP, "bills", null));
        assertThat(node.find(ACME, "orders").orElseThrow().state()).isEqualTo(DeployedAssembly.State.STARTED);
    }

    @Test
    void anInvalidRollbackArchiveDoesNotPreventTheSwitch() throws Exception {
        Artifact one = archive("orders/1");
        Artifact gone = archive("orders/2");
        apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "orders", one));
        registry.put(gone.digest(), "orders/evil".getBytes(UTF_8));

        assertThat(apply(version(AssemblyManagementCommand.Action.SWITCH, archive("orders/3"), gone))
                        .status())
                .isEqualTo(Status.DONE);
        assertThat(node.find(ACME, "orders").orElseThrow().former())
                .contains(one.digest().hex());
    }

    @Test
    void aSwitchIsReportedAfterALateRollbackArchive() throws Exception {
        Artifact one = archive("orders/1");
        Artifact two = archive("orders/2");
        byte[] late = registry.remove(two.digest());
        apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "orders", one));
        news.clear();

        // The second version failed here, and the registry becomes unavailable.
        AssemblyManagementCommand third = version(AssemblyManagementCommand.Action.SWITCH, archive("orders/3"), two);
        assertThatExceptionOfType(ClusterUnavailableException.class).isThrownBy(() -> apply(third));
        registry.put(two.digest(), late);
        assertThat(apply(third).status()).isEqualTo(Status.DONE);

        assertThat(news)
                .extracting(change -> change.after() + " " + change.cause().orElse("-"))
                .containsExactly("STARTED SWITCH");
        assertThat(node.find(ACME, "orders").orElseThrow().former())
                .contains(two.digest().hex());
    }

    private static AssemblyManagementCommand version(
            AssemblyManagementCommand.Action action, Artifact artifact, Artifact former) {
        return new AssemblyManagementCommand(
                ACME, Optional.empty(), ID, "orders", 1, action, Optional.of(artifact), Optional.of(former));
    }

    @Test
    void aDeployDoesNotReplaceAnotherVersion() throws Exception {
        apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "orders", archive("orders/1")));
        Result result = apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "orders", archive("orders/2")));
        fails(result, "ALREADY_DEPLOYED: this node has another version of the assembly 'orders' already");
    }

    @Test
    void anAssemblyKeepsItsUserScope() throws Exception {
        Artifact archive = archive("orders/1");
        apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "orders", archive));
        AssemblyManagementCommand anns = new AssemblyManagementCommand(
                ACME, Optional.of(ANN), ID, "orders", 1, AssemblyManagementCommand.Action.DEPLOY, Optional.of(archive));
        fails(apply(anns), "ALREADY_DEPLOYED: this node has an assembly 'orders' that is the whole tenant's");
    }

    @Test
    void anotherTenantsAssemblyOfTheSameNameIsUntouched() throws Exception {
        Artifact archive = archive("orders/1");
        apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "orders", archive));
        AssemblyManagementCommand theirs = new AssemblyManagementCommand(
                GLOBEX, Optional.empty(), ID, "orders", 1, AssemblyManagementCommand.Action.UNDEPLOY, Optional.empty());
        assertThat(apply(theirs).status()).isEqualTo(Status.SKIPPED);
        assertThat(node.find(ACME, "orders")).isPresent();
    }

    @Test
    void absentAssembliesAndComponentsCannotBeStarted() throws Exception {
        fails(
                apply(assembly(AssemblyManagementCommand.Action.START, "orders", null)),
                "NO_SUCH_ASSEMBLY: this node has no assembly 'orders' of the tenant");
        fails(
                apply(component(ComponentManagementCommand.Action.STOP, "eip", null)),
                "NO_SUCH_COMPONENT: this node has no component 'eip'");
    }

    @Test
    void aFailedAssemblyIsNotReportedAsDone() throws Exception {
        apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "orders", archive("orders/1")));
        node.stuck.add("orders");
        for (AssemblyManagementCommand.Action action :
                List.of(AssemblyManagementCommand.Action.STOP, AssemblyManagementCommand.Action.START)) {
            fails(
                    apply(assembly(action, "orders", null)),
                    "UNIT_FAILED: the assembly 'orders' is FAILED on this node, not ");
        }
        assertThat(node.find(ACME, "orders").orElseThrow().state()).isEqualTo(DeployedAssembly.State.FAILED);

        node.stuck.clear();
        assertThat(apply(assembly(AssemblyManagementCommand.Action.STOP, "orders", null))
                        .status())
                .isEqualTo(Status.DONE);
        assertThat(apply(assembly(AssemblyManagementCommand.Action.STOP, "orders", null))
                        .status())
                .isEqualTo(Status.SKIPPED);
    }

    @Test
    void aChangedArchiveIsNotDeployed() throws Exception {
        Artifact archive = archive("orders/1");
        registry.put(archive.digest(), "orders/evil".getBytes(UTF_8));
        Result result = apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "orders", archive));
        fails(result, "INVALID_ARCHIVE: the archive in the service registry has the digest");
        assertThat(node.done).isEmpty();
        fails(apply(component(ComponentManagementCommand.Action.INSTALL, "orders", archive)), "INVALID_ARCHIVE");
        assertThat(node.done).isEmpty();
    }

    @Test
    void aMissingArchiveOfAnOldDecisionFailsAtOnce() throws Exception {
        Artifact gone = archive("gone/1");
        registry.remove(gone.digest());
        applier.begin(ID, clock.now.minus(Duration.ofMinutes(6)));

        fails(
                apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "gone", gone)),
                "INVALID_ARCHIVE: the archive " + gone.digest());
    }

    @Test
    void aMissingArchiveIsAwaitedForALimitedTime() throws Exception {
        Artifact late = archive("late/1");
        byte[] bytes = registry.remove(late.digest());
        AssemblyManagementCommand deploy = assembly(AssemblyManagementCommand.Action.DEPLOY, "late", late);
        assertThatExceptionOfType(ClusterUnavailableException.class).isThrownBy(() -> apply(deploy));
        clock.now = clock.now.plus(Archives.PATIENCE).minusMillis(1);
        assertThatExceptionOfType(ClusterUnavailableException.class).isThrownBy(() -> apply(deploy));
        clock.now = clock.now.plusMillis(1);
        fails(apply(deploy), "INVALID_ARCHIVE: the archive " + late.digest());

        // Once the archive was available, the time limit begins anew.
        registry.put(late.digest(), bytes);
        assertThat(apply(deploy).status()).isEqualTo(Status.DONE);
    }

    @Test
    void anInstallerOfAnotherComponentFails() throws Exception {
        fails(
                apply(component(ComponentManagementCommand.Action.INSTALL, "eip", archive("other/1"))),
                "the installer brought 'other' and not 'eip'");
    }

    @Test
    void aPurgeRemovesEverythingOfTheTenantAndNothingElse() throws Exception {
        ToPlain acmes = new ToPlain(ACME, new QName("a", "b"), "c");
        ToTenant globexs = new ToTenant("eip", GLOBEX, new QName("a", "b"), "c");
        apply(new LinkManagementCommand(true, acmes));
        apply(new LinkManagementCommand(true, globexs));
        apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "orders", archive("orders/1")));
        apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "stuck", archive("stuck/1")));
        apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "zebra", archive("zebra/1")));
        apply(new AssemblyManagementCommand(
                GLOBEX,
                Optional.empty(),
                ID,
                "orders",
                1,
                AssemblyManagementCommand.Action.DEPLOY,
                Optional.of(archive("orders/1"))));
        node.broken.add("stuck");
        TenantManagementCommand purge = new TenantManagementCommand(ACME, TenantManagementCommand.Action.PURGE);
        fails(apply(purge), "'stuck': stuck cannot be changed");
        assertThat(node.assemblies(ACME)).hasSize(1);
        node.broken.clear();
        assertThat(apply(purge).status()).isEqualTo(Status.DONE);
        assertThat(apply(purge).status()).isEqualTo(Status.SKIPPED);
        assertThat(node.assemblies(ACME)).isEmpty();
        assertThat(node.assemblies(GLOBEX)).hasSize(1);
        assertThat(node.links()).containsExactly(globexs);
    }

    @Test
    void everyFailureBecomesAnAnswer() throws Exception {
        node.broken.add("bad");
        fails(
                apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "bad", archive("bad/1"))),
                "UNIT_FAILED: bad cannot be changed");
        node.broken.add("!worse");
        fails(
                apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "worse", archive("worse/1"))),
                "INTERNAL: see the log of the node");
        node.broken.add("c");
        fails(
                apply(new LinkManagementCommand(true, new ToPlain(ACME, new QName("a", "b"), "c"))),
                "INTERNAL: see the log of the node");
    }

    @Test
    void settingsOfANodePrecedeSettingsOfTheCluster() throws Exception {
        UUID elsewhere = UUID.randomUUID();
        SettingsManagementCommand command = new SettingsManagementCommand(
                "http-bc",
                List.of(
                        new SettingsManagementCommand.Setting(Optional.empty(), "a", "1"),
                        new SettingsManagementCommand.Setting(Optional.empty(), "b", "1"),
                        new SettingsManagementCommand.Setting(Optional.of(NodeDouble.ID), "b", "2"),
                        new SettingsManagementCommand.Setting(Optional.of(elsewhere), "a", "3")));

        twice(command, "configure http-bc {a=1, b=2}");
        assertThat(node.configurator().configured())
                .extracting(Configured::decision)
                .containsExactly(command.digest());
        twice(new SettingsManagementCommand("http-bc", List.of()), "configure http-bc {}");
        fails(apply(new SettingsManagementCommand("eip", List.of())), "INVALID_SETTING");
    }

    @Test
    void anotherInstallerOfTheSameNameIsRefused() throws Exception {
        nodesOwn("eip/1");
        nodesOwn("lib-a/1");

        fails(
                apply(component(ComponentManagementCommand.Action.INSTALL, "eip", archive("eip/2"))),
                "ALREADY_DEPLOYED: this node has another component 'eip' already");
        fails(
                apply(component(ComponentManagementCommand.Action.INSTALL, "lib-a", archive("lib-a/2"))),
                "ALREADY_DEPLOYED: this node has another shared library 'lib-a' already");
        fails(
                apply(component(ComponentManagementCommand.Action.INSTALL, "http-bc", archive("http-bc/1"))),
                "the bus's own");
    }

    @Test
    void aNodesOwnComponentIsNotTheClustersOfThatName() throws Exception {
        nodesOwn("eip/own");
        nodesOwn("lib-a/own");
        Sha256 clusters = archive("eip/cluster").digest();
        String why = "is its own, from another installer than the cluster's (" + clusters + "), and stays as it is";

        for (ComponentManagementCommand.Action action : List.of(
                ComponentManagementCommand.Action.START,
                ComponentManagementCommand.Action.STOP,
                ComponentManagementCommand.Action.SHUT_DOWN)) {
            Result result =
                    apply(new ComponentManagementCommand("eip", action, Optional.empty(), Optional.of(clusters)));
            fails(result, "NO_SUCH_COMPONENT: the component 'eip' of this node " + why);
        }
        for (var gone : Map.of(
                        "eip",
                        ComponentManagementCommand.Action.UNINSTALL,
                        "lib-a",
                        ComponentManagementCommand.Action.UNINSTALL_LIBRARY)
                .entrySet()) {
            Result result = apply(new ComponentManagementCommand(
                    gone.getKey(), gone.getValue(), Optional.empty(), Optional.of(clusters)));
            assertThat(result.status()).isEqualTo(Status.SKIPPED);
            assertThat(result.message()).contains(why);
        }
        assertThat(node.done).isEmpty();

        Sha256 own = Sha256.of("eip/own".getBytes(UTF_8));
        apply(new ComponentManagementCommand(
                "eip", ComponentManagementCommand.Action.STOP, Optional.empty(), Optional.of(own)));
        apply(new ComponentManagementCommand(
                "eip", ComponentManagementCommand.Action.UNINSTALL, Optional.empty(), Optional.of(own)));
        assertThat(node.done).containsExactly("stop eip", "uninstall eip");
    }

    @Test
    void aLeftoverOfTheClusterIsUninstalledWithItsName() throws Exception {
        for (String name : List.of("eip", "lib-a")) {
            couldNotUninstall(name);
            ComponentManagementCommand.Action uninstall = name.equals("eip")
                    ? ComponentManagementCommand.Action.UNINSTALL
                    : ComponentManagementCommand.Action.UNINSTALL_LIBRARY;

            twice(
                    new ComponentManagementCommand(
                            name,
                            uninstall,
                            Optional.empty(),
                            Optional.of(archive(name + "/2").digest())),
                    "uninstall " + name);
        }
        assertThat(node.components().components())
                .extracting(DeployedComponent::name)
                .containsExactly("http-bc");
        assertThat(node.components().libraries()).isEmpty();
    }

    @Test
    void anInstallationReplacesALeftoverOfTheCluster() throws Exception {
        couldNotUninstall("eip");
        Artifact two = archive("eip/2");

        assertThat(apply(component(ComponentManagementCommand.Action.INSTALL, "eip", two))
                        .status())
                .isEqualTo(Status.DONE);

        assertThat(node.done).containsExactly("uninstall eip", "install eip");
        assertThat(node.components().components())
                .extracting(DeployedComponent::digest)
                .contains(Optional.of(two.digest().hex()));
    }

    @Test
    void aLeftoverStaysWhileItCannotBeReplaced() throws Exception {
        couldNotUninstall("eip");
        Artifact two = archive("eip/2");
        node.broken.add("eip");
        fails(apply(component(ComponentManagementCommand.Action.INSTALL, "eip", two)), "eip cannot be changed");
        node.broken.clear();
        registry.remove(two.digest());
        assertThatExceptionOfType(ClusterUnavailableException.class)
                .isThrownBy(() -> apply(component(ComponentManagementCommand.Action.INSTALL, "eip", two)));
        assertThat(node.done).isEmpty();
    }

    @Test
    void aComponentFromTheNodesFolderStaysTheNodes() throws Exception {
        couldNotUninstall("eip");
        node.hasFromFolder("eip");
        Artifact two = archive("eip/2");

        fails(apply(component(ComponentManagementCommand.Action.INSTALL, "eip", two)), "ALREADY_DEPLOYED");
        assertThat(apply(new ComponentManagementCommand(
                                "eip",
                                ComponentManagementCommand.Action.UNINSTALL,
                                Optional.empty(),
                                Optional.of(two.digest())))
                        .status())
                .isEqualTo(Status.SKIPPED);
        assertThat(node.done).isEmpty();
    }

    /** Installs a part with an installer that the registry does not have. */
    private void nodesOwn(String installer) throws Exception {
        node.components().install(new ByteArrayInputStream(installer.getBytes(UTF_8)));
        node.done.clear();
    }

    private void couldNotUninstall(String name) throws Exception {
        Artifact one = archive(name + "/1");
        apply(component(ComponentManagementCommand.Action.INSTALL, name, one));
        node.broken.add(name);
        ComponentManagementCommand.Action uninstall = name.startsWith("lib-")
                ? ComponentManagementCommand.Action.UNINSTALL_LIBRARY
                : ComponentManagementCommand.Action.UNINSTALL;
        fails(
                apply(new ComponentManagementCommand(name, uninstall, Optional.empty(), Optional.of(one.digest()))),
                "cannot be changed");
        node.broken.clear();
        node.done.clear();
    }

    @Test
    void aStopOfAFailedComponentLastsBeyondARestart() throws Exception {
        apply(component(ComponentManagementCommand.Action.INSTALL, "eip", archive("eip/1")));
        node.hasFailedToStart("eip");

        twice(component(ComponentManagementCommand.Action.STOP, "eip", null), "stop eip");
    }

    @Test
    void theComponentsFailureTextReachesTheAnswer() throws Exception {
        String sentence = "the unit in cannot be started: " + "why\n".repeat(480);
        node.failures.put("orders", sentence);

        Result result = apply(assembly(AssemblyManagementCommand.Action.DEPLOY, "orders", archive("orders/1")));

        assertThat(Failure.parse(result.message())).contains(new Failure(Reason.UNIT_FAILED, sentence));
        assertThat(result.message())
                .hasSize("UNIT_FAILED: ".length() + sentence.length())
                .doesNotContain("\n");
    }

    private static void fails(Result result, String message) {
        assertThat(result.status()).isEqualTo(Status.FAILED);
        assertThat(result.message()).contains(message);
    }

    private Result apply(ManagementCommand command) throws ClusterUnavailableException {
        return applier.apply(new ManagementOperation(ID, command), Optional.empty());
    }

    /** Applies two commands as one request. */
    private List<Status> apply(ManagementCommand first, ManagementCommand second) throws ClusterUnavailableException {
        ManagementOperation then = new ManagementOperation(ID, second);
        return List.of(
                applier.apply(new ManagementOperation(ID, first), Optional.of(then))
                        .status(),
                applier.apply(then, Optional.empty()).status());
    }

    private Artifact archive(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        Artifact artifact = new Artifact(Sha256.of(bytes), bytes.length);
        registry.put(artifact.digest(), bytes);
        return artifact;
    }

    private static AssemblyManagementCommand assembly(
            AssemblyManagementCommand.Action action, String name, Artifact artifact) {
        return new AssemblyManagementCommand(
                ACME, Optional.empty(), ID, name, 1, action, Optional.ofNullable(artifact));
    }

    private static ComponentManagementCommand component(
            ComponentManagementCommand.Action action, String name, Artifact artifact) {
        return new ComponentManagementCommand(name, action, Optional.ofNullable(artifact), Optional.empty());
    }

    /** A clock with a settable time. */
    private static final class SetClock extends Clock {
        private Instant now = Instant.parse("2026-11-22T10:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
