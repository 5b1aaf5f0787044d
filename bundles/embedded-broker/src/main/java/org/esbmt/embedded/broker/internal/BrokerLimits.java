package org.esbmt.embedded.broker.internal;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * What the embedded broker takes before it refuses.
 *
 * @param connections at the TCP port, at the same time
 * @param messageBytes of one message
 * @param memoryBytes of all messages that are in memory
 * @param storeBytes of the store; sending fails beyond
 * @param temporaryBytes of files that are not needed after a restart
 * @param messageRetention after which a message is discarded
 * @param subscriptionRetention after which a durable subscription is, that nobody uses
 * @param stop how long a stop may take
 */
record BrokerLimits(
        int connections,
        int messageBytes,
        long memoryBytes,
        long storeBytes,
        long temporaryBytes,
        Duration messageRetention,
        Duration subscriptionRetention,
        Duration stop) {

    BrokerLimits {
        requireNonNull(messageRetention, "messageRetention");
        requireNonNull(subscriptionRetention, "subscriptionRetention");
        requireNonNull(stop, "stop");
    }
}
