package org.esbmt.administration.jmx.internal.connector;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServer;
import javax.management.MBeanServerConnection;
import javax.management.MBeanServerFactory;
import javax.management.Notification;
import javax.management.NotificationFilter;
import javax.management.NotificationFilterSupport;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnectionNotification;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import javax.security.auth.Subject;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.core.ConditionFactory;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperatorLogin.Admitted;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.StateChangeAccess;
import org.esbmt.administration.api.StateChangeAccess.ObjectKind;
import org.esbmt.administration.api.StateChangeAccess.VisibleChanges;
import org.esbmt.administration.api.TransactionOversight;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.jmx.internal.administration.AllMBeans;
import org.esbmt.administration.jmx.internal.administration.TransactionsRegistration;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.esbmt.administration.jmx.internal.notification.Broadcast;
import org.esbmt.administration.jmx.internal.notification.ChangeFeed;
import org.esbmt.administration.jmx.internal.notification.InDoubtAlarm;
import org.esbmt.administration.jmx.internal.notification.NotificationSubscription;
import org.esbmt.administration.jmx.internal.notification.NotificationSubscriptions;
import org.esbmt.administration.jmx.internal.notification.NotificationsRegistration;
import org.esbmt.administration.jmx.internal.notification.StateNotifications;
import org.esbmt.management.api.event.StateChange;
import org.esbmt.management.api.event.StateChange.Kind;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.FreePorts;
import org.esbmt.transaction.api.InDoubtBranch;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.TransactionId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Users of two tenants listen at the tenants' connector, and try to get notifications of others. */
@Timeout(120)
class TenantJmxNotificationsTest {
    private static final TenantId ACME = new TenantId(new UUID(1, 1));
    private static final TenantId GLOBEX = new TenantId(new UUID(2, 2));
    private static final UUID NODE = new UUID(3, 3);
    private static final Set<ObjectKind> OF_TENANTS =
            EnumSet.of(ObjectKind.OPERATION, ObjectKind.TENANT, ObjectKind.ASSEMBLY);

    private final Map<String, VisibleChanges> visible = new ConcurrentHashMap<>(Map.of(
            "acme/boss", new VisibleChanges(Optional.of(ACME), OF_TENANTS),
            "acme/user", new VisibleChanges(Optional.of(ACME), EnumSet.of(ObjectKind.TENANT)),
            "globex/boss", new VisibleChanges(Optional.of(GLOBEX), OF_TENANTS),
            "sre", new VisibleChanges(Optional.empty(), EnumSet.allOf(ObjectKind.class))));
    /** The users who see only some parts. */
    private final Map<String, Set<Part>> parts = Map.of("acme/user", EnumSet.of(Part.TENANTS, Part.NOTIFICATIONS));

    /** The credential of every user. */
    private final AtomicLong credential = new AtomicLong(1);

    private final AtomicBoolean registryAway = new AtomicBoolean();

    private final StateChangeAccess access = by -> {
        if (registryAway.get()) {
            return Optional.empty();
        }
        return Optional.of(
                by.credential().equals(OptionalLong.of(credential.get()))
                        ? visible.getOrDefault(by.login(), VisibleChanges.none())
                        : VisibleChanges.none());
    };
    private final MBeanServer platform = MBeanServerFactory.newMBeanServer();
    private final ChangeFeed feed = new ChangeFeed();
    private final NotificationSubscriptions subscriptions = new NotificationSubscriptions(access);
    private final List<JMXConnector> connectors = new ArrayList<>();
    private NotificationsRegistration registration;
    private TenantJmxConnector opened;

    @BeforeEach
    void open() throws Exception {
        BusMBeans beans = new BusMBeans(platform);
        registration = new NotificationsRegistration(beans, feed);
        beans.register(
                () -> TransactionsRegistration.bean(
                        AllMBeans.nothing(Administration.class),
                        AllMBeans.nothing(TransactionOversight.class),
                        new InDoubtAlarm(Optional::empty, (branch, state) -> {})),
                PublishedMBean.TRANSACTIONS.objectName());
        feed.add(subscriptions);
        opened = TenantJmxConnector.open(
                beans.own(),
                (from, login, password) -> Optional.of(new Admitted(login, credential.get())),
                subscriptions,
                new MBeanVisibility(by -> Optional.of(parts.getOrDefault(by.login(), EnumSet.allOf(Part.class)))),
                TenantJmxSockets.of(
                        "127.0.0.1",
                        "",
                        "",
                        new TenantJmxLimits(64, 64, Duration.ofSeconds(10), Duration.ofSeconds(120))),
                "127.0.0.1",
                FreePorts.next());
    }

    @AfterEach
    void close() throws Exception {
        for (JMXConnector connector : connectors) {
            connector.close();
        }
        soon().until(() -> subscriptions.open() == 0);
        registration.unregister();
        opened.close();
    }

    @Test
    void eachTenantGetsOnlyItsOwnNotificationsAndSequenceNumbers() throws Exception {
        List<Notification> boss = listen("acme/boss");
        List<Notification> user = listen("acme/user");
        List<Notification> stranger = listen("globex/boss");
        List<Notification> sre = listen("sre");

        for (int i = 0; i < 3; i++) {
            feed.changed(change(Kind.ASSEMBLY, "orders" + i, ACME));
            feed.changed(change(Kind.ASSEMBLY, "bills" + i, GLOBEX));
            feed.changed(change(Kind.NODE, "node" + i, null));
            feed.changed(change(Kind.OPERATION, "install" + i, null));
        }
        feed.changed(change(Kind.TENANT, "acme", ACME));

        soon().until(() -> names(sre).size() == 13 && names(boss).size() == 4);
        soon().until(() -> names(stranger).size() == 3 && names(user).size() == 1);
        assertThat(names(boss)).containsExactly("orders0", "orders1", "orders2", "acme");
        assertThat(boss).extracting(Notification::getSequenceNumber).containsExactly(1L, 2L, 3L, 4L);
        assertThat(names(stranger)).containsExactly("bills0", "bills1", "bills2");
        assertThat(names(user)).containsExactly("acme");
        assertThat(names(sre)).contains("orders0", "bills0", "node0", "install0");
    }

    @Test
    void aNotificationHasItsChangeInOpenTypes() throws Exception {
        List<Notification> boss = listen("acme/boss");
        UUID operation = UUID.randomUUID();
        Instant at = Instant.parse("2026-11-22T10:00:00.123Z");
        feed.changed(new StateChange(
                Kind.ASSEMBLY,
                "orders",
                Optional.of(ACME),
                Optional.of("STARTED"),
                "STOPPED",
                Optional.of("STOP"),
                Optional.of(operation),
                Optional.of(NODE),
                at));

        soon().until(() -> boss.size() == 1);
        Notification heard = boss.get(0);
        assertThat(heard.getType()).isEqualTo("esbmt.assembly.state");
        assertThat(heard.getSource()).isEqualTo(source());
        assertThat(heard.getTimeStamp()).isEqualTo(at.toEpochMilli());
        assertThat(heard.getMessage()).isEqualTo("assembly orders is STOPPED, and was STARTED");
        CompositeData data = (CompositeData) heard.getUserData();
        assertThat(data.getAll(new String[] {"name", "tenantId", "nodeId", "before", "after", "cause", "operation"}))
                .containsExactly(
                        "orders", ACME.toString(), NODE.toString(), "STARTED", "STOPPED", "STOP", operation.toString());
        assertThat(connect("acme/boss").getMBeanInfo(source()).getNotifications())
                .flatExtracting(info -> List.of(info.getNotifTypes()))
                .containsExactly(
                        "esbmt.operation.state",
                        "esbmt.tenant.state",
                        "esbmt.assembly.state",
                        "esbmt.component.state",
                        "esbmt.node.state",
                        "esbmt.transaction.state");
    }

    /**
     * The table of roles decides the access to transactions. Here each user has the given permissions, and no tenant's user
     * receives transactions.
     */
    @Test
    void aTransactionInDoubtIsSentToReadersOfTransactionsAndToNoTenant() throws Exception {
        visible.put("auditor", new VisibleChanges(Optional.empty(), EnumSet.of(ObjectKind.TRANSACTION)));
        visible.put(
                "clerk",
                new VisibleChanges(Optional.empty(), EnumSet.complementOf(EnumSet.of(ObjectKind.TRANSACTION))));
        // The permission alone does not suffice, since no tenant receives the installation's changes.
        visible.put("acme/boss", new VisibleChanges(Optional.of(ACME), EnumSet.allOf(ObjectKind.class)));
        List<Notification> sre = listen("sre");
        List<Notification> auditor = listen("auditor");
        List<Notification> clerk = listen("clerk");
        List<Notification> boss = listen("acme/boss");
        List<InDoubtBranch> inDoubt = new CopyOnWriteArrayList<>(List.of(new InDoubtBranch(
                new TransactionId("node1.7"),
                new ResourceName("broker"),
                Instant.EPOCH,
                InDoubtBranch.Outcome.COMMIT,
                true,
                Optional.of("it is away"))));
        InDoubtAlarm alarm = new InDoubtAlarm(
                () -> Optional.of(inDoubt),
                (branch, state) -> feed.changed(TransactionsRegistration.of(branch, state, Optional.of(NODE))));

        alarm.look();
        alarm.look();
        inDoubt.clear();
        alarm.look();
        feed.changed(change(Kind.NODE, "node", null));
        feed.changed(change(Kind.TENANT, "acme", ACME));

        soon().until(() -> names(sre).contains("acme") && names(boss).contains("acme"));
        soon().until(() -> names(clerk).contains("acme") && auditor.size() == 2);
        assertThat(auditor).extracting(Notification::getType).containsOnly("esbmt.transaction.state");
        assertThat(auditor)
                .extracting(Notification::getMessage)
                .containsExactly("transaction node1.7 at broker is IN_DOUBT", "transaction node1.7 at broker is ENDED");
        assertThat(names(sre)).containsExactly("node1.7 at broker", "node1.7 at broker", "node", "acme");
        assertThat(names(clerk)).containsExactly("node", "acme");
        assertThat(names(boss)).containsExactly("acme");
        assertThat(boss).extracting(Notification::getSequenceNumber).containsExactly(1L);
    }

    @Test
    void noOtherMBeanAcceptsListeners() throws Exception {
        MBeanServerConnection boss = connect("acme/boss");
        NotificationListener listener = (notification, handback) -> {};
        ObjectName transactions = new ObjectName(PublishedMBean.TRANSACTIONS.objectName());
        refused(() -> boss.addNotificationListener(transactions, listener, null, null));
        for (String other : List.of(
                "org.esbmt:type=Notifications,tenant=" + GLOBEX,
                "org.esbmt:type=*",
                "*:*",
                "JMImplementation:type=MBeanServerDelegate",
                "java.lang:type=Memory")) {
            assertThatThrownBy(() -> boss.addNotificationListener(new ObjectName(other), listener, null, null))
                    .as(other)
                    .isInstanceOf(InstanceNotFoundException.class);
        }
        refused(() -> boss.addNotificationListener(source(), transactions, null, null));
        refused(() -> boss.removeNotificationListener(source(), transactions));
        MBeanServerConnection user = connect("acme/user");
        assertThatThrownBy(() -> user.addNotificationListener(transactions, listener, null, null))
                .as("parts without a permitted operation are hidden")
                .isInstanceOf(InstanceNotFoundException.class);
        assertThat(subscriptions.open()).isZero();
    }

    @Test
    void aUserWithoutNotificationsIsRefused() throws Exception {
        MBeanServerConnection nobody = connect("acme/gone");
        refused(() -> nobody.addNotificationListener(source(), (notification, handback) -> {}, null, null));
        // A tenant's user with the permissions of the installation.
        visible.put("acme/odd", new VisibleChanges(Optional.empty(), EnumSet.allOf(ObjectKind.class)));
        MBeanServerConnection odd = connect("acme/odd");
        refused(() -> odd.addNotificationListener(source(), (notification, handback) -> {}, null, null));
    }

    /** A filter that would be deserialized and run in the bus. */
    static final class Attack implements NotificationFilter, Serializable {
        private static final long serialVersionUID = 1;
        static final AtomicInteger READ = new AtomicInteger();

        @Override
        public boolean isNotificationEnabled(Notification notification) {
            return true;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            READ.incrementAndGet();
        }
    }

    @Test
    void filtersAreNotReadAndHandbacksStayWithTheClient() throws Exception {
        MBeanServerConnection boss = connect("acme/boss");
        NotificationListener listener = (notification, handback) -> {};
        refused(() -> boss.addNotificationListener(source(), listener, new Attack(), null));
        refused(() -> boss.addNotificationListener(source(), listener, new NotificationFilterSupport(), null));
        refused(() -> boss.addNotificationListener(source(), source(), new Attack(), new Attack()));
        assertThat(Attack.READ).hasValue(0);

        List<Object> handbacks = new CopyOnWriteArrayList<>();
        Object handback = new Object();
        boss.addNotificationListener(source(), (notification, mine) -> handbacks.add(mine), null, handback);
        feed.changed(change(Kind.ASSEMBLY, "orders", ACME));
        soon().until(() -> handbacks.equals(List.of(handback)));
    }

    @Test
    @SuppressWarnings("removal") // the attack
    void aListenerCannotActAsAnotherUser() throws Exception {
        Subject stranger = new Subject();
        stranger.getPrincipals().add(new UserPrincipal("globex/boss"));
        connect("acme/boss");
        MBeanServerConnection as = connectors.get(0).getMBeanServerConnection(stranger);
        assertThatThrownBy(() -> as.addNotificationListener(source(), (notification, handback) -> {}, null, null))
                .hasStackTraceContaining("REJECTED");
    }

    @Test
    void aLostRoleOrALockEndsTheNotificationsOfAnOpenConnection() throws Exception {
        List<Notification> boss = listen("acme/boss");
        feed.changed(change(Kind.ASSEMBLY, "orders", ACME));
        soon().until(() -> boss.size() == 1);

        visible.put("acme/boss", visible.get("acme/user"));
        feed.changed(change(Kind.ASSEMBLY, "bills", ACME));
        feed.changed(change(Kind.TENANT, "acme", ACME));
        soon().until(() -> boss.size() == 2);
        visible.remove("acme/boss");
        feed.changed(change(Kind.TENANT, "not to be heard", ACME));
        soon().during(Duration.ofSeconds(1)).until(() -> boss.size() == 2);

        assertThat(names(boss)).containsExactly("orders", "acme");
    }

    @Test
    void anotherPasswordEndsTheNotificationsOfAnOpenConnection() throws Exception {
        List<Notification> boss = listen("acme/boss");
        feed.changed(change(Kind.ASSEMBLY, "orders", ACME));
        soon().until(() -> boss.size() == 1);

        credential.incrementAndGet();
        feed.changed(change(Kind.ASSEMBLY, "not to be heard", ACME));
        soon().during(Duration.ofSeconds(1)).until(() -> boss.size() == 1);
        List<Notification> anew = listen("acme/boss");
        feed.changed(change(Kind.ASSEMBLY, "bills", ACME));
        soon().until(() -> anew.size() == 1);

        assertThat(names(boss)).containsExactly("orders");
    }

    @Test
    void aHangingListenerDelaysNoChangeAndNoOtherListener() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        NotificationListener hanging = (notification, handback) -> {
            try {
                assertThat(release.await(60, SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        platform.addNotificationListener(source(), hanging, null, null);
        connect("sre").addNotificationListener(source(), hanging, null, null);
        List<Notification> boss = listen("acme/boss");
        try {
            long began = System.nanoTime();
            for (int i = 0; i < 20_000; i++) {
                feed.changed(change(Kind.ASSEMBLY, "bills", GLOBEX));
            }
            feed.changed(change(Kind.ASSEMBLY, "orders", ACME));
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(50));
            soon().until(() -> names(boss).equals(List.of("orders")));
        } finally {
            release.countDown();
        }
    }

    @Test
    void aListenerInTheProcessGetsAllNotificationsAndALostOneLeavesAGap() throws Exception {
        List<Notification> heard = new CopyOnWriteArrayList<>();
        CountDownLatch release = new CountDownLatch(1);
        try (Broadcast broadcast = new Broadcast(2)) {
            CountDownLatch first = new CountDownLatch(1);
            broadcast
                    .listeners()
                    .addNotificationListener(
                            (notification, handback) -> {
                                heard.add(notification);
                                first.countDown();
                                try {
                                    assertThat(release.await(60, SECONDS)).isTrue();
                                } catch (InterruptedException e) {
                                    Thread.currentThread().interrupt();
                                }
                            },
                            null,
                            null);
            broadcast.accept(change(Kind.NODE, "first", null));
            assertThat(first.await(60, SECONDS)).isTrue();
            for (int i = 2; i <= 5; i++) {
                broadcast.accept(change(Kind.NODE, "" + i, null));
            }
            release.countDown();
            soon().until(() -> heard.size() == 3);
            broadcast.accept(change(Kind.NODE, "last", null));
            soon().until(() -> heard.size() == 4);
        }
        assertThat(heard).extracting(Notification::getSequenceNumber).containsExactly(1L, 2L, 3L, 6L);
    }

    @Test
    void listenersOfAUserAndOfATenantAreBounded() throws Exception {
        fill("acme", ACME);
        exceeded("acme/more");
        List<Notification> stranger = listen("globex/boss");
        listen("globex/boss");
        exceeded("globex/boss");
        feed.changed(change(Kind.ASSEMBLY, "bills", GLOBEX));
        soon().until(() -> stranger.size() == 1);

        connectors.remove(0).close();
        soon().until(() -> subscriptions.open() == NotificationSubscriptions.OF_TENANT_AT_MOST + 1);
        listen("acme/more");
    }

    @Test
    void tenantsTogetherLeaveSlotsForUsersOfTheInstallation() throws Exception {
        for (int i = 0;
                i < NotificationSubscriptions.OF_TENANTS_AT_MOST / NotificationSubscriptions.OF_TENANT_AT_MOST;
                i++) {
            fill("tenant" + i, new TenantId(new UUID(9, i)));
        }
        exceeded("globex/boss");

        List<Notification> sre = listen("sre");
        feed.changed(change(Kind.NODE, "node", null));
        soon().until(() -> names(sre).equals(List.of("node")));
    }

    @Test
    void aLockedUsersConnectionIsClosedAtTheNextNotification() throws Exception {
        listen("acme/boss");
        List<String> told = new CopyOnWriteArrayList<>();
        connectors
                .get(0)
                .addConnectionNotificationListener((notification, it) -> told.add(notification.getType()), null, null);
        visible.remove("acme/boss");
        feed.changed(change(Kind.ASSEMBLY, "not to be heard", ACME));

        soon().until(() -> subscriptions.open() == 0);
        soon().until(() -> told.contains(JMXConnectionNotification.FAILED));
    }

    @Test
    void aLockedUserLosesTheSlotToAnotherWithoutANotification() throws Exception {
        fill("acme", ACME);
        visible.remove("acme/user0");

        listen("acme/more");
        assertThat(subscriptions.open()).isEqualTo(NotificationSubscriptions.OF_TENANT_AT_MOST - 1);
    }

    @Test
    void aLockedUserLosesTheSlotAtTheEndOfAWait() throws Exception {
        NotificationSubscription one = new NotificationSubscription(
                new Administrator("acme/boss", "jmx").cameInWith(1), Optional.of(ACME), access);
        one.add();
        assertThat(one.fetch(0, 10, 0).getTargetedNotifications()).isEmpty();
        assertThat(one.ended()).isFalse();

        registryAway.set(true);
        one.fetch(0, 10, 0);
        assertThat(one.ended()).isFalse();
        registryAway.set(false);
        visible.remove("acme/boss");
        one.fetch(0, 10, 0);
        assertThat(one.ended()).isTrue();
        visible.put("acme/boss", new VisibleChanges(Optional.of(ACME), OF_TENANTS));
        refused(one::add);
    }

    @Test
    void changesDuringAnOutageAreSentAfterwards() throws Exception {
        List<Notification> boss = listen("acme/boss");
        registryAway.set(true);
        for (int i = 0; i < 3; i++) {
            feed.changed(change(Kind.ASSEMBLY, "orders" + i, ACME));
        }
        MBeanServerConnection another = connect("acme/user");
        assertThatThrownBy(() -> another.addNotificationListener(source(), (n, h) -> {}, null, null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("UNAVAILABLE");
        soon().during(Duration.ofSeconds(2)).until(boss::isEmpty);
        assertThat(subscriptions.open()).isEqualTo(1);
        registryAway.set(false);

        soon().until(() -> names(boss).equals(List.of("orders0", "orders1", "orders2")));
    }

    /** Takes all slots of one tenant, and adds one more permitted user. */
    private void fill(String name, TenantId tenant) throws Exception {
        visible.put(name + "/more", new VisibleChanges(Optional.of(tenant), OF_TENANTS));
        for (int i = 0; i < NotificationSubscriptions.OF_TENANT_AT_MOST; i++) {
            String login = name + "/user" + i / NotificationSubscriptions.OF_USER_AT_MOST;
            visible.put(login, new VisibleChanges(Optional.of(tenant), OF_TENANTS));
            listen(login);
        }
    }

    private void exceeded(String login) throws Exception {
        MBeanServerConnection more = connect(login);
        assertThatThrownBy(() -> more.addNotificationListener(source(), (n, h) -> {}, null, null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("EXCEEDED")
                .hasMessageMatching(".* It is for you to (close one of them|try again later)\\.");
    }

    @Test
    void aConnectionAddsAFewListenersAndRemovesThem() throws Exception {
        MBeanServerConnection boss = connect("acme/boss");
        List<NotificationListener> listeners = new ArrayList<>();
        List<Notification> heard = new CopyOnWriteArrayList<>();
        for (int i = 0; i < NotificationSubscription.LISTENERS_AT_MOST; i++) {
            NotificationListener listener = new Recorder(heard);
            listeners.add(listener);
            boss.addNotificationListener(source(), listener, null, null);
        }
        assertThatThrownBy(() -> boss.addNotificationListener(source(), new Recorder(heard), null, null))
                .hasMessageStartingWith("EXCEEDED")
                .hasMessageEndingWith("It is for you to remove one.");
        for (NotificationListener listener : listeners.subList(1, listeners.size())) {
            boss.removeNotificationListener(source(), listener);
        }
        feed.changed(change(Kind.ASSEMBLY, "orders", ACME));
        soon().until(() -> !heard.isEmpty());
        assertThat(heard).hasSize(1);
    }

    @Test
    void aSlowListenerIsToldOfLostNotifications() {
        NotificationSubscription slow = new NotificationSubscription(
                new Administrator("acme/boss", "jmx").cameInWith(1), Optional.of(ACME), access);
        slow.add();
        for (int i = 0; i < NotificationSubscription.PLACES + 5; i++) {
            slow.accept(change(Kind.ASSEMBLY, "orders" + i, ACME));
            slow.accept(change(Kind.ASSEMBLY, "bills" + i, GLOBEX));
        }
        var result = slow.fetch(0, 10, 0);
        assertThat(result.getEarliestSequenceNumber()).isEqualTo(5);
        assertThat(result.getNextSequenceNumber()).isEqualTo(15);
        assertThat(result.getTargetedNotifications()).hasSize(10);
    }

    @Test
    void aConnectionHasOneWaitingFetch() throws Exception {
        NotificationSubscription one = new NotificationSubscription(
                new Administrator("acme/boss", "jmx").cameInWith(1), Optional.of(ACME), access);
        one.add();
        Thread first = new Thread(() -> one.fetch(0, 10, 60_000));
        first.start();
        soon().until(() -> first.getState() == Thread.State.TIMED_WAITING);
        assertThat(one.fetch(0, 10, 0).getTargetedNotifications()).isEmpty();
        first.join(10_000);
        assertThat(first.isAlive()).isFalse();
    }

    private record Recorder(List<Notification> heard) implements NotificationListener {
        @Override
        public void handleNotification(Notification notification, Object handback) {
            heard.add(notification);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    private List<Notification> listen(String login) throws Exception {
        List<Notification> heard = new CopyOnWriteArrayList<>();
        connect(login).addNotificationListener(source(), new Recorder(heard), null, null);
        return heard;
    }

    @SuppressWarnings("BanJNDI") // of this test's own server
    private MBeanServerConnection connect(String login) throws Exception {
        Map<String, Object> environment = new HashMap<>();
        environment.put(JMXConnector.CREDENTIALS, new String[] {login, "any"});
        JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(opened.url()), environment);
        connectors.add(connector);
        return connector.getMBeanServerConnection();
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofMinutes(1));
    }

    private static List<String> names(List<Notification> heard) {
        return heard.stream()
                .map(notification -> (String) ((CompositeData) notification.getUserData()).get("name"))
                .toList();
    }

    private static StateChange change(Kind kind, String name, TenantId tenant) {
        return new StateChange(
                kind,
                name,
                Optional.ofNullable(tenant),
                Optional.empty(),
                "STARTED",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Instant.now());
    }

    private static ObjectName source() {
        return StateNotifications.SOURCE;
    }

    private static void refused(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(SecurityException.class).hasMessageStartingWith("FORBIDDEN");
    }
}
