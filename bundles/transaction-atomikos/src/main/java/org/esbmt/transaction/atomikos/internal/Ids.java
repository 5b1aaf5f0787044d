package org.esbmt.transaction.atomikos.internal;

import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.transaction.api.TransactionId;

/**
 * The ids of the transactions that one decision log decides on: {@code node.log.life.number.millis}. Those of another node, and
 * those of a node with the same name that has another log, are told apart exactly; nobody finishes what somebody else decides
 * on. The life, which is counted on the disk, makes them unique whatever the clock does; the milliseconds say when the
 * transaction began. Thread-safe.
 */
final class Ids {
    private static final int RADIX = 36;
    private static final Pattern FORM =
            Pattern.compile("([a-z0-9-]{1,16})\\.([0-9a-f]{8})\\.[0-9a-z]{1,7}\\.[0-9a-z]{1,13}\\.([0-9a-z]{1,11})");

    private final NodeName node;
    private final String log;
    private final String prefix;
    private final Clock clock;
    private final AtomicLong number = new AtomicLong();

    /**
     * @param log eight hexadecimal digits, drawn when the log was made
     * @param life how many times the log was opened
     */
    Ids(NodeName node, String log, int life, Clock clock) {
        this.node = node;
        this.log = log;
        this.clock = clock;
        prefix = String.format(Locale.ROOT, "%s.%s.%s.", node, log, Integer.toString(life, RADIX));
    }

    TransactionId next() {
        return new TransactionId(
                prefix + Long.toString(number.incrementAndGet(), RADIX) + "." + Long.toString(clock.millis(), RADIX));
    }

    /** Whether our log decides on it. */
    boolean areOurs(TransactionId id) {
        Matcher parts = FORM.matcher(id.value());
        return parts.matches()
                && parts.group(1).equals(node.value())
                && parts.group(2).equals(log);
    }

    /** Whether it is of a node that has our name and another log. */
    boolean areOfNamesake(TransactionId id) {
        Matcher parts = FORM.matcher(id.value());
        return parts.matches()
                && parts.group(1).equals(node.value())
                && !parts.group(2).equals(log);
    }

    /** When it began, for ours. */
    static Instant began(TransactionId id) {
        Matcher parts = FORM.matcher(id.value());
        if (!parts.matches()) {
            throw new IllegalArgumentException("not the id of a transaction of a node: " + id);
        }
        return Instant.ofEpochMilli(Long.parseLong(parts.group(3), RADIX));
    }
}
