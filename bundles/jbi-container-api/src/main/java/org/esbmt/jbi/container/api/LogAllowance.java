package org.esbmt.jbi.container.api;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;

/**
 * Limits the log lines about failing messages of one unit or component. A sender of bad messages therefore cannot fill
 * the disk or hide other lines. Threads: any.
 */
public final class LogAllowance {
    /** Lines a minute. */
    static final int LINES = 10;

    static final long EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier nanos;
    private long since;
    private int written;
    private long leftOut;

    public LogAllowance() {
        this(System::nanoTime);
    }

    LogAllowance(LongSupplier nanos) {
        this.nanos = requireNonNull(nanos, "nanos");
        this.since = nanos.getAsLong();
    }

    /**
     * Writes a line at WARN, or beyond the limit at DEBUG. The next line at WARN then contains the number of omitted
     * ones.
     */
    public void warn(Logger log, Supplier<String> sentence) {
        long before = take();
        if (before < 0) {
            if (log.isDebugEnabled()) {
                log.debug(sentence.get());
            }
        } else if (before == 0) {
            log.warn(sentence.get());
        } else {
            log.warn("{} Before it {} such failures were logged at DEBUG only.", sentence.get(), before);
        }
    }

    /** Writes a line at ERROR, like {@link #warn}. */
    public void error(Logger log, Supplier<String> sentence) {
        error(log, sentence, null);
    }

    /**
     * Writes a line at ERROR with its cause, like {@link #warn}; the stack traces of omitted lines would repeat the
     * same cause.
     */
    public void error(Logger log, Supplier<String> sentence, Throwable cause) {
        long before = take();
        if (before < 0) {
            if (log.isDebugEnabled()) {
                log.debug(sentence.get(), cause);
            }
        } else if (before == 0) {
            log.error(sentence.get(), cause);
        } else {
            log.error("{} Before it {} such failures were logged at DEBUG only.", sentence.get(), before, cause);
        }
    }

    /** Takes a line. Returns the number of lines omitted before it; -1 if this one is to be omitted as well. */
    synchronized long take() {
        long now = nanos.getAsLong();
        if (now - since >= EVERY_NANOS) {
            since = now;
            written = 0;
        }
        if (written == LINES) {
            leftOut++;
            return -1;
        }
        written++;
        long before = leftOut;
        leftOut = 0;
        return before;
    }
}
