package org.esbmt.management.cluster.internal;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.esbmt.registry.api.configuration.ClusterName;
import org.esbmt.registry.api.configuration.HostName;

/**
 * The configuration, validated as a whole.
 *
 * @param folder the folder of this node's own data
 * @param heartbeat the time between two heartbeats
 * @param changeLimit the time after which a change is not awaited any more
 */
record ClusterSettings(
        ClusterName cluster,
        HostName host,
        Path folder,
        Path keyFile,
        List<Path> formerKeyFiles,
        Duration heartbeat,
        Duration changeLimit) {

    /**
     * Validates the configuration.
     *
     * @param folder the default folder
     * @throws IllegalArgumentException naming every invalid key
     */
    static ClusterSettings of(ClusterConfiguration c, Path folder) {
        List<String> wrong = new ArrayList<>();
        ClusterName cluster = null;
        HostName host = null;
        try {
            cluster = new ClusterName(c.cluster_name().strip());
        } catch (IllegalArgumentException e) {
            wrong.add("cluster.name: " + e.getMessage());
        }
        try {
            host = new HostName(
                    c.node_host().isBlank() ? machine() : c.node_host().strip());
        } catch (IllegalArgumentException e) {
            wrong.add("node.host: " + e.getMessage());
        }
        between(wrong, "heartbeat.seconds", c.heartbeat_seconds(), 1, 300);
        between(wrong, "change.limit.hours", c.change_limit_hours(), 1, 8760);
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(ClusterPart.PID + ": " + String.join("; ", wrong));
        }
        return new ClusterSettings(
                cluster,
                host,
                folder,
                c.key_file().isBlank()
                        ? folder.resolve("seal.key")
                        : Path.of(c.key_file().strip()),
                Stream.of(c.former_key_files())
                        .flatMap(files -> Stream.of(files.split(",", -1)))
                        .map(String::strip)
                        .filter(file -> !file.isEmpty())
                        .map(Path::of)
                        .toList(),
                Duration.ofSeconds(c.heartbeat_seconds()),
                Duration.ofHours(c.change_limit_hours()));
    }

    private static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    private static void between(List<String> wrong, String key, int value, int min, int max) {
        if (value < min || value > max) {
            wrong.add(key + " is " + min + " to " + max + ", but is '" + value + "'");
        }
    }
}
