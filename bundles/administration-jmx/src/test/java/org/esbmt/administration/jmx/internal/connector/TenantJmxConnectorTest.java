package org.esbmt.administration.jmx.internal.connector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.net.MalformedURLException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.server.ExportException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import javax.security.auth.Subject;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.util.Throwables;
import org.esbmt.administration.api.AccessCredentialAdministration;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.ClusterAdministration;
import org.esbmt.administration.api.ContactAdministration;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.OperatorLogin;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.StateChangeAccess.VisibleChanges;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.TransactionOversight;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.api.command.QuotaCommand.ChangeQuota;
import org.esbmt.administration.api.command.QuotaScope;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.internal.harness.PublishedServices;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.jmx.internal.administration.AdministrationRegistration;
import org.esbmt.administration.jmx.internal.administration.AllMBeans;
import org.esbmt.administration.jmx.internal.administration.ClusterRegistration;
import org.esbmt.administration.jmx.internal.administration.TransactionsRegistration;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.esbmt.administration.jmx.internal.notification.InDoubtAlarm;
import org.esbmt.administration.jmx.internal.notification.NotificationSubscriptions;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.esbmt.testing.FreePorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tenant's administrator at the tenants' connector, as an attacker. */
class TenantJmxConnectorTest {
    private static final String STRING = String.class.getName();
    private static final Administrator ADA = new Administrator("ada", "test");
    private static final String RIGHT = "acme's long password";

    private static final NotificationSubscriptions NO_SUBSCRIPTIONS =
            new NotificationSubscriptions(by -> Optional.of(VisibleChanges.none()));

    private static final TenantJmxLimits LIMITS =
            new TenantJmxLimits(64, 32, Duration.ofSeconds(10), Duration.ofSeconds(120));
    private static final String STORE_PASSWORD = "of the key store";

    @TempDir
    Path directory;

    /** The parts for single users; all other users see every part. */
    private final Map<String, Optional<Set<Part>>> parts = new ConcurrentHashMap<>();

    private final MBeanVisibility shown =
            new MBeanVisibility(by -> parts.getOrDefault(by.login(), Optional.of(EnumSet.allOf(Part.class))));

    @TempDir
    Path data;

    private PublishedServices services;
    /** The MBeans of this Java process beside the bus's own, as in the container. */
    private final MBeanServer platform = MBeanServerFactory.newMBeanServer();

    private TenantJmxConnector opened;
    private JMXConnector connector;
    private MBeanServerConnection connection;
    private ObjectName name;

    @BeforeEach
    void open() throws Exception {
        BusMBeans beans = new BusMBeans(platform);
        services = new PublishedServices(data, "ada");
        Administration administration = services.of(Administration.class);
        services.bus.execute(ADA, new CreateTenant("acme", "Acme", "boss", TestBus.password(RIGHT)));
        new AdministrationRegistration(
                beans,
                administration,
                services.of(TenantAdministration.class),
                services.of(UserAdministration.class),
                services.of(ContactAdministration.class),
                services.of(AccessCredentialAdministration.class),
                services.of(TenantKeyAdministration.class),
                services.of(AssemblyAdministration.class),
                services.of(AdministratorAccounts.class),
                services.of(InstallationStatus.class));
        new ClusterRegistration(
                beans,
                administration,
                services.of(ClusterAdministration.class),
                services.of(OperationAdministration.class));
        beans.register(
                () -> TransactionsRegistration.bean(
                        administration,
                        services.of(TransactionOversight.class),
                        new InDoubtAlarm(Optional::empty, (branch, state) -> {})),
                PublishedMBean.TRANSACTIONS.objectName());
        opened = TenantJmxConnector.open(
                beans.own(),
                services.of(OperatorLogin.class),
                NO_SUBSCRIPTIONS,
                shown,
                TenantJmxSockets.of("127.0.0.1", "", "", LIMITS),
                "127.0.0.1",
                FreePorts.next());
        connector = connect("acme/boss", RIGHT);
        connection = connector.getMBeanServerConnection();
        name = new ObjectName(PublishedMBean.ADMINISTRATION.objectName());
    }

    @AfterEach
    void close() throws Exception {
        connector.close();
        opened.close();
    }

    @Test
    void operationsRunAsTheLoggedInUser() throws Exception {
        CompositeData self = (CompositeData) connection.invoke(name, "whoAmI", null, null);

        assertThat(self.get("login")).isEqualTo("acme/boss");
        long credential = services.bus.admit("acme/boss", RIGHT).orElseThrow().credential();
        assertThat(services.lastBy()).contains(new Administrator("acme/boss", "jmx").cameInWith(credential));
        assertThat(connection.getMBeanInfo(name).getOperations()).isNotEmpty();
    }

    @Test
    void attributesAreReadAsTheLoggedInUser() throws Exception {
        ObjectName transactions = new ObjectName(PublishedMBean.TRANSACTIONS.objectName());
        try (JMXConnector ada = connect("ada", PublishedServices.PASSWORD)) {
            assertThat(ada.getMBeanServerConnection().getAttribute(transactions, "RecoveryPhase"))
                    .isEqualTo("GATED");
        }
        assertThatThrownBy(() -> connection.getAttribute(transactions, "RecoveryPhase"))
                .hasStackTraceContaining("FORBIDDEN");
    }

    @Test
    void anArchiveOfTheLargestSizeGoesThrough() throws Exception {
        TenantId acme =
                services.bus.tenantQueries.findTenant(ADA, "acme").orElseThrow().id();
        services.bus.execute(
                ADA,
                new ChangeQuota(
                        new TenantRef.Known(acme), QuotaScope.of(Resource.REGISTRY_BYTES), Limit.of(100_000_000)));
        byte[] archive = new byte[10 * 1024 * 1024];
        Arrays.fill(archive, (byte) '#');
        System.arraycopy("orders".getBytes(UTF_8), 0, archive, 0, 6);

        connection.invoke(name, "deployAssembly", new Object[] {acme.toString(), archive, ""}, new String[] {
            STRING, byte[].class.getName(), STRING
        });

        assertThat(services.bus.deployments.findArtifact(acme, Digest.of(archive)))
                .contains(archive);
    }

    @Test
    void withoutTheRightPasswordThereIsNoConnection() {
        for (String[] credentials : List.of(
                new String[] {"acme/boss", "wrong"},
                new String[] {"boss", RIGHT},
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
    void noOtherMBeanOfTheProcessIsVisible() throws Exception {
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

    /** The names alone would reveal the installation's setup. */
    @Test
    void partsWithoutAPermittedOperationAreHidden() throws Exception {
        ObjectName transactions = new ObjectName(PublishedMBean.TRANSACTIONS.objectName());
        ObjectName cluster = new ObjectName(PublishedMBean.CLUSTER.objectName());
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
    void noPartIsShownWhileTheRegistryIsOutOfReach() throws Exception {
        parts.put("acme/boss", Optional.empty());

        assertThatThrownBy(() -> connection.queryNames(null, null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("UNAVAILABLE");
        assertThatThrownBy(() -> connection.getMBeanInfo(name)).hasMessageStartingWith("UNAVAILABLE");
        assertThat(connection.invoke(name, "whoAmI", null, null)).isNotNull();
    }

    /** An MBean in no part would be invisible to every user. */
    @Test
    void everyMBeanOfAdministrationIsInAPart() throws Exception {
        MBeanServer server = MBeanServerFactory.newMBeanServer();
        try (AllMBeans all = new AllMBeans(new BusMBeans(server), AllMBeans::nothing)) {
            assertThat(all).isNotNull();
            assertThat(server.queryNames(new ObjectName("org.esbmt:*"), null))
                    .hasSize(13)
                    .allMatch(shown.to(new Administrator("sre", "jmx")));
        }
        assertThat(shown.to(new Administrator("sre", "jmx"))
                        .test(new ObjectName("org.esbmt:type=HttpBindingComponent")))
                .isFalse();
    }

    @Test
    void mBeansCannotBeCreatedOrRemoved() throws Exception {
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
    void listenersAttributeChangesAndQueryExpressionsAreRefused() throws Exception {
        ObjectName transactions = new ObjectName(PublishedMBean.TRANSACTIONS.objectName());
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
        assertThat(services.lastBy()).isEmpty();
    }

    /** {@code getMBeanServerConnection(Subject)} lets a client choose the user of its calls. */
    @Test
    @SuppressWarnings("removal") // the attack
    void aClientCannotActAsAnotherUser() throws Exception {
        Subject admin = new Subject();
        admin.getPrincipals().add(new UserPrincipal("admin"));
        MBeanServerConnection as = connector.getMBeanServerConnection(admin);

        assertThatThrownBy(() -> as.invoke(name, "whoAmI", null, null)).hasStackTraceContaining("REJECTED");
        assertThat(services.lastBy()).isEmpty();
    }

    @Test
    void failuresShowNoInternalDetails() {
        services.breakDown("a secret of the server's insides");

        assertThatThrownBy(() -> connection.invoke(name, "status", null, null))
                .hasStackTraceContaining("INTERNAL: the bus failed")
                .satisfies(e ->
                        assertThat(Throwables.getStackTrace(e)).doesNotContain("a secret of the server's insides"));
    }

    @Test
    void aClosedConnectorIsGoneAndCanBeOpenedAgainAtTheSamePort() throws Exception {
        int port = FreePorts.next();
        BusMBeans beans = new BusMBeans(MBeanServerFactory.newMBeanServer());
        for (int i = 0; i < 2; i++) {
            // The system releases a port when its accepting thread has ended.
            TenantJmxConnector other = await().ignoreExceptionsInstanceOf(ExportException.class)
                    .until(() -> plain(beans, port), opened -> true);
            try (JMXConnector connected = connect(other, new String[] {"acme/boss", RIGHT})) {
                assertThat(connected.getMBeanServerConnection().queryNames(null, null))
                        .isEmpty();
            }
            other.close();
            assertThatThrownBy(() -> connect(other, new String[] {"acme/boss", RIGHT}))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void theNextConnectorAtAPortServesTheClientsOfTheLastOne() throws Exception {
        int port = FreePorts.next();
        BusMBeans beans = new BusMBeans(MBeanServerFactory.newMBeanServer());
        for (int i = 0; i < 2; i++) {
            TenantJmxConnector other = await().ignoreExceptionsInstanceOf(ExportException.class)
                    .until(() -> plain(beans, port), opened -> true);
            // RMI keeps this client's connection for the next client in this JVM.
            try (JMXConnector connected = connect(other, new String[] {"acme/boss", RIGHT})) {
                assertThat(connected.getMBeanServerConnection().getDefaultDomain())
                        .isEqualTo("org.esbmt");
            } finally {
                other.close();
            }
        }
    }

    private TenantJmxConnector plain(BusMBeans beans, int port) throws Exception {
        return TenantJmxConnector.open(
                beans.own(),
                services.of(OperatorLogin.class),
                NO_SUBSCRIPTIONS,
                shown,
                TenantJmxSockets.of("127.0.0.1", "", "", LIMITS),
                "127.0.0.1",
                port);
    }

    @Test
    void aHalfOpenedConnectorLeavesNothingOpen() throws Exception {
        int port = FreePorts.next();
        BusMBeans beans = new BusMBeans(MBeanServerFactory.newMBeanServer());
        TenantJmxSockets sockets = TenantJmxSockets.of("127.0.0.1", "", "", LIMITS);

        assertThatThrownBy(() -> TenantJmxConnector.open(
                        beans.own(),
                        services.of(OperatorLogin.class),
                        NO_SUBSCRIPTIONS,
                        shown,
                        sockets,
                        "no host",
                        port))
                .isInstanceOf(MalformedURLException.class);

        // A thread that was about to accept may hold the port for a moment.
        TenantJmxConnector next = await().atMost(Duration.ofSeconds(20))
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(
                        () -> TenantJmxConnector.open(
                                beans.own(),
                                services.of(OperatorLogin.class),
                                NO_SUBSCRIPTIONS,
                                shown,
                                sockets,
                                "127.0.0.1",
                                port),
                        opened -> true);
        try (JMXConnector connected = connect(next, new String[] {"acme/boss", RIGHT})) {
            assertThat(connected.getMBeanServerConnection().getDefaultDomain()).isEqualTo("org.esbmt");
        } finally {
            next.close();
        }
    }

    @Test
    void passwordsAreNotSentInTheClear() {
        assertThatThrownBy(() -> TenantJmxSockets.of("0.0.0.0", "", "", LIMITS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keystore.file must be set");
    }

    @Test
    @SuppressWarnings("BanJNDI") // of this test's own server
    void overTlsTheClientVerifiesTheServer() throws Exception {
        Path store = keyStore();
        int port = FreePorts.next();
        BusMBeans beans = new BusMBeans(MBeanServerFactory.newMBeanServer());
        TenantJmxSockets sockets = TenantJmxSockets.of(
                "127.0.0.1", store.toString(), directory.resolve("password").toString(), LIMITS);
        // The JDK reads these when it makes the first socket; no other test uses them.
        System.setProperty("javax.net.ssl.trustStore", store.toString());
        System.setProperty("javax.net.ssl.trustStorePassword", STORE_PASSWORD);
        TenantJmxConnector secured = TenantJmxConnector.open(
                beans.own(), services.of(OperatorLogin.class), NO_SUBSCRIPTIONS, shown, sockets, "127.0.0.1", port);
        try {
            Map<String, Object> environment = new HashMap<>();
            environment.put(JMXConnector.CREDENTIALS, new String[] {"acme/boss", RIGHT});
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

    @Test
    void tls12IsRefused() throws Exception {
        Path store = keyStore();
        int port = FreePorts.next();
        TenantJmxSockets sockets = TenantJmxSockets.of(
                "127.0.0.1", store.toString(), directory.resolve("password").toString(), LIMITS);
        BusMBeans beans = new BusMBeans(MBeanServerFactory.newMBeanServer());
        TenantJmxConnector secured = TenantJmxConnector.open(
                beans.own(), services.of(OperatorLogin.class), NO_SUBSCRIPTIONS, shown, sockets, "127.0.0.1", port);
        try (SSLSocket current = client(store, port, "TLSv1.3");
                SSLSocket old = client(store, port, "TLSv1.2")) {
            current.startHandshake();
            assertThat(current.getSession().getProtocol()).isEqualTo("TLSv1.3");
            assertThatThrownBy(old::startHandshake).isInstanceOf(SSLHandshakeException.class);
        } finally {
            secured.close();
        }
    }

    private static SSLSocket client(Path trusted, int port, String protocol) throws Exception {
        KeyStore store = KeyStore.getInstance(trusted.toFile(), STORE_PASSWORD.toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port);
        socket.setSoTimeout(10_000);
        socket.setEnabledProtocols(new String[] {protocol});
        return socket;
    }

    private Path keyStore() throws Exception {
        Path store = directory.resolve("jmx.p12");
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
                        "jmx",
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
        return connect(opened, credentials);
    }

    @SuppressWarnings("BanJNDI") // of this test's own server
    private static JMXConnector connect(TenantJmxConnector opened, Object credentials) throws IOException {
        Map<String, Object> environment = new HashMap<>();
        if (credentials != null) {
            environment.put(JMXConnector.CREDENTIALS, credentials);
        }
        return JMXConnectorFactory.connect(new JMXServiceURL(opened.url()), environment);
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
