package org.esbmt.transaction.atomikos.internal;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The configuration, checked as a whole.
 *
 * @param directory empty for the default
 * @param timeout the longest duration of a transaction
 * @param transactions the largest number at the same time
 * @param alarm the age at which a branch in doubt is logged
 */
record TransactionSettings(
        NodeName node,
        Optional<Path> directory,
        Duration timeout,
        int transactions,
        Duration recoveryInterval,
        Duration alarm) {

    /** @throws IllegalArgumentException naming every key that is wrong */
    static TransactionSettings of(TransactionsConfiguration c) {
        List<String> wrong = new ArrayList<>();
        Optional<NodeName> node = Optional.empty();
        try {
            node = Optional.of(new NodeName(c.node_name().strip()));
        } catch (IllegalArgumentException e) {
            wrong.add("node.name: " + e.getMessage());
        }
        between(wrong, "timeout.seconds", c.timeout_seconds(), 1, 3600);
        between(wrong, "transactions.max", c.transactions_max(), 1, 10_000);
        between(wrong, "recovery.interval.seconds", c.recovery_interval_seconds(), 1, 3600);
        between(wrong, "alarm.seconds", c.alarm_seconds(), 1, 86_400);
        if (node.isEmpty() || !wrong.isEmpty()) {
            throw new IllegalArgumentException("org.esbmt.transactions: " + String.join("; ", wrong));
        }
        return new TransactionSettings(
                node.get(),
                c.directory().isBlank()
                        ? Optional.empty()
                        : Optional.of(Path.of(c.directory().strip())),
                Duration.ofSeconds(c.timeout_seconds()),
                c.transactions_max(),
                Duration.ofSeconds(c.recovery_interval_seconds()),
                Duration.ofSeconds(c.alarm_seconds()));
    }

    private static void between(List<String> wrong, String key, int value, int min, int max) {
        if (value < min || value > max) {
            wrong.add(key + " is " + min + " to " + max + ", but is '" + value + "'");
        }
    }
}
