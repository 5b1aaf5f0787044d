package org.esbmt.embedded.broker.internal;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The configuration, checked as a whole.
 *
 * @param external the configured broker; empty for the embedded one
 * @param directory of the embedded one; empty for the default
 * @param port of the embedded one; empty for none
 */
record BrokerSettings(Optional<External> external, Optional<Path> directory, OptionalInt port, BrokerLimits limits) {
    private static final long MEGABYTE = 1024L * 1024;

    /**
     * An external broker.
     *
     * @param addresses alternative addresses, in the order of the attempts
     * @param passwordFile read again for each connection
     * @param authorities PEM; empty for those of Java
     */
    record External(
            List<Address> addresses,
            String user,
            Path passwordFile,
            Optional<Path> authorities,
            Duration connectTimeout) {}

    /** @throws IllegalArgumentException naming every key that is wrong */
    static BrokerSettings of(MessagingConfiguration c) {
        List<String> wrong = new ArrayList<>();
        between(wrong, "connect.timeout.seconds", c.connect_timeout_seconds(), 1, 60);
        between(wrong, "port", c.port(), 0, 65_535);
        between(wrong, "connections.max", c.connections_max(), 1, 10_000);
        between(wrong, "message.bytes", c.message_bytes(), 1024, 16 * (int) MEGABYTE);
        between(wrong, "memory.megabytes", c.memory_megabytes(), 8, 1_048_576);
        between(wrong, "store.megabytes", c.store_megabytes(), 32, 1_048_576);
        between(wrong, "temporary.megabytes", c.temporary_megabytes(), 16, 1_048_576);
        between(wrong, "message.retention.hours", c.message_retention_hours(), 1, 8760);
        between(wrong, "subscription.retention.hours", c.subscription_retention_hours(), 1, 8760);
        between(wrong, "stop.timeout.seconds", c.stop_timeout_seconds(), 1, 300);
        Optional<External> external = c.broker_url().isBlank() ? Optional.empty() : external(c, wrong);
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException("org.esbmt.messaging: " + String.join("; ", wrong));
        }
        BrokerLimits limits = new BrokerLimits(
                c.connections_max(),
                c.message_bytes(),
                c.memory_megabytes() * MEGABYTE,
                c.store_megabytes() * MEGABYTE,
                c.temporary_megabytes() * MEGABYTE,
                Duration.ofHours(c.message_retention_hours()),
                Duration.ofHours(c.subscription_retention_hours()),
                Duration.ofSeconds(c.stop_timeout_seconds()));
        OptionalInt port = c.port() == 0 ? OptionalInt.empty() : OptionalInt.of(c.port());
        return new BrokerSettings(external, path(c.directory()), port, limits);
    }

    private static Optional<External> external(MessagingConfiguration c, List<String> wrong) {
        check(wrong, !c.user().isBlank(), "an external broker needs user", c.user());
        check(wrong, !c.password_file().isBlank(), "an external broker needs password.file", c.password_file());
        try {
            return Optional.of(new External(
                    Address.parse(c.broker_url()),
                    c.user().strip(),
                    Path.of(c.password_file().strip()),
                    path(c.authorities_file()),
                    Duration.ofSeconds(c.connect_timeout_seconds())));
        } catch (IllegalArgumentException e) {
            check(wrong, false, "broker.url " + e.getMessage(), c.broker_url());
            return Optional.empty();
        }
    }

    private static Optional<Path> path(String text) {
        return text.isBlank() ? Optional.empty() : Optional.of(Path.of(text.strip()));
    }

    private static void between(List<String> wrong, String key, int value, int min, int max) {
        check(wrong, value >= min && value <= max, key + " is " + min + " to " + max, value);
    }

    private static void check(List<String> wrong, boolean right, String rule, Object value) {
        if (!right) {
            wrong.add(rule + ", but is '" + value + "'");
        }
    }
}
