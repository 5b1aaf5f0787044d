package org.esbmt.administration.jmx.internal.administration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.Notification;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.security.auth.Subject;
import javax.xml.namespace.QName;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.TransactionOversight;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.LinkCommand.CreateLink;
import org.esbmt.administration.api.command.NodeCommand.Resync;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.ResumeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.internal.harness.LoggedCluster;
import org.esbmt.administration.internal.harness.OneNode;
import org.esbmt.administration.internal.harness.PublishedServices;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.esbmt.administration.jmx.internal.notification.InDoubtAlarm;
import org.esbmt.registry.api.configuration.Acknowledgement;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.transaction.api.InDoubtBranch;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.TransactionId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes, operations and transactions, called as the user of the connector. */
class OperatingOverJmxTest {
    private static final String STRING = String.class.getName();
    private static final String HERE = OneNode.HERE.toString();
    private static final Administrator ADA = new Administrator("ada", "jmx");
    private static final Administrator BOSS = new Administrator("acme/boss", "test");

    @TempDir
    Path data;

    private PublishedServices services;
    private TenantId acme;
    private final List<InDoubtBranch> inDoubt = new ArrayList<>();
    private final AtomicBoolean known = new AtomicBoolean(true);
    private final List<String> states = new ArrayList<>();
    private final InDoubtAlarm alarm = new InDoubtAlarm(
            () -> known.get() ? Optional.of(inDoubt) : Optional.empty(),
            (branch, state) -> states.add(branch + " " + state));
    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private ObjectName cluster;
    private ObjectName transactions;

    @BeforeEach
    void register() throws Exception {
        BusMBeans beans = new BusMBeans(server);
        services = new PublishedServices(data, "ada");
        Administration administration = services.of(Administration.class);
        acme = services.bus
                .execute(ADA, new CreateTenant("acme", "Acme", "boss", TestBus.password("acme's long password")))
                .tenant()
                .id();
        new ClusterRegistration(
                beans, administration, services.withSilentNodes(), services.of(OperationAdministration.class));
        beans.register(
                () -> TransactionsRegistration.bean(administration, services.of(TransactionOversight.class), alarm),
                PublishedMBean.TRANSACTIONS.objectName());
        cluster = new ObjectName(PublishedMBean.CLUSTER.objectName());
        transactions = new ObjectName(PublishedMBean.TRANSACTIONS.objectName());
    }

    @Test
    void nodesAreListedDrainedAndRemoved() throws Exception {
        UUID id = new UUID(9, 9);
        LoggedCluster ours = new LoggedCluster(services.bus, "ours").administered();
        InstanceId one = ours.join("one.example");
        InstanceId two = ours.join("two.example");
        services.moveTo(one);
        ours.observed(one, 0, "orders");
        ours.observed(two, 0, "stock");

        assertThat(node(one).get("here")).isEqualTo(true);
        assertThat(node(one).get("silent")).isEqualTo(false);
        assertThat(node(two).get("here")).isEqualTo(false);
        assertThat(node(two).get("silent")).isEqualTo(true);
        assertThat(node(two).get("differs")).isEqualTo(true);
        assertThat(services.lastBy()).contains(ADA);
        deploy("orders", UUID.randomUUID());
        deploy("stock", UUID.randomUUID());
        ours.observed(one, 2, "both");
        assertThat(node(one).get("lag")).isEqualTo(0L);
        assertThat(node(two).get("lag")).isEqualTo(2L);

        String here = one.toString();
        assertThatThrownBy(() -> remove(here, false))
                .hasStackTraceContaining("CONFLICT: node " + here + " is UP")
                .hasStackTraceContaining("drain it first");
        assertThat(((CompositeData) asAda(() -> server.invoke(
                                cluster, "drainNode", new Object[] {here, id.toString()}, new String[] {STRING, STRING
                                })))
                        .get("state"))
                .isEqualTo("DRAINING");
        assertThat(services.lastBy()).contains(ADA.asking(id));
        assertThat(remove(here, false).get("state")).isEqualTo("LEFT");
        assertThatThrownBy(() -> remove("one.example", true))
                .hasStackTraceContaining("INVALID: nodeId is a UUID, not 'one.example'");
    }

    private CompositeData node(InstanceId id) throws Exception {
        CompositeData page = (CompositeData)
                asAda(() -> server.invoke(cluster, "listNodes", new Object[] {0, 10}, new String[] {"int", "int"}));
        assertThat(page.get("total")).isEqualTo(2L);
        return Arrays.stream((CompositeData[]) page.get("nodes"))
                .filter(node -> node.get("nodeId").equals(id.toString()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void deployedAssembliesAreSentToTheNodesAgain() throws Exception {
        String tenant = acme.toString();
        String operation = new UUID(9, 9).toString();
        deploy("orders", UUID.randomUUID());

        assertThat(asAda(() -> resync(tenant, "orders", operation))).isEqualTo(operation);
        assertThat(services.bus.node.published()).containsKey(UUID.fromString(operation));
        String another = (String) asAda(() -> resync(tenant, "", ""));
        assertThat(services.bus.node.published()).containsKey(UUID.fromString(another));

        assertThat(services.lastBy()).contains(ADA);
        assertThat(services.given(Resync.class))
                .containsExactly(new Resync(acme, Optional.of("orders")), new Resync(acme, Optional.empty()));
        assertThatThrownBy(() -> asAda(() -> resync("acme", "", ""))).hasStackTraceContaining("INVALID: ");
    }

    private Object resync(String tenant, String assembly, String operation) throws Exception {
        return server.invoke(
                cluster, "resync", new Object[] {tenant, assembly, operation}, new String[] {STRING, STRING, STRING});
    }

    @Test
    void theOutcomeOfAnOperationIsShown() throws Exception {
        LoggedCluster ours = new LoggedCluster(services.bus, "ours").administered();
        InstanceId one = ours.join("one.example");
        InstanceId two = ours.join("two.example");
        UUID deployed = UUID.randomUUID();
        deploy("orders", deployed);
        ours.answer(deployed, one, Acknowledgement.failed("no room", LoggedCluster.digest("nothing")));

        CompositeData shown = show(deployed.toString(), 1);

        assertThat(shown.get("state")).isEqualTo("PENDING");
        assertThat(shown.get("by")).isEqualTo("acme/boss");
        assertThat((String[]) shown.get("waiting")).containsExactly(two.toString());
        assertThat(shown.get("answers").toString()).contains("FAILED: no room");
        assertThat(services.given(Duration.class)).containsExactly(Duration.ofSeconds(1));
        assertThatThrownBy(() -> show(HERE, 0)).hasStackTraceContaining("NOT_FOUND: ");
        CompositeData page = (CompositeData) asAda(
                () -> server.invoke(cluster, "listOperations", new Object[] {0, 10}, new String[] {"int", "int"}));
        assertThat(((CompositeData[]) page.get("operations"))[0].get("operationId"))
                .isEqualTo(deployed.toString());
    }

    @Test
    void theProgressOfABatchIsShownBeforeTheDecision() throws Exception {
        UUID id = UUID.randomUUID();
        List<CompositeData> seen = new CopyOnWriteArrayList<>();
        services.bus.deployer.whenChecking(() -> seen.addAll(List.of(underWay())));
        DeployAssembly deploy = new DeployAssembly(acme, Optional.empty(), Content.of("orders".getBytes(UTF_8)));
        DeployAssembly other = new DeployAssembly(acme, Optional.empty(), Content.of("stock".getBytes(UTF_8)));
        Instant before = Instant.now();

        services.bus.batches.dryRun(BOSS.asking(id), TestBus.batch(deploy, other));

        assertThat(seen).hasSize(2).allSatisfy(batch -> {
            assertThat(batch.get("operationId")).isEqualTo(id.toString());
            assertThat(batch.get("by")).isEqualTo("acme/boss");
            assertThat(batch.get("tenantId")).isEqualTo(acme.toString());
            assertThat(batch.get("dryRun")).isEqualTo(true);
            assertThat(batch.get("phase")).isEqualTo("CHECKING");
            assertThat(batch.get("done")).isIn(0, 1); // the archives are checked concurrently
            assertThat(batch.get("steps")).isEqualTo(2);
            assertThat(Instant.parse((String) batch.get("since"))).isBetween(before, Instant.now());
        });
        assertThat(services.lastBy()).contains(ADA);
        assertThat(underWay()).isEmpty();
    }

    @Test
    void theStepsOfABatchAreCountedBeforeTheDecision() throws Exception {
        List<CompositeData> seen = new ArrayList<>();
        services.bus.links.whenLookedAt(() -> seen.addAll(List.of(underWay())));
        TenantRef known = new TenantRef.Known(acme);

        services.bus.batches.submit(
                ADA.asking(UUID.randomUUID()),
                TestBus.batch(
                        new SuspendTenant(known),
                        new ResumeTenant(known),
                        new CreateLink(known, Optional.empty(), new QName("urn:old", "Archive"), "endpoint")));

        assertThat(seen).singleElement().satisfies(batch -> {
            assertThat(batch.get("tenantId")).isEqualTo("");
            assertThat(batch.get("dryRun")).isEqualTo(false);
            assertThat(batch.get("phase")).isEqualTo("MAKING");
            assertThat(batch.get("done")).isEqualTo(2);
            assertThat(batch.get("steps")).isEqualTo(3);
        });
    }

    private CompositeData[] underWay() {
        try {
            return (CompositeData[])
                    asAda(() -> server.invoke(cluster, "listBatchesUnderWay", new Object[0], new String[0]));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private void deploy(String assembly, UUID operation) throws Exception {
        services.bus.execute(
                BOSS.asking(operation),
                new DeployAssembly(acme, Optional.empty(), Content.of(assembly.getBytes(UTF_8))));
    }

    @Test
    void transactionsAreReadRetiredAndForgotten() throws Exception {
        assertThat(attribute("RecoveryPhase")).isEqualTo("GATED");
        assertThat((String[]) attribute("MissingResources")).containsExactly("old.database");
        assertThat((String[]) attribute("Problems")).containsExactly("it cannot be asked");
        assertThat(((CompositeData[]) attribute("Resources"))[1].get("registered"))
                .isEqualTo(false);
        assertThat(((CompositeData[]) attribute("InDoubt"))[0].get("alarm")).isEqualTo(true);
        assertThat(((CompositeData[]) attribute("Heuristics"))[0].get("committed"))
                .isEqualTo(true);

        assertThatThrownBy(() -> two("retire", "old.database", "old"))
                .hasStackTraceContaining("INVALID: the confirmation is not the name");
        two("retire", "old.database", "old.database");
        two("forget", "node1.7", "broker");
        assertThat(asAda(() -> server.invoke(transactions, "recover", null, null)))
                .isEqualTo("DONE");
        assertThat(attribute("LastRecovery")).isEqualTo("1970-01-01T00:00:00Z");
    }

    @Test
    void anAttributeIsNotReadWithoutALogin() {
        assertThatThrownBy(() -> server.getAttribute(transactions, "InDoubt"))
                .hasStackTraceContaining("nobody is logged in");
        assertThat(services.lastBy()).isEmpty();
    }

    @Test
    void anAlarmIsSentOnceForEachLateBranch() throws Exception {
        List<Notification> heard = new CopyOnWriteArrayList<>();
        server.addNotificationListener(transactions, (notification, handback) -> heard.add(notification), null, null);
        inDoubt.add(branch("node1.1", false));
        alarm.look();
        assertThat(heard).isEmpty();

        inDoubt.set(0, branch("node1.1", true));
        alarm.look();
        alarm.look();
        assertThat(heard).singleElement().satisfies(n -> {
            assertThat(n.getType()).isEqualTo(InDoubtAlarm.ALARM);
            assertThat(n.getMessage()).contains("node1.1", "broker", "it is away");
        });

        inDoubt.add(branch("node1.2", true));
        alarm.look();
        assertThat(heard).hasSize(2);

        inDoubt.clear();
        known.set(false); // unknown branches do not count as ended
        alarm.look();
        assertThat(states).containsExactly("node1.1 at broker IN_DOUBT", "node1.2 at broker IN_DOUBT");
        known.set(true);
        alarm.look();
        assertThat(states)
                .hasSize(4)
                .contains("node1.1 at broker ENDED", "node1.2 at broker ENDED")
                .containsOnlyOnce("node1.1 at broker IN_DOUBT");
        inDoubt.add(branch("node1.2", true));
        alarm.look();
        assertThat(heard).hasSize(3);
    }

    @Test
    void operationsAndParametersAreDescribed() throws Exception {
        assertThat(server.getMBeanInfo(cluster).getOperations()).hasSize(8).allSatisfy(operation -> {
            assertThat(operation.getDescription()).endsWith(".");
            assertThat(operation.getSignature())
                    .allSatisfy(p -> assertThat(p.getName()).doesNotMatch("p\\d"));
        });
        assertThat(server.getMBeanInfo(transactions).getNotifications()).hasSize(1);
    }

    private static InDoubtBranch branch(String transaction, boolean alarm) {
        return new InDoubtBranch(
                new TransactionId(transaction),
                new ResourceName("broker"),
                Instant.EPOCH,
                InDoubtBranch.Outcome.COMMIT,
                alarm,
                Optional.of("it is away"));
    }

    private CompositeData remove(String node, boolean forced) throws Exception {
        return (CompositeData) asAda(() -> server.invoke(
                cluster, "removeNode", new Object[] {node, forced, ""}, new String[] {STRING, "boolean", STRING}));
    }

    private CompositeData show(String operation, int seconds) throws Exception {
        return (CompositeData) asAda(() -> server.invoke(
                cluster, "showOperation", new Object[] {operation, seconds}, new String[] {STRING, "int"}));
    }

    private Object attribute(String name) throws Exception {
        return asAda(() -> server.getAttribute(transactions, name));
    }

    private void two(String operation, String first, String second) throws Exception {
        asAda(() ->
                server.invoke(transactions, operation, new Object[] {first, second}, new String[] {STRING, STRING}));
    }

    private static Object asAda(PrivilegedExceptionAction<Object> action) throws Exception {
        Subject ada = new Subject();
        ada.getPrincipals().add(new UserPrincipal("ada"));
        try {
            return Subject.doAs(ada, action);
        } catch (PrivilegedActionException e) {
            throw e.getException();
        }
    }
}
