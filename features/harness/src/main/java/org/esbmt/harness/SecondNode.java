package org.esbmt.harness;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Makes another node of the cluster of a bus that brings its own PostgreSQL and message broker, on this machine. The
 * first bus has to listen for it: {@link #listen}, before its first start.
 */
public final class SecondNode {
    private static final String POSTGRESQL = "org.esbmt.embedded.postgresql.cfg";
    private static final String REGISTRIES = "org.esbmt.registry.postgresql.cfg";
    private static final String MESSAGING = "org.esbmt.messaging.cfg";
    private static final String PEPPER = "org.esbmt.pepper";

    private final BusHome first;

    public SecondNode(BusHome first) {
        this.first = requireNonNull(first, "first");
    }

    /** The first node's database server and broker get ports that others know. */
    public void listen() throws IOException {
        first.setFreePort(POSTGRESQL, "port");
        first.setFreePort(MESSAGING, "port");
    }

    /** Tells a distribution that was not started yet where everything is. The first node has to run. */
    public void join(BusHome second) throws IOException {
        join(second, 2);
    }

    /**
     * As {@link #join(BusHome)}, for one node of several.
     *
     * @param number from 2, another one for each node: it makes the node's name in transactions and the names of its database roles
     */
    public void join(BusHome second, int number) throws IOException {
        second.useFreePorts();
        second.set("org.esbmt.transactions.cfg", "node.name", "node" + number);
        registries(second, number);
        second.set(MESSAGING, "broker.url", "tcp://127.0.0.1:" + port(MESSAGING));
        second.set(MESSAGING, "user", "esbmt");
        second.set(
                MESSAGING,
                "password.file",
                first.data().resolve("broker/password").toString());
        second.set(
                "org.esbmt.management.cfg",
                "key.file",
                first.data().resolve("management/seal.key").toString());
        Files.copy(first.etc().resolve(PEPPER), second.etc().resolve(PEPPER));
    }

    /** Roles of its own: the first node gives its own ones new passwords at each start. */
    private void registries(BusHome second, int number) throws IOException {
        Path password = second.directory().resolve("registry.password");
        Files.createFile(password, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(password, Passwords.random(), StandardCharsets.US_ASCII);
        second.set(REGISTRIES, "server", "external");
        second.set(REGISTRIES, "host", "127.0.0.1");
        second.set(REGISTRIES, "port", port(POSTGRESQL));
        second.set(REGISTRIES, "sslmode", "disable");
        second.set(REGISTRIES, "admin.user", "esbmt");
        second.set(
                REGISTRIES,
                "admin.password.file",
                postgresql().resolve("password").toString());
        second.set(REGISTRIES, "password.file", password.toString());
        second.set(REGISTRIES, "user", "esbmt_tenant_registry_" + number);
        second.set(REGISTRIES, "service.user", "esbmt_service_registry_" + number);
        second.set(REGISTRIES, "configuration.user", "esbmt_configuration_registry_" + number);
    }

    /**
     * The directory of the PostgreSQL data. If root's server could not reach the data of the bus, a file names the
     * other directory.
     */
    private Path postgresql() throws IOException {
        Path here = first.data().resolve("postgresql");
        Path location = here.resolve("location");
        return Files.exists(location) ? Path.of(Files.readString(location).strip()) : here;
    }

    private String port(String file) throws IOException {
        return first.get(file, "port").orElseThrow(() -> new IOException("etc/" + file + " does not set port"));
    }
}
