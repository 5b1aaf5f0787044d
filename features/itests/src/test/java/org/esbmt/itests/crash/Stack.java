package org.esbmt.itests.crash;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.BackEndProcess;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.Script;
import org.esbmt.testing.FreePorts;

/**
 * Two nodes of the distribution, three databases, a broker and a back end, each a process. Both nodes reach databases and
 * broker through proxies. One thread at a time.
 */
final class Stack implements AutoCloseable {
    private static final Duration SIGNAL = Duration.ofSeconds(10);
    /** The longest silence of a reachable registry. A node asks the registry each second. */
    private static final long HEARD_MILLIS = 3_000;

    private static final String REGISTRIES = "org.esbmt.registry.postgresql.cfg";
    private static final String MESSAGING = "org.esbmt.messaging.cfg";
    /** Files of keys, which all nodes of one registry share. */
    private static final List<String> SHARED = List.of("org.esbmt.pepper", "org.esbmt.sealing-keys");

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Gate gate = new Gate();
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private volatile Optional<HeldBack> heldBack = Optional.empty();

    private RegistryServers registries;
    private BrokerServer broker;
    private BackEndProcess backEnd;
    private Proxy<RegistryConversation> managingRegistries;
    private Proxy<BrokerConversation> managingBroker;
    private BusHome managingHome;
    private BusHome otherHome;
    private BusProcess managing;
    private BusProcess other;
    private BusHome.Credentials administrator;
    /** True after a stop of a database, until the nodes have an answer of it again. */
    private boolean unheard;

    private Stack() {}

    /**
     * Starts the processes, which takes half a minute.
     *
     * @param distribution the archive of the build
     * @param directory for the processes; it is emptied first
     */
    static Stack start(Path distribution, Path directory) throws IOException, InterruptedException {
        Stack stack = new Stack();
        try {
            stack.startAll(distribution, directory);
            return stack;
        } catch (IOException | InterruptedException | RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    private void startAll(Path distribution, Path directory) throws IOException, InterruptedException {
        BusHome.delete(directory);
        Files.createDirectories(directory);
        registries = RegistryServers.start();
        opened.push(registries);
        broker = BrokerServer.start(Files.createDirectories(directory.resolve("broker")), FreePorts.next());
        opened.push(broker);
        backEnd = new BackEndProcess("backend", directory);
        opened.push(backEnd);
        managingRegistries = registryProxy("managing", Optional.of(gate));
        managingBroker = brokerProxy("managing", Optional.of(gate), false);
        managingHome = home(distribution, directory.resolve("managing"), managingRegistries, managingBroker);
        managingHome.set("org.esbmt.transactions.cfg", "node.name", "node1");
        opened.push(() -> BusProcess.stop(managingHome));
        managing = BusProcess.start(managingHome);
        administrator = managingHome.initialAdministrator().orElseThrow();
        otherHome = home(
                distribution,
                directory.resolve("other"),
                registryProxy("other", Optional.empty()),
                brokerProxy("other", Optional.empty(), true));
        otherHome.set("org.esbmt.transactions.cfg", "node.name", "node2");
        otherHome.set(
                "org.esbmt.management.cfg",
                "key.file",
                managingHome.data().resolve("management/seal.key").toString());
        for (String shared : SHARED) {
            Files.copy(managingHome.etc().resolve(shared), otherHome.etc().resolve(shared));
        }
        opened.push(() -> BusProcess.stop(otherHome));
        other = BusProcess.start(otherHome);
    }

    private Proxy<RegistryConversation> registryProxy(String node, Optional<Gate> looking) throws IOException {
        Proxy<RegistryConversation> proxy = new Proxy<>(
                node + " registries", socket -> new RegistryConversation(socket, registries.ports(), looking));
        opened.push(proxy);
        return proxy;
    }

    private Proxy<BrokerConversation> brokerProxy(String node, Optional<Gate> looking, boolean remember)
            throws IOException {
        Proxy<BrokerConversation> proxy = new Proxy<>(
                node + " broker",
                socket -> new BrokerConversation(
                        socket,
                        broker.port(),
                        looking,
                        frame -> heldBack.ifPresent(h -> h.told(frame, remember, told))));
        opened.push(proxy);
        return proxy;
    }

    private BusHome home(
            Path distribution,
            Path directory,
            Proxy<RegistryConversation> toRegistries,
            Proxy<BrokerConversation> toBroker)
            throws IOException, InterruptedException {
        BusHome home = BusHome.unpack(distribution, directory);
        opened.push(() -> {
            BusHome.delete(home.directory().resolve("system"));
            BusHome.delete(home.data().resolve("cache"));
        });
        home.useFreePorts();
        Path password = home.directory().resolve("registry.password");
        Files.createFile(password, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(password, RegistryServers.PASSWORD, StandardCharsets.US_ASCII);
        home.set(REGISTRIES, "server", "external");
        home.set(REGISTRIES, "host", "127.0.0.1");
        home.set(REGISTRIES, "port", Integer.toString(toRegistries.port()));
        home.set(REGISTRIES, "sslmode", "disable");
        home.set(REGISTRIES, "password.file", password.toString());
        home.set(MESSAGING, "broker.url", "tcp://127.0.0.1:" + toBroker.port());
        home.set(MESSAGING, "user", BrokerServer.USER);
        home.set(MESSAGING, "password.file", broker.passwordFile().toString());
        home.set("org.esbmt.http.bc.cfg", "egress.allow", "*@" + backEnd.hostAndPort());
        return home;
    }

    Gate gate() {
        return gate;
    }

    RegistryServers registries() {
        return registries;
    }

    BrokerServer broker() {
        return broker;
    }

    BackEndProcess backEnd() {
        return backEnd;
    }

    /** The node that gets the requests. */
    BusHome managing() {
        return managingHome;
    }

    /** The node that is never a victim. */
    BusHome other() {
        return otherHome;
    }

    /** Connects to the managing node as an administrator of the installation; closed by the caller. */
    AdministrationClient administration() throws IOException {
        return new AdministrationClient(managing, administrator);
    }

    /** Connects to the managing node as a tenant's administrator; closed by the caller. */
    AdministrationClient administration(AdministrationClient.Tenant tenant) throws IOException {
        return AdministrationClient.of(managing, tenant);
    }

    /**
     * Waits after a stop of a database until it answers both nodes again. Two stops without a break would act as one stop of
     * twice the time, after which the nodes refuse all senders.
     *
     * @return true if both nodes have an answer in time
     */
    boolean awaitHeard(Duration atMost) throws IOException, InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (unheard && System.nanoTime() - end < 0) {
            unheard = silenceMillis(managing) > HEARD_MILLIS || silenceMillis(other) > HEARD_MILLIS;
        }
        return !unheard;
    }

    private long silenceMillis(BusProcess node) throws IOException, InterruptedException {
        try (AdministrationClient connected = new AdministrationClient(node, administrator)) {
            return (Long) connected
                    .server()
                    .getAttribute(new ObjectName("org.esbmt:type=TenantAuthentication"), "RegistrySilenceMillis");
        } catch (JMException e) {
            throw new IOException("how long the node has not heard the registry cannot be told", e);
        } catch (SecurityException e) {
            TimeUnit.SECONDS.sleep(1);
            return Long.MAX_VALUE; // the registry does not answer yet
        }
    }

    // --- messages to nodes

    /**
     * Watches for a message from the broker to the other node.
     *
     * @param mark a text in the message; empty for no message
     * @param hold delays such messages to all nodes until {@link #tellNodes}
     */
    void expectTelling(String mark, boolean hold) {
        told.clear();
        heldBack = Optional.of(new HeldBack(mark, hold));
    }

    /** True if the broker has sent such a message to the other node. */
    boolean wasTold(String mark) {
        return told.contains(mark);
    }

    /** Releases the delayed messages. */
    void tellNodes() {
        heldBack.ifPresent(HeldBack::release);
    }

    // --- faults

    /** Injects the fault. */
    void strike(Part victim, Fault fault) throws IOException, InterruptedException {
        switch (fault) {
            case KILL -> kill(victim);
            case STOP -> signal(victim, "-STOP");
            case CUT -> cut(victim);
        }
    }

    /** Ends the fault; returns when the victim works again. */
    void heal(Part victim, Fault fault) throws IOException, InterruptedException {
        switch (fault) {
            case KILL -> startAgain(victim);
            case STOP -> signal(victim, "-CONT");
            case CUT -> {
                // the client connects again by itself
            }
        }
    }

    private void kill(Part victim) throws IOException, InterruptedException {
        switch (victim) {
            case NODE -> managing.kill();
            case BROKER -> broker.kill();
            default -> registries.server(victim).kill();
        }
    }

    private void startAgain(Part victim) throws IOException, InterruptedException {
        switch (victim) {
            case NODE -> managing = BusProcess.start(managingHome);
            case BROKER -> broker.startAgain();
            default -> registries.server(victim).startAgain();
        }
    }

    private void signal(Part victim, String signal) throws IOException, InterruptedException {
        switch (victim) {
            case NODE -> signal(managing.process().pid(), signal);
            case BROKER -> signal(broker.pid(), signal);
            default -> {
                if (signal.equals("-STOP")) {
                    registries.server(victim).freeze();
                } else {
                    registries.server(victim).thaw();
                    unheard = true;
                }
            }
        }
    }

    private static void signal(long pid, String signal) throws IOException, InterruptedException {
        Script.Result result = Script.run(Path.of("/"), List.of("sh", "-c", "kill " + signal + " " + pid), SIGNAL);
        if (result.status() != 0) {
            throw new IOException("kill " + signal + " " + pid + ": " + result.output());
        }
    }

    private void cut(Part victim) {
        switch (victim) {
            case NODE -> {
                // the client closes its own connection
            }
            case BROKER -> managingBroker.open().forEach(Conversation::close);
            default ->
                managingRegistries.open().stream()
                        .filter(conversation -> conversation.part() == victim)
                        .forEach(Conversation::close);
        }
    }

    /** Stops everything in reverse order. Deletes large directories and keeps the logs. */
    @Override
    public void close() {
        gate.open();
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                System.err.println("cannot be stopped: " + e);
            }
        }
    }
}
