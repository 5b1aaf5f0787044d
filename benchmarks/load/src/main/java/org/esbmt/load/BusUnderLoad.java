package org.esbmt.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.Soap;

/** A bus with a number of tenants, each with an endpoint of its own, on the measured processor. */
public final class BusUnderLoad implements AutoCloseable {
    private static final String LOGIN = "sender";
    private static final String PASSWORD = "a-password-of-the-benchmark";
    private static final String ASSEMBLY = "load";
    private static final String SERVICE = "Load";
    private static final String ENDPOINT = "soap";

    private final BusProcess bus;
    private final List<Message.Sender> senders = new ArrayList<>();
    private final String backEndUrl;
    /** Read once: the first login deletes the file with the password. */
    private BusHome.Credentials administrator;

    /** A change of a new bus's files before its first start. */
    @FunctionalInterface
    public interface Configuration {
        void change(BusHome home) throws IOException;
    }

    public BusUnderLoad(int tenants, InetSocketAddress backEnd, Path distribution, Path directory)
            throws IOException, InterruptedException {
        this(tenants, backEnd, distribution, directory, home -> {});
    }

    public BusUnderLoad(
            int tenants, InetSocketAddress backEnd, Path distribution, Path directory, Configuration configuration)
            throws IOException, InterruptedException {
        deleteEarlier(directory);
        BusHome home = BusHome.unpack(distribution, directory);
        home.useFreePorts();
        String to = backEnd.getAddress().getHostAddress() + ":" + backEnd.getPort();
        home.set("org.esbmt.http.bc.cfg", "egress.allow", "*@" + to);
        home.set("org.esbmt.http.bc.cfg", "threads", "1");
        backEndUrl = "http://" + to + "/";
        configuration.change(home);
        bus = BusProcess.start(home, Pinned.environment());
        Pinned.pin(bus.process(), Pinned.MEASURED);
        try {
            addTenants(tenants);
        } catch (IOException | InterruptedException | RuntimeException e) {
            bus.close();
            throw e;
        }
    }

    /** Deletes the directory of an earlier run. If that run was killed, its bus may still run, and is stopped first. */
    private static void deleteEarlier(Path directory) throws IOException, InterruptedException {
        if (Files.isDirectory(directory)) {
            try (Stream<Path> children = Files.list(directory)) {
                for (Path home : children.filter(path -> Files.isExecutable(path.resolve("bin/stop")))
                        .toList()) {
                    BusProcess.stop(new BusHome(home));
                }
            }
            BusHome.delete(directory);
        }
    }

    private void addTenants(int tenants) throws IOException, InterruptedException {
        byte[] archive = AssemblyArchive.soapProxy(ASSEMBLY, SERVICE, ENDPOINT, backEndUrl);
        Soap soap = new Soap();
        try (AdministrationClient administration = administration()) {
            for (int i = 1; i <= tenants; i++) {
                AdministrationClient.Tenant t = administration.createTenant("load-" + i, "Load " + i, LOGIN, PASSWORD);
                administration.deploy(t, archive);
                String path = "/tenant-services/" + t.tenantId() + "/" + SERVICE + "/" + ENDPOINT;
                senders.add(new Message.Sender(path, t.tenantId(), t.userId(), PASSWORD));
                Soap.Answer answer = soap.send(
                        bus.home().baseUrl() + path,
                        Soap.envelope(Soap.tenantContext(t.tenantId(), t.userId(), PASSWORD), "<x/>"));
                if (answer.status() != 200) {
                    throw new IOException("tenant " + i + " gets no answer: " + answer);
                }
                if (i % 100 == 0) {
                    System.err.println(i + " tenants");
                }
            }
        }
    }

    public AdministrationClient administration() throws IOException {
        return new AdministrationClient(bus, administrator());
    }

    /** The administrator that the first start has created. */
    public BusHome.Credentials administrator() throws IOException {
        if (administrator == null) {
            administrator = bus.home()
                    .initialAdministrator()
                    .orElseThrow(() -> new IOException("the first start has left no administrator's password"));
        }
        return administrator;
    }

    public String backEndUrl() {
        return backEndUrl;
    }

    public BusHome home() {
        return bus.home();
    }

    /** Deploys a scenario for the first tenant; returns its sender. */
    Message.Sender deploy(RoutedAssembly scenario) throws IOException {
        return deploy(scenario.scenario(), scenario.archive(backEndUrl));
    }

    /** Deploys an assembly with the endpoint {@code Load/<endpoint>} for the first tenant; returns its sender. */
    public Message.Sender deploy(String endpoint, byte[] archive) throws IOException {
        Message.Sender first = senders.get(0);
        AdministrationClient.Tenant owner =
                new AdministrationClient.Tenant("load-1", first.tenant(), LOGIN, first.user(), first.password());
        try (AdministrationClient administration = AdministrationClient.of(bus, owner)) {
            administration.deploy(owner, archive);
        }
        return new Message.Sender(
                "/tenant-services/" + first.tenant() + "/" + SERVICE + "/" + endpoint,
                first.tenant(),
                first.user(),
                first.password());
    }

    public InetSocketAddress address() throws IOException {
        URI base = URI.create(bus.home().baseUrl());
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), base.getPort());
    }

    public long pid() {
        return bus.process().pid();
    }

    public List<Message.Sender> senders() {
        return senders;
    }

    @Override
    public void close() throws IOException {
        bus.close();
    }
}
