package org.esbmt.embedded.broker.internal;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * The limits of the embedded broker; it refuses requests beyond them.
 *
 * @param connections at the TCP port, at the same time
 * @param messageBytes of one message
 * @param memoryBytes of all messages in memory
 * @param storeBytes of the store; sending fails beyond
 * @param temporaryBytes of files that are not needed after a restart
 * @param messageRetention the age after which a message is discarded
 * @param subscriptionRetention the time after which an unused durable subscription is discarded
 * @param stop the longest duration of a stop
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
