package org.esbmt.http.bc.internal.backend;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.esbmt.http.api.loop.LoopState;
import org.esbmt.http.api.loop.Ticker;
import org.esbmt.http.api.tls.TlsContexts;
import org.esbmt.http.bc.internal.soap.FaultCode;

/**
 * The connections of one event loop to one back end, and the calls that wait for a connection. Confined to the loop.
 */
final class BackEndPool {
    private final BackEnd backEnd;
    private final LoopState loop;
    private final IdleConnections idle = new IdleConnections();
    private final ArrayDeque<BackEndCall> waiting = new ArrayDeque<>();
    /** Runs while calls wait. */
    private final Ticker waitingTicker;

    private final Ticker idleTicker;
    /** Attempts that wait for the addresses of the host; the look-up in progress is for all of them. */
    private List<Attempt> unresolved = new ArrayList<>();

    private int open;
    /** Attempts in progress, each for one waiting call; a part of {@link #open}. */
    private int attempts;

    private boolean closed;

    BackEndPool(BackEnd backEnd, LoopState loop) {
        this.backEnd = backEnd;
        this.loop = loop;
        this.waitingTicker = loop.ticker(this::refuseLate);
        this.idleTicker = loop.slowTicker(this::closeIdle);
        idleTicker.start();
    }

    LoopState loop() {
        return loop;
    }

    void call(BackEndCall call) {
        BackEndConnection connection;
        while ((connection = idle.takeLast()) != null) {
            if (connection.isOpen()) {
                connection.send(call);
                return;
            }
        }
        if (waiting.size() - attempts >= backEnd.limits.waiting()) {
            call.fail(new BackEndException(FaultCode.OVERLOADED, "too many calls wait for " + backEnd));
            return;
        }
        if (!backEnd.room.enter(call)) {
            call.fail(new BackEndException(
                    FaultCode.OVERLOADED, "too many bytes wait for the back ends of " + backEnd.owner));
            return;
        }
        call.body().onAbandon(call);
        call.waitFrom(System.nanoTime());
        waiting.add(call);
        waitingTicker.start();
        attempt(call);
    }

    /** Begins to open a connection for a waiting call, if another one is permitted. */
    private void attempt(BackEndCall call) {
        if (open < backEnd.limits.connections()) {
            open++;
            attempts++;
            new Attempt(call.connectNanos()).start();
        }
    }

    /** Gives an unused connection to the next waiting call, or keeps it. */
    void release(BackEndConnection connection) {
        BackEndCall next = nextWaiting();
        if (next != null) {
            connection.send(next);
        } else if (closed) {
            connection.close();
        } else {
            connection.idleSince(loop.now());
            idle.add(connection);
        }
    }

    /** Removes a closed connection, and opens another one for waiting calls. */
    void closed(BackEndConnection connection) {
        idle.remove(connection);
        backEnd.counters.connectionsOpen.decrement();
        open--;
        if (!waiting.isEmpty()) {
            attempt(waiting.peek());
        }
    }

    private void attemptFailed(BackEndException cause) {
        open--;
        attempts--;
        BackEndCall next = nextWaiting();
        if (next != null) {
            backEnd.warn(cause);
            next.fail(cause);
        }
    }

    private BackEndCall nextWaiting() {
        BackEndCall next;
        do {
            next = waiting.poll();
            if (next != null) {
                backEnd.room.leave(next);
            }
        } while (next != null && next.isOver());
        return next;
    }

    private void refuseLate(long now) {
        for (Iterator<BackEndCall> i = waiting.iterator(); i.hasNext(); ) {
            BackEndCall call = i.next();
            if (call.isOver()) {
                i.remove();
                backEnd.room.leave(call);
            } else if (call.waitsTooLong(now)) {
                i.remove();
                backEnd.room.leave(call);
                BackEndException cause = BackEndException.unavailable("no connection in time");
                backEnd.warn(cause);
                call.fail(cause);
            }
        }
        if (waiting.isEmpty()) {
            waitingTicker.stop();
        }
    }

    private void closeIdle(long now) {
        BackEndConnection oldest;
        while ((oldest = idle.first()) != null && now - oldest.idleSince() > backEnd.limits.idleNanos()) {
            idle.remove(oldest);
            oldest.close();
        }
    }

    void close() {
        closed = true;
        idleTicker.stop();
        waitingTicker.stop();
        BackEndConnection connection;
        while ((connection = idle.takeLast()) != null) {
            connection.close();
        }
        BackEndCall call;
        while ((call = nextWaiting()) != null) {
            backEnd.leave(call);
        }
    }

    /** One look-up for all attempts that begin before its end: each hop to its thread costs as much as a request. */
    private final class Lookup implements AddressLookup.Result {
        private final long until;

        Lookup(long until) {
            this.until = until;
        }

        void start() {
            backEnd.lookup.find(
                    backEnd.owner, backEnd.host, backEnd.port, until - System.nanoTime(), loop.loop(), this);
        }

        @Override
        public void found(List<InetAddress> found) {
            for (Attempt a : takeUnresolved()) {
                a.connect(found);
            }
        }

        /** Past this look-up's time an attempt with more time gets another one. */
        @Override
        public void refused(BackEndException cause) {
            long now = System.nanoTime();
            boolean late = now - until >= 0;
            for (Attempt a : takeUnresolved()) {
                if (late && a.until - now > 0) {
                    a.start();
                } else {
                    attemptFailed(cause);
                }
            }
        }

        private List<Attempt> takeUnresolved() {
            List<Attempt> taken = unresolved;
            unresolved = new ArrayList<>();
            return taken;
        }
    }

    /** One attempt to connect: it tries one address after the other, and makes the TLS handshake. */
    private final class Attempt {
        private final long until;
        private List<InetAddress> addresses;
        private int next;

        Attempt(long connectNanos) {
            until = System.nanoTime() + connectNanos;
        }

        void start() {
            unresolved.add(this);
            if (unresolved.size() == 1) {
                new Lookup(until).start();
            }
        }

        private void connect(List<InetAddress> found) {
            addresses = found;
            connect();
        }

        private void connect() {
            long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            if (left <= 0) {
                attemptFailed(BackEndException.unavailable("it could not be connected to in time"));
                return;
            }
            BackEndConnection connection = new BackEndConnection(backEnd, BackEndPool.this, loop);
            new Bootstrap()
                    .group(loop.loop())
                    .channel(backEnd.loops.clientChannel())
                    .option(ChannelOption.TCP_NODELAY, true)
                    .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) left)
                    .option(ChannelOption.RECVBUF_ALLOCATOR, new AdaptiveRecvByteBufAllocator(512, 4096, 262_144))
                    .handler(new ChannelInitializer<Channel>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            if (backEnd.tls != null) {
                                SslHandler tls =
                                        TlsContexts.handler(backEnd.tls, channel.alloc(), backEnd.host, backEnd.port);
                                tls.setHandshakeTimeoutMillis(left);
                                channel.pipeline().addLast(tls);
                            }
                            channel.pipeline().addLast(connection);
                        }
                    })
                    .connect(new InetSocketAddress(addresses.get(next++), backEnd.port))
                    .addListener((ChannelFuture f) -> connected(f, connection));
        }

        @SuppressWarnings("FutureReturnValueIgnored") // only the listener waits for the result
        private void connected(ChannelFuture done, BackEndConnection connection) {
            if (!done.isSuccess()) {
                failed(done.cause());
            } else if (backEnd.tls == null) {
                usable(connection);
            } else {
                done.channel()
                        .pipeline()
                        .get(SslHandler.class)
                        .handshakeFuture()
                        .addListener(shaken -> {
                            if (shaken.isSuccess()) {
                                usable(connection);
                            } else {
                                done.channel().close();
                                failed(shaken.cause());
                            }
                        });
            }
        }

        private void usable(BackEndConnection connection) {
            if (!connection.isOpen()) {
                attemptFailed(BackEndException.unavailable("it closed the new connection"));
                return;
            }
            backEnd.counters.connectionsOpened.increment();
            backEnd.counters.connectionsOpen.increment();
            connection.pooled();
            attempts--;
            release(connection);
        }

        private void failed(Throwable cause) {
            if (next < addresses.size()) {
                connect();
            } else {
                attemptFailed(
                        BackEndException.unavailable(cause.getClass().getSimpleName() + ": " + cause.getMessage()));
            }
        }
    }
}
