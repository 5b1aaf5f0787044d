package org.esbmt.camel.se.internal.document;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import net.sf.saxon.s9api.SaxonApiException;
import org.esbmt.guarded.saxon.Evaluation;

/**
 * Holds an XPath or a stylesheet that is compiled with a pool of names. Once messages have filled the pool, both are
 * dropped; the next use compiles anew with an empty pool. Thread-safe; two threads that need it at once may compile it
 * twice.
 */
public final class RecompilingHolder<C extends RecompilingHolder.Pooled> {
    /** A count of the names that an evaluation makes takes one more name itself. */
    private static final int USES_BETWEEN_COUNTS = 64;

    /** A compiled object with a pool. */
    public interface Pooled {
        Names names();
    }

    /** Compiles the object. */
    @FunctionalInterface
    public interface Compilation<C> {
        C run() throws SaxonApiException;
    }

    /** Evaluates with the object. */
    @FunctionalInterface
    public interface Use<C, T, E extends Exception> {
        T of(C compiled) throws E;
    }

    private final Evaluation.Bounds bounds;
    private final Compilation<C> compilation;
    private final AtomicReference<C> kept;
    private final AtomicInteger uses = new AtomicInteger();

    /**
     * Begins with a compiled object.
     *
     * @param bounds the bounds of a recompilation. It has a time limit of its own, since the next message did not fill
     *     the pool
     */
    public RecompilingHolder(C first, Evaluation.Bounds bounds, Compilation<C> compilation) {
        this.kept = new AtomicReference<>(requireNonNull(first, "first"));
        this.bounds = requireNonNull(bounds, "bounds");
        this.compilation = requireNonNull(compilation, "compilation");
    }

    /**
     * Uses the object, recompiled if it was dropped; drops it afterwards if the pool is full.
     *
     * @param bytes the size of the message; after a large one the names are counted at once, else now and then
     * @throws SaxonApiException if the recompilation fails
     * @throws org.esbmt.guarded.saxon.EvaluationStopped if the recompilation exceeds a limit
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

    /** The number of kept names of messages, for tests. */
    public int names() {
        C used = kept.get();
        return used == null ? 0 : used.names().size();
    }

    /** Returns true if the compiled object is still held, for tests. */
    public boolean isKept() {
        return kept.get() != null;
    }
}
