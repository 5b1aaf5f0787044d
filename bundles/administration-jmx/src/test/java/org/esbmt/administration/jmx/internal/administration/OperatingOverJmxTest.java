package org.esbmt.administration.jmx.internal.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ResyncView;
import org.esbmt.administration.api.command.NodeCommand.Resync;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.esbmt.administration.jmx.internal.notification.InDoubtAlarm;
import org.esbmt.administration.testing.InMemoryOperations;
import org.esbmt.transaction.api.InDoubtBranch;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.TransactionId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes, operations and transactions, called as the user of the connector. */
class OperatingOverJmxTest {
    private static final String STRING = String.class.getName();
    private static final String HERE = InMemoryOperations.HERE.toString();

    private final InMemoryOperations operations = new InMemoryOperations();
    private final List<String> resynced = new ArrayList<>();
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
        operations.commands().on(Resync.class, (by, c) -> {
            resynced.add(by + " " + c.tenant() + " " + c.assembly().orElse("all"));
            return new ResyncView(by.operation().orElse(InMemoryOperations.DEPLOYED), 1);
        });
        new ClusterRegistration(beans, operations.commands(), operations, operations);
        beans.register(
                () -> TransactionsRegistration.bean(operations.commands(), operations, alarm),
                PublishedMBean.TRANSACTIONS.objectName());
        cluster = new ObjectName(PublishedMBean.CLUSTER.objectName());
        transactions = new ObjectName(PublishedMBean.TRANSACTIONS.objectName());
    }

    @Test
    void nodesAreListedDrainedAndRemoved() throws Exception {
        UUID id = new UUID(9, 9);
        CompositeData page = (CompositeData)
                asAda(() -> server.invoke(cluster, "listNodes", new Object[] {0, 10}, new String[] {"int", "int"}));
        CompositeData[] nodes = (CompositeData[]) page.get("nodes");
        assertThat(page.get("total")).isEqualTo(2L);
        assertThat(nodes[0].get("here")).isEqualTo(true);
        assertThat(nodes[1].get("silent")).isEqualTo(true);
        assertThat(nodes[1].get("differs")).isEqualTo(true);
        assertThat(nodes[1].get("lag")).isEqualTo(2L);
        assertThat(operations.commands().lastBy()).contains(new Administrator("ada", "jmx"));

        assertThatThrownBy(() -> remove(HERE, false))
                .hasRootCauseMessage("CONFLICT: node " + HERE + " is UP: drain it first");
        assertThat(((CompositeData) asAda(() -> server.invoke(
                                cluster, "drainNode", new Object[] {HERE, id.toString()}, new String[] {STRING, STRING
                                })))
                        .get("state"))
                .isEqualTo("DRAINING");
        assertThat(operations.commands().lastBy()).contains(new Administrator("ada", "jmx").asking(id));
        assertThat(remove(HERE, false).get("state")).isEqualTo("LEFT");
        assertThatThrownBy(() -> remove("one.example", true))
                .hasStackTraceContaining("INVALID: nodeId is a UUID, not 'one.example'");
    }

    @Test
    void deployedAssembliesAreSentToTheNodesAgain() throws Exception {
        String tenant = new UUID(1, 1).toString();
        String operation = new UUID(9, 9).toString();

        assertThat(asAda(() -> resync(tenant, "orders", operation))).isEqualTo(operation);
        assertThat(asAda(() -> resync(tenant, "", ""))).isEqualTo(InMemoryOperations.DEPLOYED.toString());

        assertThat(resynced).containsExactly("ada (jmx) " + tenant + " orders", "ada (jmx) " + tenant + " all");
        assertThatThrownBy(() -> asAda(() -> resync("acme", "", ""))).hasStackTraceContaining("INVALID: ");
    }

    private Object resync(String tenant, String assembly, String operation) throws Exception {
        return server.invoke(
                cluster, "resync", new Object[] {tenant, assembly, operation}, new String[] {STRING, STRING, STRING});
    }

    @Test
    void theOutcomeOfAnOperationIsShown() throws Exception {
        CompositeData shown = show(InMemoryOperations.DEPLOYED.toString(), 7);

        assertThat(shown.get("state")).isEqualTo("PENDING");
        assertThat(shown.get("by")).isEqualTo("acme/boss");
        assertThat((String[]) shown.get("waiting")).containsExactly(InMemoryOperations.OTHER.toString());
        assertThat(shown.get("answers").toString()).contains("FAILED: no room");
        assertThat(operations.lastWait()).isEqualTo(Duration.ofSeconds(7));
        assertThatThrownBy(() -> show(HERE, 0)).hasStackTraceContaining("NOT_FOUND: ");
        CompositeData page = (CompositeData) asAda(
                () -> server.invoke(cluster, "listOperations", new Object[] {0, 10}, new String[] {"int", "int"}));
        assertThat(((CompositeData[]) page.get("operations"))[0].get("operationId"))
                .isEqualTo(InMemoryOperations.DEPLOYED.toString());
    }

    @Test
    void theProgressOfABatchIsShownBeforeTheDecision() throws Exception {
        CompositeData[] batches = (CompositeData[])
                asAda(() -> server.invoke(cluster, "listBatchesUnderWay", new Object[0], new String[0]));

        assertThat(batches).singleElement().satisfies(batch -> {
            assertThat(batch.get("operationId")).isEqualTo(InMemoryOperations.OTHER.toString());
            assertThat(batch.get("by")).isEqualTo("acme/boss");
            assertThat(batch.get("tenantId")).isEqualTo(HERE);
            assertThat(batch.get("dryRun")).isEqualTo(true);
            assertThat(batch.get("phase")).isEqualTo("MAKING");
            assertThat(batch.get("done")).isEqualTo(3);
            assertThat(batch.get("steps")).isEqualTo(12);
            assertThat(batch.get("since")).isEqualTo("1970-01-01T00:00:00Z");
        });
        assertThat(operations.commands().lastBy()).contains(new Administrator("ada", "jmx"));
    }

    @Test
    void transactionsAreReadRetiredAndForgotten() throws Exception {
        assertThat(attribute("RecoveryPhase")).isEqualTo("GATED");
        assertThat((String[]) attribute("MissingResources")).containsExactly("old.database");
        assertThat((String[]) attribute("Problems")).containsExactly("it is away");
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
        assertThat(operations.commands().lastBy()).isEmpty();
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
        assertThat(server.getMBeanInfo(cluster).getOperations()).hasSize(7).allSatisfy(operation -> {
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
