package org.esbmt.message.security.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Set;

/**
 * The acceptance of secured messages beyond the fixed list of algorithms.
 *
 * @param messageBytes the most bytes of a message, as received and as decrypted; 1 KiB to 16 MiB
 * @param oaepSha1 accepts {@link Tolerance#OAEP_SHA1}; the opened message tells whether it was used
 * @param plainIdentifiers accepts {@link Tolerance#PLAIN_ID}; the same
 * @param sessions accepts messages that are signed under a session of WS-SecureConversation
 * @param lifetime the longest time from Created to Expires that counts; a longer one is cut; up to 5 minutes
 * @param skew the most that a sender's clock may be ahead of or behind this one; up to 1 minute
 */
public record SecurityProfile(
        int messageBytes,
        boolean oaepSha1,
        boolean plainIdentifiers,
        boolean sessions,
        Duration lifetime,
        Duration skew) {

    /** 1 MiB, 300 s and 60 s, neither SHA-1, plain identifiers nor sessions. */
    public static final SecurityProfile STRICT =
            new SecurityProfile(1024 * 1024, false, false, false, Duration.ofMinutes(5), Duration.ofMinutes(1));

    /** The same, but for a receiver that compares what the message has needed with its endpoint's rules. */
    public static final SecurityProfile TOLERANT =
            new SecurityProfile(1024 * 1024, true, true, true, Duration.ofMinutes(5), Duration.ofMinutes(1));

    private static final int LEAST_BYTES = 1024;
    private static final int MOST_BYTES = 16 * 1024 * 1024;

    public SecurityProfile {
        requireNonNull(lifetime, "lifetime");
        requireNonNull(skew, "skew");
        if (messageBytes < LEAST_BYTES || messageBytes > MOST_BYTES) {
            throw new IllegalArgumentException("messageBytes must be 1 KiB to 16 MiB, but is " + messageBytes);
        }
        if (lifetime.isNegative() || lifetime.isZero() || lifetime.compareTo(Duration.ofMinutes(5)) > 0) {
            throw new IllegalArgumentException("lifetime must be positive and at most PT5M, but is " + lifetime);
        }
        if (skew.isNegative() || skew.compareTo(Duration.ofMinutes(1)) > 0) {
            throw new IllegalArgumentException("skew must be PT0S to PT1M, but is " + skew);
        }
    }

    /** The same, with these practices alone. */
    public SecurityProfile tolerating(Set<Tolerance> practices) {
        return new SecurityProfile(
                messageBytes,
                practices.contains(Tolerance.OAEP_SHA1),
                practices.contains(Tolerance.PLAIN_ID),
                sessions,
                lifetime,
                skew);
    }
}
