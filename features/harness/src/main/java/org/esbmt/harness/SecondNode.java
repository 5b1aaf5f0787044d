package org.esbmt.harness;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * Configures further nodes of a cluster on this machine. The first node has the embedded PostgreSQL and message broker, which need
 * fixed ports: call {@link #listen} before its first start.
 */
public final class SecondNode {
    private static final String POSTGRESQL = "org.esbmt.embedded.postgresql.cfg";
    private static final String REGISTRIES = "org.esbmt.registry.postgresql.cfg";
    private static final String MESSAGING = "org.esbmt.messaging.cfg";
    /** Files of keys, which all nodes of one registry share. */
    private static final List<String> SHARED = List.of("org.esbmt.pepper", "org.esbmt.sealing-keys");

    private final BusHome first;

    public SecondNode(BusHome first) {
        this.first = requireNonNull(first, "first");
    }

    /** Gives fixed ports to the first node's database server and broker. */
    public void listen() throws IOException {
        first.setFreePort(POSTGRESQL, "port");
        first.setFreePort(MESSAGING, "port");
    }

    /** Configures a new distribution as the second node. The first node must run. */
    public void join(BusHome second) throws IOException {
        join(second, 2);
    }

    /**
     * As {@link #join(BusHome)}, for any further node.
     *
     * @param number a number from 2, unique in the cluster, for the node's name in transactions and its database roles
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
        for (String shared : SHARED) {
            Files.copy(first.etc().resolve(shared), second.etc().resolve(shared));
        }
    }

    /** Each node has roles of its own, because the first node sets new passwords of its roles at each start. */
    private void registries(BusHome second, int number) throws IOException {
        Path password = second.directory().resolve("registry.password");
        Files.createFile(password, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(password, RandomPassword.next(), StandardCharsets.US_ASCII);
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
     * The directory of the PostgreSQL data. A bus of root may keep the data elsewhere, because the server runs as another user.
     * The file {@code location} then names that directory.
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
