package org.esbmt.transaction.atomikos.internal;

import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.transaction.api.TransactionId;

/**
 * The ids of the transactions of one decision log: {@code node.log.life.number.millis}. Ids of another node differ by
 * the name, and ids of a node with the same name but another log differ by the log. A node therefore never finishes the
 * transactions of another decision log. The life is counted on the disk and makes the ids unique, even if the clock is
 * set back. The milliseconds are the begin of the transaction. Thread-safe.
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
     * @param log eight hexadecimal digits, drawn at the creation of the log
     * @param life the number of times the log was opened
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

    /** True if our log decides on the transaction. */
    boolean areOurs(TransactionId id) {
        Matcher parts = FORM.matcher(id.value());
        return parts.matches()
                && parts.group(1).equals(node.value())
                && parts.group(2).equals(log);
    }

    /** True for a node with our name and another log. */
    boolean areOfNamesake(TransactionId id) {
        Matcher parts = FORM.matcher(id.value());
        return parts.matches()
                && parts.group(1).equals(node.value())
                && !parts.group(2).equals(log);
    }

    /** The begin of a transaction of ours. */
    static Instant began(TransactionId id) {
        Matcher parts = FORM.matcher(id.value());
        if (!parts.matches()) {
            throw new IllegalArgumentException("not the id of a transaction of a node: " + id);
        }
        return Instant.ofEpochMilli(Long.parseLong(parts.group(3), RADIX));
    }
}
