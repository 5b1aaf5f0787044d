package org.esbmt.administration.jmx.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.net.MalformedURLException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.management.Attribute;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServer;
import javax.management.MBeanServerConnection;
import javax.management.MBeanServerFactory;
import javax.management.MBeanServerNotification;
import javax.management.ObjectInstance;
import javax.management.ObjectName;
import javax.management.Query;
import javax.management.loading.MLet;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import javax.security.auth.Subject;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.util.Throwables;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.NewsAccess.Hearing;
import org.esbmt.administration.api.OperatorLogin;
import org.esbmt.administration.api.OperatorLogin.Admitted;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.ResyncAdministration.Resync;
import org.esbmt.testing.FreePorts;
import org.esbmt.testing.InMemoryAdministration;
import org.esbmt.testing.InMemoryOperations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tenant's administrator at the door, who tries to get further. */
class DoorTest {
    private static final String STRING = String.class.getName();
    private static final OperatorLogin BOSS =
            (from, login, password) -> login.equals("acme/boss") && Arrays.equals(password, "right".toCharArray())
                    ? Optional.of(new Admitted(login, 7))
                    : Optional.empty();

    private static final Ears DEAF = new Ears(by -> Optional.of(Hearing.none()));

    private static final DoorLimits LIMITS = new DoorLimits(64, 32, Duration.ofSeconds(10), Duration.ofSeconds(120));
    private static final String STORE_PASSWORD = "of the key store";

    @TempDir
    Path directory;

    /** To whoever is not named here everything is shown. */
    private final Map<String, Optional<Set<Part>>> parts = new ConcurrentHashMap<>();

    private final Shown shown = new Shown(by -> parts.getOrDefault(by.login(), Optional.of(EnumSet.allOf(Part.class))));

    private final InMemoryAdministration administration = new InMemoryAdministration();
    private final InMemoryOperations operations = new InMemoryOperations();
    /** With the MBeans of this Java process beside it, as in the container. */
    private final MBeanServer platform = MBeanServerFactory.newMBeanServer();

    private Door door;
    private JMXConnector connector;
    private MBeanServerConnection connection;
    private ObjectName name;

    @BeforeEach
    void open() throws Exception {
        BusMBeans beans = new BusMBeans(platform);
        new AdministrationRegistration(
                beans, new JmxAdministration(administration, administration, administration, administration));
        new ClusterRegistration(beans, operations, operations, (by, tenant, assembly) -> new Resync(new UUID(7, 7), 0));
        beans.register(
                () -> TransactionsRegistration.bean(operations, new AlarmBell(Optional::empty, (branch, state) -> {})),
                TransactionsMXBean.OBJECT_NAME);
        door = Door.open(
                beans.own(),
                BOSS,
                DEAF,
                shown,
                DoorSockets.of("127.0.0.1", "", "", LIMITS),
                "127.0.0.1",
                FreePorts.next());
        connector = connect("acme/boss", "right");
        connection = connector.getMBeanServerConnection();
        name = new ObjectName(AdministrationMXBean.OBJECT_NAME);
    }

    @AfterEach
    void close() throws Exception {
        connector.close();
        door.close();
    }

    @Test
    void operationsAreAskedForAsWhoHasLoggedIn() throws Exception {
        CompositeData self = (CompositeData) connection.invoke(name, "whoAmI", null, null);

        assertThat(self.get("login")).isEqualTo("acme/boss");
        assertThat(administration.lastBy()).contains(new Administrator("acme/boss", "jmx").cameInWith(7));
        assertThat(connection.getMBeanInfo(name).getOperations()).isNotEmpty();
        assertThat(connection.getAttribute(new ObjectName(TransactionsMXBean.OBJECT_NAME), "RecoveryPhase"))
                .isEqualTo("GATED");
    }

    @Test
    void anArchiveOfTheLargestSizeGoesThrough() throws Exception {
        connection.invoke(
                name, "createTenant", new Object[] {"acme", "", "boss", "acme's long password", ""}, new String[] {
                    STRING, STRING, STRING, STRING, STRING
                });
        String acme = administration
                .findTenant(new Administrator("a", "b"), "acme")
                .orElseThrow()
                .id()
                .toString();
        byte[] archive = new byte[10 * 1024 * 1024];
        Arrays.fill(archive, (byte) 'a');

        connection.invoke(name, "deployAssembly", new Object[] {acme, archive, ""}, new String[] {
            STRING, byte[].class.getName(), STRING
        });
        assertThat(administration
                        .list(
                                new Administrator("a", "b"),
                                administration
                                        .findTenant(new Administrator("a", "b"), "acme")
                                        .orElseThrow()
                                        .id(),
                                PageRequest.first(10))
                        .entries())
                .hasSize(1);
    }

    @Test
    void withoutTheRightPasswordThereIsNoConnection() {
        for (String[] credentials : List.of(
                new String[] {"acme/boss", "wrong"},
                new String[] {"boss", "right"},
                new String[] {"", ""},
                new String[] {"acme/boss"},
                new String[] {null, null})) {
            assertThatThrownBy(() -> connect(credentials))
                    .isInstanceOf(SecurityException.class)
                    .hasMessage("login refused");
        }
        assertThatThrownBy(() -> connect(null)).isInstanceOf(SecurityException.class);
    }

    @Test
    void credentialsAreTwoTextsAndNoOtherObject() {
        assertThatThrownBy(() -> connect(new HashMap<>(Map.of("a", "b")))).hasStackTraceContaining("REJECTED");
        assertThatThrownBy(() -> connect(new String[] {"a", "b", "c", "d"})).hasStackTraceContaining("REJECTED");
    }

    @Test
    void nothingElseOfTheProcessIsThere() throws Exception {
        for (String other : List.of(
                "java.lang:type=Runtime",
                "com.sun.management:type=DiagnosticCommand",
                "JMImplementation:type=MBeanServerDelegate",
                "org.apache.karaf:type=bundle,name=root",
                "connector:name=rmi",
                "org.esbmt.other:type=Administration")) {
            ObjectName found = new ObjectName(other);
            assertThat(connection.isRegistered(found)).as(other).isFalse();
            gone(() -> connection.getAttribute(found, "SystemProperties"));
            gone(() -> connection.getAttributes(found, new String[] {"SystemProperties"}));
            gone(() -> connection.getMBeanInfo(found));
            gone(() -> connection.getObjectInstance(found));
            gone(() -> connection.isInstanceOf(found, "java.lang.Object"));
            gone(() -> connection.invoke(found, "uninstall", new Object[] {"0"}, new String[] {STRING}));
        }
        assertThat(connection.queryNames(null, null))
                .extracting(ObjectName::getDomain)
                .containsOnly("org.esbmt");
        assertThat(connection.queryNames(new ObjectName("java.lang:*"), null)).isEmpty();
        assertThat(connection.queryMBeans(new ObjectName("*:*"), null)).hasSize(3);
        assertThat(connection.getDomains()).containsExactly("org.esbmt");
        assertThat(connection.getMBeanCount()).isEqualTo(3);
    }

    /** The names alone say what the installation has. */
    @Test
    void whatSomebodyMayNeverUseIsNotThereForThem() throws Exception {
        ObjectName transactions = new ObjectName(TransactionsMXBean.OBJECT_NAME);
        ObjectName cluster = new ObjectName(ClusterMXBean.OBJECT_NAME);
        assertThat(connection.queryNames(null, null)).contains(name, cluster, transactions);

        parts.put("acme/boss", Optional.of(EnumSet.of(Part.TENANTS, Part.CLUSTER)));

        assertThat(connection.queryNames(null, null)).containsExactlyInAnyOrder(name, cluster);
        assertThat(connection.queryNames(transactions, null)).isEmpty();
        assertThat(connection.queryMBeans(new ObjectName("org.esbmt:type=T*"), null))
                .isEmpty();
        assertThat(connection.queryMBeans(null, null))
                .extracting(ObjectInstance::getObjectName)
                .containsExactlyInAnyOrder(name, cluster);
        assertThat(connection.getMBeanCount()).isEqualTo(2);
        assertThat(connection.isRegistered(transactions)).isFalse();
        gone(() -> connection.getMBeanInfo(transactions));
        gone(() -> connection.getObjectInstance(transactions));
        gone(() -> connection.isInstanceOf(transactions, "java.lang.Object"));
        gone(() -> connection.addNotificationListener(transactions, (n, h) -> {}, null, null));
        assertThat(connection.isRegistered(cluster)).isTrue();
        assertThat(connection.getMBeanInfo(cluster).getOperations()).isNotEmpty();
    }

    @Test
    void whileNobodyCanTellWhatIsForThemNothingIsShown() throws Exception {
        parts.put("acme/boss", Optional.empty());

        assertThatThrownBy(() -> connection.queryNames(null, null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("UNAVAILABLE");
        assertThatThrownBy(() -> connection.getMBeanInfo(name)).hasMessageStartingWith("UNAVAILABLE");
        assertThat(connection.invoke(name, "whoAmI", null, null)).isNotNull();
    }

    /** One that is in no part would be seen by nobody. */
    @Test
    void everyMBeanOfAdministrationIsInAPart() throws Exception {
        for (Class<?> type : List.of(
                AdministrationMXBean.class,
                AuditMXBean.class,
                BatchesMXBean.class,
                ClusterMXBean.class,
                ComponentsMXBean.class,
                LinksMXBean.class,
                NotificationsMXBean.class,
                QuotasMXBean.class,
                ServicesMXBean.class,
                SystemUsersMXBean.class,
                TransactionsMXBean.class,
                UsersMXBean.class)) {
            ObjectName bean =
                    new ObjectName((String) type.getField("OBJECT_NAME").get(null));
            assertThat(shown.to(new Administrator("sre", "jmx")).test(bean))
                    .as(type.getSimpleName())
                    .isTrue();
        }
        assertThat(shown.to(new Administrator("sre", "jmx"))
                        .test(new ObjectName("org.esbmt:type=HttpBindingComponent")))
                .isFalse();
    }

    @Test
    void nobodyMakesOrRemovesMBeans() throws Exception {
        ObjectName loader = new ObjectName("org.esbmt:type=Loader");
        refused(() -> connection.createMBean(MLet.class.getName(), loader));
        refused(() -> connection.createMBean(MLet.class.getName(), loader, name));
        refused(() -> connection.createMBean(MLet.class.getName(), loader, new Object[] {"a"}, new String[] {STRING}));
        refused(() -> connection.createMBean("javax.management.timer.Timer", new ObjectName("any:type=Timer")));
        refused(() -> connection.unregisterMBean(name));
        assertThat(connection.isRegistered(name)).isTrue();
        assertThat(connection.isRegistered(loader)).isFalse();
    }

    @Test
    void nobodyListensOrSetsOrAsksByQuery() throws Exception {
        ObjectName transactions = new ObjectName(TransactionsMXBean.OBJECT_NAME);
        ObjectName delegate = new ObjectName("JMImplementation:type=MBeanServerDelegate");
        refused(() -> connection.addNotificationListener(transactions, (n, h) -> {}, null, null));
        gone(() -> connection.addNotificationListener(delegate, (n, h) -> {}, null, null));
        for (ObjectName sender : List.of(transactions, delegate)) {
            assertThatThrownBy(() -> connection.addNotificationListener(sender, name, null, null))
                    .isInstanceOf(SecurityException.class);
        }
        assertThatThrownBy(
                        () -> connection.queryNames(null, Query.eq(Query.attr("RecoveryPhase"), Query.value("GATED"))))
                .hasStackTraceContaining("REJECTED");
        assertThatThrownBy(() -> connection.setAttribute(transactions, new Attribute("RecoveryPhase", "DONE")))
                .hasStackTraceContaining("REJECTED");
    }

    @Test
    void argumentsAreValuesAndNoOtherObject() {
        for (Object argument : List.of(
                new HashMap<>(Map.of("a", "b")),
                Set.of("a"),
                new MBeanServerNotification("a", "b", 1, name),
                Annotation.class)) {
            assertThatThrownBy(
                            () -> connection.invoke(name, "findTenant", new Object[] {argument}, new String[] {STRING}))
                    .as(argument.getClass().getName())
                    .hasStackTraceContaining("REJECTED");
        }
        assertThat(administration.lastBy()).isEmpty();
    }

    /** {@code getMBeanServerConnection(Subject)} lets a client say as whom its calls are made. */
    @Test
    @SuppressWarnings("removal") // the attack
    void nobodyActsAsSomebodyElse() throws Exception {
        Subject admin = new Subject();
        admin.getPrincipals().add(new UserPrincipal("admin"));
        MBeanServerConnection as = connector.getMBeanServerConnection(admin);

        assertThatThrownBy(() -> as.invoke(name, "whoAmI", null, null)).hasStackTraceContaining("REJECTED");
        assertThat(administration.lastBy()).isEmpty();
    }

    @Test
    void failuresShowNothingOfTheServersInsides() {
        administration.breakDown();

        assertThatThrownBy(() -> connection.invoke(name, "status", null, null))
                .hasStackTraceContaining("INTERNAL: the bus failed")
                .satisfies(e ->
                        assertThat(Throwables.getStackTrace(e)).doesNotContain("a secret of the server's insides"));
    }

    @Test
    void aClosedDoorIsGoneAndCanBeOpenedAgainAtTheSamePort() throws Exception {
        int port = FreePorts.next();
        BusMBeans beans = new BusMBeans(MBeanServerFactory.newMBeanServer());
        for (int i = 0; i < 2; i++) {
            Door other = Door.open(
                    beans.own(), BOSS, DEAF, shown, DoorSockets.of("127.0.0.1", "", "", LIMITS), "127.0.0.1", port);
            try (JMXConnector connected = connect(other, new String[] {"acme/boss", "right"})) {
                assertThat(connected.getMBeanServerConnection().queryNames(null, null))
                        .isEmpty();
            }
            other.close();
            assertThatThrownBy(() -> connect(other, new String[] {"acme/boss", "right"}))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void ofADoorThatOpensHalfwayNothingStays() throws Exception {
        int port = FreePorts.next();
        BusMBeans beans = new BusMBeans(MBeanServerFactory.newMBeanServer());
        DoorSockets sockets = DoorSockets.of("127.0.0.1", "", "", LIMITS);

        assertThatThrownBy(() -> Door.open(beans.own(), BOSS, DEAF, shown, sockets, "no host", port))
                .isInstanceOf(MalformedURLException.class);

        // A thread that was about to accept may hold the port for a moment.
        Door next = await().atMost(Duration.ofSeconds(20))
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> Door.open(beans.own(), BOSS, DEAF, shown, sockets, "127.0.0.1", port), opened -> true);
        try (JMXConnector connected = connect(next, new String[] {"acme/boss", "right"})) {
            assertThat(connected.getMBeanServerConnection().getDefaultDomain()).isEqualTo("org.esbmt");
        } finally {
            next.close();
        }
    }

    @Test
    void passwordsDoNotCrossANetworkAsTheyAre() {
        assertThatThrownBy(() -> DoorSockets.of("0.0.0.0", "", "", LIMITS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keystore.file must be set");
    }

    @Test
    @SuppressWarnings("BanJNDI") // of this test's own server
    void overTlsTheClientSeesWhoAnswers() throws Exception {
        Path store = keyStore();
        int port = FreePorts.next();
        BusMBeans beans = new BusMBeans(MBeanServerFactory.newMBeanServer());
        DoorSockets sockets = DoorSockets.of(
                "127.0.0.1", store.toString(), directory.resolve("password").toString(), LIMITS);
        // Read when the first socket is made, and by no other test.
        System.setProperty("javax.net.ssl.trustStore", store.toString());
        System.setProperty("javax.net.ssl.trustStorePassword", STORE_PASSWORD);
        Door secured = Door.open(beans.own(), BOSS, DEAF, shown, sockets, "127.0.0.1", port);
        try {
            Map<String, Object> environment = new HashMap<>();
            environment.put(JMXConnector.CREDENTIALS, new String[] {"acme/boss", "right"});
            JMXServiceURL url = new JMXServiceURL(secured.url());
            assertThatThrownBy(() -> JMXConnectorFactory.connect(url, environment))
                    .isInstanceOf(IOException.class);

            environment.put("com.sun.jndi.rmi.factory.socket", new SslRMIClientSocketFactory());
            try (JMXConnector connected = JMXConnectorFactory.connect(url, environment)) {
                assertThat(connected.getMBeanServerConnection().getDefaultDomain())
                        .isEqualTo("org.esbmt");
            }
        } finally {
            secured.close();
        }
    }

    private Path keyStore() throws Exception {
        Path store = directory.resolve("door.p12");
        Files.writeString(directory.resolve("password"), STORE_PASSWORD + "\n");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-storetype",
                        "PKCS12",
                        "-alias",
                        "door",
                        "-dname",
                        "CN=127.0.0.1",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        STORE_PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(keytool.exitValue()).isZero();
        return store;
    }

    private JMXConnector connect(String login, String password) throws IOException {
        return connect(new String[] {login, password});
    }

    private JMXConnector connect(Object credentials) throws IOException {
        return connect(door, credentials);
    }

    @SuppressWarnings("BanJNDI") // of this test's own server
    private static JMXConnector connect(Door door, Object credentials) throws IOException {
        Map<String, Object> environment = new HashMap<>();
        if (credentials != null) {
            environment.put(JMXConnector.CREDENTIALS, credentials);
        }
        return JMXConnectorFactory.connect(new JMXServiceURL(door.url()), environment);
    }

    private static void gone(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(InstanceNotFoundException.class);
    }

    private static void refused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(SecurityException.class)
                .hasMessageStartingWith("FORBIDDEN")
                .hasMessageEndingWith("It is for you to ask for something that you may.");
    }
}
