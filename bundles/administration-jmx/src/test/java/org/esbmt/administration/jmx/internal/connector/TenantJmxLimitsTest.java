package org.esbmt.administration.jmx.internal.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.rmi.registry.LocateRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.MBeanServer;
import javax.management.MBeanServerConnection;
import javax.management.MBeanServerFactory;
import javax.management.remote.JMXAuthenticator;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXServiceURL;
import javax.management.remote.rmi.RMIConnection;
import javax.management.remote.rmi.RMIConnectorServer;
import javax.management.remote.rmi.RMIServer;
import javax.security.auth.Subject;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperatorLogin;
import org.esbmt.administration.api.OperatorLogin.Admitted;
import org.esbmt.administration.api.StateChangeAccess.VisibleChanges;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.notification.NotificationSubscriptions;
import org.esbmt.testing.FreePorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that use too much of the tenants' connector. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class TenantJmxLimitsTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final byte[] GREETING = {'J', 'R', 'M', 'I', 0, 2, 0x4b};

    private final List<Socket> held = new ArrayList<>();
    private int port;
    private final List<RMIConnection> loggedIn = new ArrayList<>();
    private Optional<TenantJmxConnector> opened = Optional.empty();
    private TenantJmxSockets sockets;

    @AfterEach
    void close() throws IOException {
        for (Socket socket : held) {
            socket.close();
        }
        opened.ifPresent(TenantJmxConnector::close);
    }

    @Test
    void silentConnectionsLockNobodyOut() throws Exception {
        open(new TenantJmxLimits(8, 6, LONG, LONG));
        for (int i = 0; i < 40; i++) {
            silent();
        }

        worksFor("boss");
        assertThat(sockets.open()).isLessThanOrEqualTo(6);
    }

    @Test
    void connectionsThatAreSilentAfterTheHandshakeLockNobodyOut() throws Exception {
        open(new TenantJmxLimits(8, 6, LONG, LONG));
        for (int i = 0; i < 20; i++) {
            Socket greeted = silent();
            greeted.getOutputStream().write(GREETING);
            assertThat(greeted.getInputStream().read())
                    .as("protocol acknowledged")
                    .isEqualTo(0x4e);
        }

        worksFor("boss");
        assertThat(sockets.open()).isLessThanOrEqualTo(6);
    }

    /** The check of a password takes its time, above all after wrong ones. */
    @Test
    void guessesFromTwoAddressesLockNobodyOutAndDisconnectNobody() throws Exception {
        AtomicInteger guessing = new AtomicInteger();
        open(new TenantJmxLimits(8, 4, LONG, LONG), (from, login, password) -> {
            if (login.equals("boss")) {
                return Optional.of(new Admitted(login, 1));
            }
            guessing.incrementAndGet();
            try {
                Thread.sleep(LONG.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                guessing.decrementAndGet();
            }
            return Optional.empty();
        });
        Socket boss = new RawLogin(server()).from("127.0.0.1", port, "boss");
        held.add(boss);
        assertThat(RawLogin.answered(boss)).isTrue();
        RawLogin guess = new RawLogin(server());
        for (int i = 0; i < 20; i++) {
            held.add(guess.from("127.0.0.2", port, "guess"));
            held.add(guess.from("127.0.0.3", port, "guess"));
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> sockets.open() == 8 && guessing.get() >= 4);

        Socket second = guess.from("127.0.0.1", port, "boss");
        held.add(second);
        assertThat(RawLogin.answered(second)).as("a new client comes in").isTrue();
        boss.setSoTimeout(300);
        assertThatThrownBy(() -> boss.getInputStream().readAllBytes())
                .as("the connection is silent, and lasts")
                .isInstanceOf(SocketTimeoutException.class);
        await().atMost(Duration.ofSeconds(20)).until(() -> guessing.get() <= 7);
    }

    @Test
    void aFewConnectionsOfOneAddressAreNotClosedForManyAddressesWithOneEach() throws Exception {
        open(new TenantJmxLimits(8, 6, LONG, LONG));
        Socket oldest = silentFrom("127.0.0.2");
        List<Socket> own = List.of(silent(), silent());
        for (int i = 3; i <= 7; i++) {
            silentFrom("127.0.0." + i);
        }
        silentFrom("127.0.0.8");

        oldest.setSoTimeout(20_000);
        own.get(0).setSoTimeout(1_000);
        assertThatThrownBy(() -> own.get(0).getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        assertThat(oldest.getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void connectionsOfTheBusiestAddressAreClosedBeforeAnOlderOne() throws Exception {
        open(new TenantJmxLimits(8, 6, LONG, LONG));
        Socket own = silent();
        Socket oldestOfMany = silentFrom("127.0.0.2");
        for (int i = 0; i < 5; i++) {
            silentFrom("127.0.0.2");
        }
        silentFrom("127.0.0.3");
        silentFrom("127.0.0.4");

        oldestOfMany.setSoTimeout(20_000);
        assertThat(oldestOfMany.getInputStream().read()).isEqualTo(-1);
        own.setSoTimeout(300);
        assertThatThrownBy(() -> own.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void theAddressesOfOneNetworkOfIPv6CountAsOne() throws Exception {
        ByteBuffer network = ConnectionSlots.network(InetAddress.getByName("2001:db8:0:1::1"));
        assertThat(ConnectionSlots.network(InetAddress.getByName("2001:db8:0:1:ffff::2")))
                .isEqualTo(network);
        assertThat(ConnectionSlots.network(InetAddress.getByName("2001:db8:0:2::1")))
                .isNotEqualTo(network);
        assertThat(ConnectionSlots.network(InetAddress.getByName("192.0.2.1")))
                .isNotEqualTo(ConnectionSlots.network(InetAddress.getByName("192.0.2.2")));
    }

    @Test
    void everyCallOfAClientMarksItsConnectionAsLoggedIn() throws Exception {
        port = FreePorts.next();
        TenantJmxLimits limits = new TenantJmxLimits(16, 16, LONG, LONG);
        MBeanServer beans = MBeanServerFactory.newMBeanServer();
        JMXAuthenticator user =
                credentials -> new Subject(true, Set.of(new UserPrincipal("acme/user")), Set.of(), Set.of());
        Map<String, Object> environment = Map.of(JMXConnectorServer.AUTHENTICATOR, user);
        TenantRmiServer rmi = new TenantRmiServer(
                port,
                TenantJmxSockets.of("127.0.0.1", "", "", limits),
                environment,
                new NotificationSubscriptions(by -> Optional.of(VisibleChanges.none())));
        RMIConnectorServer connectors = new RMIConnectorServer(
                new JMXServiceURL("service:jmx:rmi://127.0.0.1:" + port), environment, rmi, beans);
        connectors.start();
        try {
            RMIConnection client = rmi.newClient(null);
            List<ThrowingCallable> asking = List.of(
                    client::getConnectionId,
                    () -> client.addNotificationListeners(null, null, null),
                    () -> client.removeNotificationListeners(null, null, null),
                    () -> client.addNotificationListener(null, null, null, null, null),
                    () -> client.removeNotificationListener(null, null, null),
                    () -> client.removeNotificationListener(null, null, null, null, null),
                    () -> client.fetchNotifications(0, 1, 0));
            for (int i = 0; i < asking.size(); i++) {
                assertThat(loggedInAfter(asking.get(i), limits)).as("call " + i).isTrue();
            }
            assertThat(loggedInAfter(() -> {}, limits)).isFalse();
        } finally {
            connectors.stop();
        }
    }

    /** Tells whether the connection counts as logged in after the call, even if the call fails. */
    private static boolean loggedInAfter(ThrowingCallable asking, TenantJmxLimits limits) throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                TenantJmxSocket socket = new TenantJmxSocket(new ConnectionSlots(limits))) {
            socket.connect(other.getLocalSocketAddress());
            socket.accepted();
            try (Socket end = other.accept()) {
                end.getOutputStream().write(1);
                assertThat(socket.getInputStream().read()).isEqualTo(1);
            }
            var unused = catchThrowable(asking);
            assertThat(socket.getInputStream().read())
                    .as("this thread is no connection's any more")
                    .isEqualTo(-1);
            return socket.loggedIn();
        }
    }

    /** The attack needs no password, since RMI answers every call, also one for an unknown object. */
    @Test
    void clientsThatReadNoAnswersLockNobodyOut() throws Exception {
        open(new TenantJmxLimits(2, 2, Duration.ofSeconds(2), LONG));
        for (int i = 0; i < 2; i++) {
            untilNobodyReads(deaf());
        }
        assertThat(sockets.open()).isEqualTo(2);

        await().atMost(Duration.ofSeconds(40)).ignoreExceptions().untilAsserted(() -> worksFor("boss"));
    }

    @Test
    void aClientThatReadsNoAnswersIsDisconnectedAtTheNextConnection() throws Exception {
        open(new TenantJmxLimits(8, 8, LONG, Duration.ofSeconds(2)));
        SocketChannel deaf = deaf();
        untilNobodyReads(deaf);

        await().pollInterval(Duration.ofSeconds(1))
                .atMost(Duration.ofSeconds(40))
                .until(() -> {
                    silent().close();
                    return gone(deaf);
                });
    }

    private static boolean gone(SocketChannel channel) {
        try {
            channel.write(ByteBuffer.wrap(new byte[1]));
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Opens a connection that completes the handshake and then reads nothing. */
    private SocketChannel deaf() throws IOException {
        SocketChannel channel = SocketChannel.open();
        held.add(channel.socket());
        channel.setOption(StandardSocketOptions.SO_RCVBUF, 4_096);
        channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        ByteBuffer greeting = ByteBuffer.wrap(GREETING);
        while (greeting.hasRemaining()) {
            channel.write(greeting);
        }
        // The client's own view of its address: a host and a port.
        channel.write(ByteBuffer.wrap(new byte[] {0, 1, 'x', 0, 0, 0, 0}));
        channel.configureBlocking(false);
        return channel;
    }

    /** Calls until the server stops reading, since nobody reads its answers. */
    private static void untilNobodyReads(SocketChannel channel) throws Exception {
        byte[] call = new byte[7 + 34];
        System.arraycopy(new byte[] {0x50, (byte) 0xac, (byte) 0xed, 0, 5, 0x77, 34}, 0, call, 0, 7);
        call[14] = 9; // the number of an object that is not there
        ByteBuffer calls = ByteBuffer.allocate(call.length * 500);
        while (calls.remaining() >= call.length) {
            calls.put(call);
        }
        calls.flip();
        AtomicLong wroteAt = new AtomicLong(System.nanoTime());
        await().pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofSeconds(40))
                .until(() -> {
                    while (channel.write(calls) > 0) {
                        wroteAt.set(System.nanoTime());
                        if (!calls.hasRemaining()) {
                            calls.rewind();
                        }
                    }
                    return System.nanoTime() - wroteAt.get() > TimeUnit.SECONDS.toNanos(1);
                });
    }

    @Test
    void moreConnectionsThanSlotsHaveNoMoreThreads() throws Exception {
        open(new TenantJmxLimits(8, 6, LONG, LONG));
        long before = connectionThreads();
        for (int i = 0; i < 100; i++) {
            silent();
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> connectionThreads() - before <= 8);
        worksFor("boss");
    }

    @Test
    void aSilentClientIsDisconnectedInTime() throws Exception {
        open(new TenantJmxLimits(8, 8, Duration.ofSeconds(1), LONG));
        Socket silent = silent();
        silent.setSoTimeout(20_000);

        assertThat(silent.getInputStream().read()).isEqualTo(-1);
        await().atMost(Duration.ofSeconds(10)).until(() -> sockets.open() == 0);
    }

    @Test
    void aConnectionAfterALongPauseHasTheFullTime() throws Exception {
        open(new TenantJmxLimits(8, 8, Duration.ofSeconds(1), LONG));
        worksFor("first");
        // This client itself may pause for longer than a handshake may take, but not each time.
        int pauses = 1;
        while (!isGreetedAfterAPause()) {
            assertThat(pauses++)
                    .as("the listening socket waited for longer than a handshake may take")
                    .isLessThan(5);
        }
    }

    private boolean isGreetedAfterAPause() throws IOException {
        await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
        try (Socket late = silent()) {
            late.getOutputStream().write(GREETING);
            return late.getInputStream().read() == 0x4e;
        } catch (SocketException e) {
            return false;
        }
    }

    @Test
    void aSlowClientIsDisconnectedInTime() throws Exception {
        open(new TenantJmxLimits(8, 8, Duration.ofSeconds(2), LONG));
        Socket slow = silent();
        await().pollInterval(Duration.ofMillis(300))
                .atMost(Duration.ofSeconds(20))
                .until(() -> {
                    try {
                        slow.getOutputStream().write('J');
                        return sockets.open() == 0;
                    } catch (IOException e) {
                        return true;
                    }
                });
    }

    @Test
    void anIdleClientReconnectsWithTheNextCall() throws Exception {
        open(new TenantJmxLimits(8, 8, Duration.ofSeconds(5), Duration.ofSeconds(1)));
        try (JMXConnector connector = connect("boss")) {
            MBeanServerConnection connection = connector.getMBeanServerConnection();
            assertThat(connection.getMBeanCount()).isZero();
            await().atMost(Duration.ofSeconds(20)).until(() -> sockets.open() == 0);

            assertThat(connection.getMBeanCount()).isZero();
        }
    }

    /** The attack needs one connection, since RMI multiplexes all calls over it. */
    @Test
    void repeatedLoginsHaveAFewClientsAndThreads() throws Exception {
        open(new TenantJmxLimits(16, 16, LONG, LONG));
        long before = clientThreads();
        List<RMIConnection> clients = logIn("acme/user", 50);
        assertThat(clients).hasSize(2);
        assertThat(clientThreads() - before).isLessThanOrEqualTo(2);
        assertThatThrownBy(() -> server().newClient(new String[] {"acme/user", "any"}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'acme/user' has 2 connections already")
                .hasMessageEndingWith("It is for you to close one of them.");

        assertThat(logIn("acme/second", 50)).hasSize(2);
        assertThat(logIn("acme/third", 50)).as("a tenant has its part").isEmpty();
        worksFor("globex/boss");
        clients.get(0).close();
        assertThat(logIn("acme/third", 50)).hasSize(1);
    }

    @Test
    void tenantsTogetherLeaveSlotsToUsersOfTheInstallation() throws Exception {
        open(new TenantJmxLimits(16, 16, LONG, LONG));
        int ofTenants = 0;
        for (String tenant : List.of("a", "b", "c", "d", "e")) {
            for (String user : List.of("x", "y", "z")) {
                ofTenants += logIn(tenant + "/" + user, 3).size();
            }
        }
        assertThat(ofTenants).isEqualTo(12);

        worksFor("sre");
        assertThat(logIn("sre", 50)).hasSize(4);
        assertThat(opened.orElseThrow().clients()).isEqualTo(16);
    }

    @Test
    void aSlotIsReleasedOnceThoughAClientIsClosedTwice() throws Exception {
        open(new TenantJmxLimits(16, 16, LONG, LONG));
        List<RMIConnection> clients = logIn("acme/user", 2);
        ClientSlots slots = new ClientSlots(16);
        ClientSlots.Slot first = slots.take(new Administrator("acme/user", "jmx"));
        ClientSlots.Slot second = slots.take(new Administrator("acme/user", "jmx"));
        first.giveBack();
        first.giveBack();
        assertThat(slots.taken()).isEqualTo(1);
        second.giveBack();
        assertThat(slots.taken()).isZero();

        clients.get(0).close();
        assertThatThrownBy(() -> clients.get(0).close()).isInstanceOf(IOException.class);
        assertThat(opened.orElseThrow().clients()).isEqualTo(1);
        opened.orElseThrow().close();
        assertThat(opened.orElseThrow().clients()).isZero();
    }

    @Test
    void aVanishedClientReleasesItsSlot() throws Exception {
        port = FreePorts.next();
        sockets = TenantJmxSockets.of("127.0.0.1", "", "", new TenantJmxLimits(16, 16, LONG, LONG));
        MBeanServer beans = MBeanServerFactory.newMBeanServer();
        JMXAuthenticator user =
                credentials -> new Subject(true, Set.of(new UserPrincipal("acme/user")), Set.of(), Set.of());
        // In milliseconds; the connector's default is two minutes.
        Map<String, Object> environment =
                Map.of(JMXConnectorServer.AUTHENTICATOR, user, "jmx.remote.x.server.connection.timeout", "500");
        TenantRmiServer rmi = new TenantRmiServer(
                port, sockets, environment, new NotificationSubscriptions(by -> Optional.of(VisibleChanges.none())));
        RMIConnectorServer connectors = new RMIConnectorServer(
                new JMXServiceURL("service:jmx:rmi://127.0.0.1:" + port), environment, rmi, beans);
        connectors.start();
        try {
            // A pause between the two calls may be longer than the timeout, so there may be another client.
            await().atMost(Duration.ofSeconds(20)).until(() -> {
                assertThat(rmi.newClient(null)).isNotNull();
                return rmi.clients() == 1;
            });
            await().atMost(Duration.ofSeconds(20)).until(() -> rmi.clients() == 0);
        } finally {
            connectors.stop();
        }
    }

    /** Logs in repeatedly, and returns the clients, since RMI closes unreferenced ones. */
    private List<RMIConnection> logIn(String login, int times) throws Exception {
        RMIServer server = server();
        List<RMIConnection> clients = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            try {
                clients.add(server.newClient(new String[] {login, "any"}));
                loggedIn.add(clients.get(clients.size() - 1));
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("EXCEEDED");
            }
        }
        return clients;
    }

    @SuppressWarnings("BanJNDI") // of this test's own server
    private RMIServer server() throws Exception {
        return (RMIServer) LocateRegistry.getRegistry("127.0.0.1", port).lookup(TenantJmxConnector.NAME);
    }

    private static long clientThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("JMX server connection timeout"))
                .count();
    }

    @Test
    void invalidLimitsAreRefusedByTheirKeys() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TenantJmxLimits(0, 1, LONG, LONG))
                .withMessageContaining("connections.max");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TenantJmxLimits(1, 10_001, LONG, LONG))
                .withMessageContaining("connections.per.source.max");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TenantJmxLimits(1, 1, Duration.ZERO, LONG))
                .withMessageContaining("handshake.timeout.seconds");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TenantJmxLimits(1, 1, LONG, Duration.ofHours(2)))
                .withMessageContaining("idle.timeout.seconds");
    }

    private void open(TenantJmxLimits limits) throws Exception {
        open(limits, (from, login, password) -> Optional.of(new Admitted(login, 1)));
    }

    private void open(TenantJmxLimits limits, OperatorLogin logins) throws Exception {
        port = FreePorts.next();
        sockets = TenantJmxSockets.of("127.0.0.1", "", "", limits);
        BusMBeans beans = new BusMBeans(MBeanServerFactory.newMBeanServer());
        opened = Optional.of(TenantJmxConnector.open(
                beans.own(),
                logins,
                new NotificationSubscriptions(by -> Optional.of(VisibleChanges.none())),
                new MBeanVisibility(by -> Optional.of(Set.of())),
                sockets,
                "127.0.0.1",
                port));
    }

    private Socket silent() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        held.add(socket);
        return socket;
    }

    private Socket silentFrom(String address) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(address), 0);
        held.add(socket);
        return socket;
    }

    private void worksFor(String login) throws IOException {
        try (JMXConnector connector = connect(login)) {
            assertThat(connector.getMBeanServerConnection().getMBeanCount()).isZero();
        }
    }

    @SuppressWarnings("BanJNDI") // of this test's own server
    private JMXConnector connect(String login) throws IOException {
        return JMXConnectorFactory.connect(
                new JMXServiceURL(opened.orElseThrow().url()),
                Map.of(JMXConnector.CREDENTIALS, new String[] {login, "any"}));
    }

    private static long connectionThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("RMI TCP Connection("))
                .filter(thread -> !thread.getName().endsWith("(idle)"))
                .count();
    }
}
