package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServerConnection;
import javax.management.Notification;
import javax.management.NotificationFilterSupport;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two tenants change their assemblies at the same time. Their administrators listen, and one tries to listen to the other. */
class NotificationsIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String SECRET = "a long password of theirs";
    private static final Map<String, Integer> ROUNDS = Map.of("acme", 2, "globex", 3);

    private static Distribution distribution;
    private static BusProcess bus;
    private static JMXConnector administrators;
    private static MBeanServerConnection administrator;
    private static ObjectName administration;
    private static ObjectName notifications;
    private static String acme;
    private static String globex;

    @BeforeAll
    static void start() throws Exception {
        distribution = Distribution.unpack(NotificationsIT.class);
        BusHome home = distribution.home();
        bus = BusProcess.start(home);
        administration = new ObjectName("org.esbmt:type=Administration");
        notifications = new ObjectName("org.esbmt:type=Notifications");
        administrators = bus.connect(home.initialAdministrator().orElseThrow());
        administrator = administrators.getMBeanServerConnection();
        acme = create("acme");
        globex = create("globex");
    }

    private static String create(String tenant) throws Exception {
        return (String)
                ((CompositeData) call(administrator, "createTenant", tenant, "", "boss", SECRET, "")).get("tenantId");
    }

    @AfterAll
    static void stop() throws Exception {
        try (AutoCloseable last = distribution;
                AutoCloseable running = bus;
                AutoCloseable connected = administrators) {
            assertThat(List.of(last, running, connected)).hasSize(3);
        }
    }

    @Test
    void aTenantsAdministratorGetsNotificationsOfTheOwnTenantAlone() throws Exception {
        try (JMXConnector acmes = bus.connectOperator(new BusHome.Credentials("acme/boss", SECRET));
                JMXConnector globexs = bus.connectOperator(new BusHome.Credentials("globex/boss", SECRET))) {
            MBeanServerConnection boss = acmes.getMBeanServerConnection();
            MBeanServerConnection stranger = globexs.getMBeanServerConnection();
            attack(boss);
            List<Notification> ofAcme = listen(boss);
            List<Notification> ofGlobex = listen(stranger);
            List<Notification> ofAll = listen(administrator);

            Thread other = new Thread(() -> change(stranger, globex, ROUNDS.get("globex")));
            other.start();
            change(boss, acme, ROUNDS.get("acme"));
            other.join(LIMIT.toMillis());
            call(administrator, "suspendTenant", acme, "", -1L);
            call(administrator, "suspendTenant", globex, "", -1L);

            heard(ofAcme, acme, 2);
            heard(ofGlobex, globex, 3);
            await().atMost(LIMIT).untilAsserted(() -> assertThat(ofAll)
                    .extracting(one -> data(one, "tenantId"))
                    .contains(acme, globex));
            // Each listener has sequence numbers of its own: the other tenant's notifications leave no gap.
            List<Notification> untilNow = List.copyOf(ofAcme);
            assertThat(untilNow.stream()
                            .mapToLong(Notification::getSequenceNumber)
                            .toArray())
                    .isEqualTo(LongStream.rangeClosed(1, untilNow.size()).toArray());
            assertThat(ofAcme).extracting(one -> data(one, "tenantId")).containsOnly(acme);
            assertThat(ofGlobex).extracting(one -> data(one, "tenantId")).containsOnly(globex);
        }
    }

    private static void heard(List<Notification> heard, String tenant, int rounds) {
        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(states(heard, "esbmt.assembly.state")).containsExactlyElementsOf(assemblies(rounds));
            assertThat(states(heard, "esbmt.tenant.state")).last().isEqualTo(tenant + " SUSPENDED");
            // One deployment, and a stop and a start in each round.
            assertThat(states(heard, "esbmt.operation.state"))
                    .filteredOn(state -> state.endsWith(" APPLIED"))
                    .hasSize(1 + 2 * rounds);
        });
    }

    private static List<String> assemblies(int rounds) {
        List<String> states = new CopyOnWriteArrayList<>(List.of("orders STARTED"));
        for (int i = 0; i < rounds; i++) {
            states.add("orders STOPPED");
            states.add("orders STARTED");
        }
        return states;
    }

    private static void attack(MBeanServerConnection boss) throws Exception {
        NotificationListener listener = (notification, handback) -> {};
        for (String other : List.of(
                "org.esbmt:type=Notifications,tenant=" + globex,
                "org.esbmt:type=*",
                "org.esbmt:type=Transactions",
                "JMImplementation:type=MBeanServerDelegate",
                "java.lang:type=Memory")) {
            assertThatThrownBy(() -> boss.addNotificationListener(new ObjectName(other), listener, null, null))
                    .as(other)
                    .isInstanceOf(InstanceNotFoundException.class);
        }
        assertThatThrownBy(() ->
                        boss.addNotificationListener(new ObjectName("org.esbmt:type=Cluster"), listener, null, null))
                .isInstanceOf(SecurityException.class);
        assertThatThrownBy(() ->
                        boss.addNotificationListener(notifications, listener, new NotificationFilterSupport(), null))
                .isInstanceOf(SecurityException.class);
        assertThatThrownBy(() -> boss.addNotificationListener(notifications, administration, null, "a handback"))
                .isInstanceOf(SecurityException.class);
    }

    private static List<Notification> listen(MBeanServerConnection connection) throws Exception {
        List<Notification> heard = new CopyOnWriteArrayList<>();
        connection.addNotificationListener(
                notifications, (notification, handback) -> heard.add(notification), null, null);
        return heard;
    }

    private static void change(MBeanServerConnection connection, String tenant, int rounds) {
        byte[] archive = AssemblyArchive.soapProxy("orders", "Orders", "soap", "http://127.0.0.1:9/");
        try {
            call(connection, "deployAssembly", tenant, archive, "");
            for (int i = 0; i < rounds; i++) {
                call(connection, "stopAssembly", tenant, "orders", "", -1L);
                call(connection, "startAssembly", tenant, "orders", "", -1L);
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> states(List<Notification> heard, String type) {
        return heard.stream()
                .filter(one -> one.getType().equals(type))
                .map(one -> data(one, "name") + " " + data(one, "after"))
                .toList();
    }

    private static String data(Notification notification, String item) {
        return (String) ((CompositeData) notification.getUserData()).get(item);
    }

    private static Object call(MBeanServerConnection connection, String operation, Object... arguments)
            throws Exception {
        String[] signature = Stream.of(arguments)
                .map(a ->
                        a instanceof Long ? long.class.getName() : a.getClass().getName())
                .toArray(String[]::new);
        return connection.invoke(administration, operation, arguments, signature);
    }
}
