package org.esbmt.camel.se.internal.document;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import net.sf.saxon.s9api.SaxonApiException;
import org.esbmt.guarded.saxon.Evaluation;

/**
 * What is compiled with a pool of names, given up as soon as a message has filled the pool, and compiled anew when it is
 * used again. Any number of threads; two that need it at once may compile it twice.
 */
public final class Renewed<C extends Renewed.Pooled> {
    /** Names that are made up while it is evaluated cannot be counted without making up one more. */
    private static final int USES_BETWEEN_COUNTS = 64;

    /** Something compiled. */
    public interface Pooled {
        Names names();
    }

    /** Compiles it. */
    @FunctionalInterface
    public interface Compilation<C> {
        C run() throws SaxonApiException;
    }

    /** What is done with it. */
    @FunctionalInterface
    public interface Use<C, T, E extends Exception> {
        T of(C compiled) throws E;
    }

    private final Evaluation.Bounds bounds;
    private final Compilation<C> compilation;
    private final AtomicReference<C> kept;
    private final AtomicInteger uses = new AtomicInteger();

    /**
     * Begins with what is compiled already.
     *
     * @param bounds of compiling it again: in a time of its own, since that the names are too many is not the fault of the
     *     message that comes next
     */
    public Renewed(C first, Evaluation.Bounds bounds, Compilation<C> compilation) {
        this.kept = new AtomicReference<>(requireNonNull(first, "first"));
        this.bounds = requireNonNull(bounds, "bounds");
        this.compilation = requireNonNull(compilation, "compilation");
    }

    /**
     * Uses it.
     *
     * @param bytes of the message
     * @throws SaxonApiException if it cannot be compiled again
     * @throws org.esbmt.guarded.saxon.EvaluationStopped if compiling it again takes too much
     */
    public <T, E extends Exception> T use(int bytes, Use<C, T, E> use) throws E, SaxonApiException {
        C used = kept.get();
        if (used == null) {
            used = Evaluation.run(bounds, compilation::run);
            kept.set(used);
        }
        try {
            return use.of(used);
        } finally {
            if (isFull(used.names(), bytes)) {
                kept.compareAndSet(used, null);
            }
        }
    }

    private boolean isFull(Names names, int bytes) {
        boolean counts = bytes > Names.MOST || uses.incrementAndGet() % USES_BETWEEN_COUNTS == 0;
        return counts ? names.fullOfAll() : names.full();
    }

    /** How many names of messages are kept, for tests. */
    public int names() {
        C used = kept.get();
        return used == null ? 0 : used.names().size();
    }

    /** Whether it is kept as it was compiled, for tests. */
    public boolean isKept() {
        return kept.get() != null;
    }
}
