package org.esbmt.http.bc.internal.backend;

import static java.util.Objects.requireNonNull;

import io.netty.util.concurrent.ScheduledFuture;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.esbmt.http.api.loop.EventLoops;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.message.security.api.OwnKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of one provider that present the certificate of a tenant's key. No other provider shares them, and no
 * other key. While they are in use, the key is looked up four times a second. They end if it is not the current one any
 * more, or cannot be looked up for a second. Thread-safe.
 */
public final class CertifiedBackEnd implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CertifiedBackEnd.class);
    private static final long EVERY_MILLIS = 250;
    private static final long UNKNOWN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final BackEnds backEnds;
    private final KeyedTls tls;
    private final EventLoops loops;
    private final Owner owner;
    private final URI location;
    private final Supplier<CompletionStage<Optional<OwnKey>>> keys;
    private final long unusedNanos;
    private volatile Connections current;
    private volatile long lastUsed;
    /** Guarded by this. */
    private boolean closed;

    /** The connections for one key. */
    private static final class Connections {
        final OwnKey key;
        final BackEnd backEnd;
        ScheduledFuture<?> watch;
        /** The beginning of the look-up under way; 0 if there is none. */
        volatile long asking;

        Connections(OwnKey key, BackEnd backEnd) {
            this.key = key;
            this.backEnd = backEnd;
        }

        boolean areOf(OwnKey other) {
            return key.key().equals(other.key()) && key.chain().equals(other.chain());
        }
    }

    /**
     * No connections yet.
     *
     * @param location with https
     * @param keys looks the current key up. Never blocks; the stage is exceptional while the keys cannot be read
     */
    public CertifiedBackEnd(
            BackEnds backEnds,
            KeyedTls tls,
            EventLoops loops,
            BackEndLimits limits,
            Owner owner,
            URI location,
            Supplier<CompletionStage<Optional<OwnKey>>> keys) {
        this.backEnds = requireNonNull(backEnds, "backEnds");
        this.tls = requireNonNull(tls, "tls");
        this.loops = requireNonNull(loops, "loops");
        this.owner = requireNonNull(owner, "owner");
        this.location = requireNonNull(location, "location");
        this.keys = requireNonNull(keys, "keys");
        this.unusedNanos = 2 * limits.idleNanos();
    }

    /**
     * The connections for this key, which end those for a former one.
     *
     * @throws IllegalArgumentException if the key cannot be used
     */
    public BackEnd with(OwnKey key) {
        lastUsed = System.nanoTime();
        Connections now = current;
        return now != null && now.areOf(key) ? now.backEnd : replaced(key);
    }

    private synchronized BackEnd replaced(OwnKey key) {
        Connections before = current;
        if (before != null && before.areOf(key)) {
            return before.backEnd;
        }
        if (closed) {
            throw new IllegalStateException("the endpoint has been stopped");
        }
        Connections next = new Connections(key, backEnds.unshared(owner, location, tls.of(key.key(), key.chain())));
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
                keys.get().whenComplete((key, failure) -> found(of, failure == null ? key : Optional.empty()));
            } catch (RuntimeException e) { // a service is missing
                end(of);
            }
        }
    }

    private void found(Connections of, Optional<OwnKey> key) {
        if (key.isEmpty()) {
            end(of);
        } else if (!of.areOf(key.get())) {
            replace(of, key.get());
        } else {
            of.asking = 0;
        }
    }

    private void replace(Connections before, OwnKey key) {
        try {
            BackEnd unused = replaced(key);
        } catch (IllegalArgumentException | IllegalStateException e) {
            LOG.warn("The {} of {} has no usable client certificate: {}", before.backEnd, owner, e.getMessage());
            end(before);
        }
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
