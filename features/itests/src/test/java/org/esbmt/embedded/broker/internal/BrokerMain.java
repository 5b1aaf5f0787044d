package org.esbmt.embedded.broker.internal;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * The bus's own broker in a process of its own, for tests that kill it. It has the limits of the default configuration. It
 * stands in this package because the broker's classes are package-private.
 */
public final class BrokerMain {
    private static final int MIB = 1024 * 1024;
    private static final BrokerLimits LIMITS = new BrokerLimits(
            100,
            MIB,
            32L * MIB,
            256L * MIB,
            64L * MIB,
            Duration.ofHours(24),
            Duration.ofHours(168),
            Duration.ofSeconds(20));

    private BrokerMain() {}

    /**
     * Runs until it is killed.
     *
     * @param args its directory and its port
     */
    public static void main(String[] args) throws InterruptedException {
        try (EmbeddedBroker broker =
                new EmbeddedBroker(Path.of(args[0]), OptionalInt.of(Integer.parseInt(args[1])), LIMITS, List.of())) {
            broker.start();
            Thread.currentThread().join();
        }
    }
}
