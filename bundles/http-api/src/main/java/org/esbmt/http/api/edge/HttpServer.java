package org.esbmt.http.api.edge;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.esbmt.http.api.loop.EventLoops;
import org.esbmt.http.api.tls.TlsContexts;
import org.esbmt.http.api.wire.HeadWriter;
import org.esbmt.http.api.wire.Headers;

/** One listening port and its connections. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection, and that is reported
public final class HttpServer {
    private static final int BACKLOG = 4096;
    private static final int MOST_STANDING_BYTES = 4096;

    private final EventLoops loops;
    private final EdgeLimits limits;
    private final ConnectionLimits connectionLimits;
    private final CallHandler handler;
    private final EdgeCounters counters;
    private final BooleanSupplier leaving;
    private final SslContext tls;
    private final byte[] standing;
    private final ConnectionPolicy policy;
    private final Set<ServerConnection> connections = ConcurrentHashMap.newKeySet();
    private Channel listening;
    private volatile boolean stopping;

    /**
     * A port that is not open yet, without standing fields.
     *
     * @param leaving true once clients should use another node: connections end after their next answer
     * @param tls null for a port without TLS
     */
    public HttpServer(
            EventLoops loops,
            EdgeLimits limits,
            ConnectionLimits connectionLimits,
            CallHandler handler,
            EdgeCounters counters,
            BooleanSupplier leaving,
            SslContext tls) {
        this(loops, limits, connectionLimits, handler, counters, leaving, tls, Headers.NONE, ConnectionPolicy.ALL);
    }

    /**
     * A port that is not open yet.
     *
     * @param leaving true once clients should use another node: connections end after their next answer
     * @param tls null for a port without TLS
     * @param standing fields of each answer, those of the edge included; 4 KiB at most
     * @param policy about new connections that are within the limits
     * @throws IllegalArgumentException for more standing fields
     */
    public HttpServer(
            EventLoops loops,
            EdgeLimits limits,
            ConnectionLimits connectionLimits,
            CallHandler handler,
            EdgeCounters counters,
            BooleanSupplier leaving,
            SslContext tls,
            Headers standing,
            ConnectionPolicy policy) {
        this.standing = lines(standing);
        this.policy = policy;
        this.loops = loops;
        this.limits = limits;
        this.connectionLimits = connectionLimits;
        this.handler = handler;
        this.counters = counters;
        this.leaving = leaving;
        this.tls = tls;
    }

    private static byte[] lines(Headers fields) {
        if (fields.bytes() > MOST_STANDING_BYTES) {
            throw new IllegalArgumentException("the standing fields have more than " + MOST_STANDING_BYTES + " bytes");
        }
        HeadWriter lines = new HeadWriter(new byte[MOST_STANDING_BYTES]).headers(fields);
        return Arrays.copyOf(lines.room(), lines.size());
    }

    byte[] standingFields() {
        return standing;
    }

    /**
     * Binds the port.
     *
     * @return the bound address, with the actual port if the requested one is 0
     */
    public InetSocketAddress start(InetSocketAddress address) throws IOException {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.serverChannel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, new AdaptiveRecvByteBufAllocator(512, 4096, 262_144))
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        initialize(channel);
                    }
                });
        var bound = bootstrap.bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(
                    "cannot listen on " + address + ": " + bound.cause().getMessage(), bound.cause());
        }
        listening = bound.channel();
        return (InetSocketAddress) listening.localAddress();
    }

    private void initialize(Channel channel) {
        if (!(channel.remoteAddress() instanceof InetSocketAddress remote)
                || stopping
                || !isAdmitted(remote.getAddress())) {
            counters.connectionsRefused.increment();
            channel.close();
            return;
        }
        counters.connectionsAccepted.increment();
        SslHandler secured = tls == null ? null : TlsContexts.handler(tls, channel.alloc());
        if (secured != null) {
            channel.pipeline().addLast(secured);
        }
        channel.pipeline().addLast(new ServerConnection(this, remote.getAddress(), secured, limits, handler, counters));
    }

    private boolean isAdmitted(InetAddress source) {
        if (!connectionLimits.admit(source)) {
            return false;
        }
        boolean admitted = policy.admits(source);
        if (!admitted) {
            connectionLimits.released(source);
        }
        return admitted;
    }

    void opened(ServerConnection connection) {
        connections.add(connection);
    }

    void closed(ServerConnection connection, InetAddress source, boolean answered) {
        if (connections.remove(connection)) {
            connectionLimits.released(source);
            policy.ended(source, answered);
        }
    }

    /** Returns true if a connection may be used again. */
    boolean keepsConnections() {
        return !stopping && !leaving.getAsBoolean();
    }

    public int connections() {
        return connections.size();
    }

    /**
     * Accepts no new connections and requests, waits for those in progress, and closes the remaining ones at the end of
     * the time.
     */
    public void stop(long timeoutNanos) {
        stopping = true;
        if (listening != null) {
            listening.close().awaitUninterruptibly(2, TimeUnit.SECONDS);
        }
        connections.forEach(c -> c.loop().loop().execute(c::stopSoon));
        long until = System.nanoTime() + timeoutNanos;
        while (!connections.isEmpty() && System.nanoTime() - until < 0) {
            try {
                TimeUnit.MILLISECONDS.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        connections.forEach(c -> c.loop().loop().execute(c::close));
    }
}
