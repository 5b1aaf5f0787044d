package org.esbmt.registry.postgresql.internal.replay;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The times without the database, their problems for the operator, and their lines in the log. Any thread. */
final class Outages {
    private static final Logger LOG = LoggerFactory.getLogger(Outages.class);
    /** The time that a node may decide claims alone. */
    private static final long BRIDGE_NANOS = TimeUnit.SECONDS.toNanos(60);
    /** The time that a problem is shown after a claim from the future. */
    private static final long AHEAD_NANOS = TimeUnit.SECONDS.toNanos(60);
    /** Shorter outages are no problem to show, such as a restart of the server. */
    private static final long SHOWN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final String AHEAD =
            "Signed messages are refused that expire more than eight minutes from now by the clock of the tenant registry's"
                    + " database. Compare its clock with the clock of this node.";

    private final boolean nodeAlone;
    private final LongSupplier nanoTime;
    private volatile Optional<Outage> outage = Optional.empty();
    private volatile Optional<Long> ahead = Optional.empty();

    /** @param since as its nanoTime */
    private record Outage(long since, String cause) {}

    /** @param nanoTime such as {@link System#nanoTime} */
    Outages(boolean nodeAlone, LongSupplier nanoTime) {
        this.nodeAlone = nodeAlone;
        this.nanoTime = nanoTime;
    }

    boolean isOut() {
        return outage.isPresent();
    }

    /** True while the node may decide claims alone. */
    boolean isBridged() {
        return outage.filter(now -> nanoTime.getAsLong() - now.since() < BRIDGE_NANOS)
                .isPresent();
    }

    synchronized void begin(Exception cause) {
        if (outage.isEmpty()) {
            outage = Optional.of(new Outage(nanoTime.getAsLong(), oneLine(cause)));
            if (nodeAlone) {
                LOG.warn(
                        "The tenant registry does not record which messages were seen, so for {} s this node alone lets each"
                                + " signed message on once. Another node may let the same message on, too. {}",
                        TimeUnit.NANOSECONDS.toSeconds(BRIDGE_NANOS),
                        oneLine(cause));
            } else {
                LOG.warn(
                        "The tenant registry does not record which messages were seen, so signed messages are refused. {}",
                        oneLine(cause));
            }
        }
    }

    synchronized void end() {
        if (outage.isPresent()) {
            outage = Optional.empty();
            LOG.info("The tenant registry records again which messages were seen.");
        }
    }

    /** A claim was too far ahead of the database's clock. */
    void refusedAhead() {
        if (!isAhead()) {
            LOG.warn(AHEAD);
        }
        ahead = Optional.of(nanoTime.getAsLong());
    }

    private boolean isAhead() {
        return ahead.filter(last -> nanoTime.getAsLong() - last < AHEAD_NANOS).isPresent();
    }

    Optional<String> problem() {
        return outage.filter(now -> nanoTime.getAsLong() - now.since() > SHOWN_NANOS)
                .map(this::sentence)
                .or(() -> isAhead() ? Optional.of(AHEAD) : Optional.empty());
    }

    private String sentence(Outage now) {
        return nodeAlone && isBridged()
                ? "This node alone lets each signed message on once, since the tenant registry does not answer: "
                        + now.cause()
                : "Signed messages are refused, since the tenant registry does not record which were seen: "
                        + now.cause();
    }

    private static String oneLine(Exception cause) {
        return String.valueOf(cause.getMessage()).replaceAll("\\s+", " ").strip();
    }
}
