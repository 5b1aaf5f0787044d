package org.esbmt.http.bc.internal.backend;

import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.esbmt.http.api.loop.EventLoops;
import org.esbmt.http.api.loop.LoopState;
import org.esbmt.http.api.wire.HeaderNames;
import org.esbmt.jbi.container.api.Owner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server that the endpoints of one owner call, with a pool of connections on each event loop that has called it.
 */
public final class BackEnd {
    private static final Logger LOG = LoggerFactory.getLogger(BackEnd.class);
    private static final long WARN_EVERY_NANOS = 60_000_000_000L;

    final Owner owner;
    final String host;
    final int port;
    final SslContext tls;
    final EventLoops loops;
    final BackEndLimits limits;
    final WaitingRoom room;
    final HeaderNames answerHeaders;
    final AddressLookup lookup;
    final BackEndCounters counters;
    private final AtomicReferenceArray<BackEndPool> pools;
    private final AtomicLong warned = new AtomicLong(System.nanoTime() - WARN_EVERY_NANOS);
    private volatile boolean closed;
    private volatile BackEnd successor;
    /** Guarded by {@link BackEnds}. */
    int users;

    BackEnd(
            Owner owner,
            String host,
            int port,
            SslContext tls,
            EventLoops loops,
            BackEndLimits limits,
            WaitingRoom room,
            HeaderNames answerHeaders,
            AddressLookup lookup,
            BackEndCounters counters) {
        this.owner = owner;
        this.host = host;
        this.port = port;
        this.tls = tls;
        this.loops = loops;
        this.limits = limits;
        this.room = room;
        this.answerHeaders = answerHeaders;
        this.lookup = lookup;
        this.counters = counters;
        this.pools = new AtomicReferenceArray<>(loops.size());
    }

    /** The tenant whose endpoints call it, or the plain world. */
    public Owner owner() {
        return owner;
    }

    /** Must be called on the event loop of the call's body. */
    public void call(BackEndCall call) {
        counters.calls.increment();
        LoopState loop = call.body().loop();
        BackEndPool pool = pools.get(loop.index());
        if (pool == null) {
            pool = new BackEndPool(this, loop);
            pools.set(loop.index(), pool);
        }
        if (closed) {
            pool.close();
            leave(call);
        } else {
            pool.call(call);
        }
    }

    /** Logs a back end that is down, or whose answers cannot be passed on, at most once a minute. */
    public void warn(BackEndException cause) {
        counters.failures.increment();
        long now = System.nanoTime();
        long last = warned.get();
        if (now - last >= WARN_EVERY_NANOS && warned.compareAndSet(last, now)) {
            LOG.warn("The back end {} of {} gives no answer: {}.", this, owner, cause.getMessage());
        } else {
            LOG.debug("The back end {} of {} gives no answer: {}.", this, owner, cause.getMessage());
        }
    }

    /** Receives a call that waits here after the end. Called on the event loop of its body. */
    void leave(BackEndCall call) {
        BackEnd next = successor;
        if (next == null) {
            call.fail(BackEndException.unavailable("the endpoint, its client certificate or its authority has ended"));
        } else {
            next.call(call);
        }
    }

    void close() {
        close(null);
    }

    /** @param next receives the waiting calls; null if they fail */
    void close(BackEnd next) {
        successor = next;
        closed = true;
        for (int i = 0; i < pools.length(); i++) {
            BackEndPool pool = pools.get(i);
            if (pool != null) {
                EventLoop loop = pool.loop().loop();
                if (!loop.isShuttingDown()) {
                    loop.execute(pool::close);
                }
            }
        }
    }

    @Override
    public String toString() {
        return (tls == null ? "http://" : "https://") + host + ":" + port;
    }
}
