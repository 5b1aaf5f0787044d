package org.esbmt.http.bc.internal.backend;

import static java.util.Objects.requireNonNull;

import io.netty.handler.ssl.SslContext;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.esbmt.http.api.loop.EventLoops;
import org.esbmt.http.bc.internal.lane.Lanes;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.jbi.container.api.Owner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of one provider under a key or an authority of its tenant. No other provider shares them, and no other
 * key or authority. While they are in use, both are looked up four times a second. They end if one of them is not the current
 * one any more, or cannot be looked up for a second. Contexts of TLS are made on threads of the tenant's lane. Thread-safe.
 */
public final class CertifiedBackEnd implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CertifiedBackEnd.class);
    private static final long EVERY_MILLIS = 250;
    private static final long UNKNOWN_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final BackEnds backEnds;
    private final KeyedTls contexts;
    private final Lanes lanes;
    private final EventLoops loops;
    private final Owner owner;
    private final URI location;
    private final Supplier<CompletionStage<Optional<TenantTls>>> present;
    private final long unusedNanos;

    private volatile Connections current;
    private volatile long lastUsed;
    /** Guarded by this: the connections that come next; null if there are none. */
    private Beginning beginning;
    /** Guarded by this. */
    private boolean closed;

    /** The connections under one key and authority. */
    private static final class Connections {
        final TenantTls tls;
        final BackEnd backEnd;
        ScheduledFuture<?> watch;
        /** The beginning of the look-up under way; 0 if there is none. */
        volatile long asking;

        Connections(TenantTls tls, BackEnd backEnd) {
            this.tls = tls;
            this.backEnd = backEnd;
        }
    }

    /** Connections whose context is not made yet. */
    private static final class Beginning {
        final TenantTls tls;
        final CompletableFuture<BackEnd> result = new CompletableFuture<>();

        Beginning(TenantTls tls) {
            this.tls = tls;
        }
    }

    /**
     * No connections yet.
     *
     * @param lanes the threads that make contexts
     * @param location with https
     * @param present looks the current key and authority up; empty if one is missing. Never blocks; the stage is exceptional
     * while they cannot be read
     */
    public CertifiedBackEnd(
            BackEnds backEnds,
            KeyedTls contexts,
            Lanes lanes,
            EventLoops loops,
            BackEndLimits limits,
            Owner owner,
            URI location,
            Supplier<CompletionStage<Optional<TenantTls>>> present) {
        this.backEnds = requireNonNull(backEnds, "backEnds");
        this.contexts = requireNonNull(contexts, "contexts");
        this.lanes = requireNonNull(lanes, "lanes");
        this.loops = requireNonNull(loops, "loops");
        this.owner = requireNonNull(owner, "owner");
        this.location = requireNonNull(location, "location");
        this.present = requireNonNull(present, "present");
        this.unusedNanos = 2 * limits.idleNanos();
    }

    /** The present connections, if they are under this key and authority. Never blocks. */
    public Optional<BackEnd> known(TenantTls tls) {
        lastUsed = System.nanoTime();
        Connections now = current;
        return now != null && now.tls.isSame(tls) ? Optional.of(now.backEnd) : Optional.empty();
    }

    /**
     * The connections under this key and authority, which end those under former ones. Never blocks; the stage completes in
     * any thread, exceptionally if the key or the authority cannot be used.
     */
    public CompletionStage<BackEnd> with(TenantTls tls) {
        Beginning mine;
        synchronized (this) {
            Optional<BackEnd> known = known(tls);
            if (known.isPresent()) {
                return CompletableFuture.completedStage(known.get());
            }
            if (closed) {
                return CompletableFuture.failedStage(ended());
            }
            Beginning former = beginning;
            if (former != null && former.tls.isSame(tls)) {
                return former.result;
            }
            mine = new Beginning(tls);
            if (former != null) {
                follow(former, mine);
            }
            beginning = mine;
        }
        begin(mine);
        return mine.result;
    }

    private static IllegalStateException ended() {
        return new IllegalStateException("the endpoint has been stopped");
    }

    /** Those who wait for former connections get the next ones. */
    private static void follow(Beginning former, Beginning next) {
        CompletableFuture<BackEnd> unused = next.result.whenComplete((backEnd, failure) -> {
            if (failure == null) {
                former.result.complete(backEnd);
            } else {
                former.result.completeExceptionally(failure);
            }
        });
    }

    private void begin(Beginning mine) {
        try {
            lanes.execute(
                    owner,
                    LONGEST_NANOS,
                    () -> contexts.of(mine.tls),
                    (context, failure) -> made(mine, context, failure));
        } catch (OverloadedException e) {
            made(mine, null, e);
        }
    }

    private void made(Beginning mine, SslContext context, Throwable failure) {
        BackEnd backEnd = null;
        Throwable reason = failure instanceof TimeoutException
                ? new OverloadedException("the TLS of a back end was not set up in time")
                : failure;
        synchronized (this) {
            if (beginning != mine) {
                return; // the next ones complete it
            }
            beginning = null;
            if (reason == null && closed) {
                reason = ended();
            }
            if (reason == null) {
                backEnd = replaced(mine.tls, context);
            }
        }
        if (reason == null) {
            mine.result.complete(backEnd);
        } else {
            mine.result.completeExceptionally(reason);
        }
    }

    /** Called under the lock. */
    private BackEnd replaced(TenantTls tls, SslContext context) {
        Connections before = current;
        Connections next = new Connections(tls, backEnds.unshared(owner, location, context));
        next.watch = loops.any()
                .loop()
                .scheduleWithFixedDelay(() -> watch(next), EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        current = next;
        if (before != null) {
            end(before, next.backEnd);
        }
        return next.backEnd;
    }

    private void watch(Connections of) {
        long now = System.nanoTime();
        long asking = of.asking;
        if (now - lastUsed > unusedNanos) {
            of.asking = 0; // the pools have closed what nobody uses
        } else if (asking != 0 && now - asking > UNKNOWN_NANOS) {
            end(of);
        } else if (asking == 0) {
            of.asking = now;
            try {
                present.get().whenComplete((tls, failure) -> found(of, failure == null ? tls : Optional.empty()));
            } catch (RuntimeException e) { // a service is missing
                end(of);
            }
        }
    }

    private void found(Connections of, Optional<TenantTls> tls) {
        if (tls.isEmpty()) {
            end(of);
        } else if (!of.tls.isSame(tls.get())) {
            replace(of, tls.get());
        } else {
            of.asking = 0;
        }
    }

    /** The look-up goes on until there are others, so the former ones end after a second at the latest. */
    private void replace(Connections before, TenantTls tls) {
        with(tls).whenComplete((next, failure) -> {
            if (failure != null) {
                LOG.warn(
                        "The {} of {} has no usable key or authority: {}", before.backEnd, owner, failure.getMessage());
                end(before);
            }
        });
    }

    private synchronized void end(Connections of) {
        if (current == of) {
            current = null;
            end(of, null);
        }
    }

    private void end(Connections of, BackEnd successor) {
        of.watch.cancel(false);
        backEnds.replace(of.backEnd, successor);
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (current != null) {
            end(current);
        }
    }
}
