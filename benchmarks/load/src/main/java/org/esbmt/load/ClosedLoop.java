package org.esbmt.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * A closed loop of load over a fixed number of connections. Each connection sends its next request after it has read the previous
 * answer. The messages are sent in turn, so that every tenant sends equally often. One thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes the connection, which is counted
public final class ClosedLoop implements AutoCloseable {
    private static final long HIGHEST_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    private final List<Channel> channels = new ArrayList<>();
    private final List<ByteBuf> requests = new ArrayList<>();
    private final long pauseMicros;
    private Histogram latencies = newHistogram();
    private long failures;
    private String firstFailure = "";
    private int next;
    private boolean running;
    private int sentOnce;
    private CountDownLatch idle; // of connections without a further message; null if the messages are repeated
    private byte[] lastRest;
    private ByteBuf lastShared;

    /** The answers of one window. */
    public record Result(long requests, long failures, String firstFailure, double seconds, Histogram latencies) {
        public double perSecond() {
            return requests / seconds;
        }
    }

    public ClosedLoop(InetSocketAddress to, int connections, List<Message> messages) throws InterruptedException {
        this(to, connections, messages, 0);
    }

    /** A loop in which each connection pauses between an answer and its next request. */
    ClosedLoop(InetSocketAddress to, int connections, List<Message> messages, long pauseMicros)
            throws InterruptedException {
        this.pauseMicros = pauseMicros;
        for (Message m : messages) {
            requests.add(Unpooled.wrappedBuffer(
                    Unpooled.directBuffer(m.head().length).writeBytes(m.head()), shared(m.rest())));
        }
        Bootstrap bootstrap = new Bootstrap()
                .group(group)
                .channel(EpollSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel c) {
                        c.pipeline().addLast(new HttpResponseDecoder(), new Connection());
                    }
                });
        for (int i = 0; i < connections; i++) {
            channels.add(bootstrap.connect(to).sync().channel());
        }
    }

    /** One direct buffer for all messages with the same rest. */
    private ByteBuf shared(byte[] rest) {
        if (rest != lastRest) {
            if (lastShared != null) {
                lastShared.release();
            }
            lastRest = rest;
            lastShared = Unpooled.directBuffer(rest.length).writeBytes(rest);
        }
        return lastShared.retainedDuplicate();
    }

    private static Histogram newHistogram() {
        return new Histogram(HIGHEST_NANOS, 3);
    }

    /** Starts all connections, which send until {@link #close}. */
    public void start() throws InterruptedException {
        onLoop(() -> {
            running = true;
            for (Channel c : channels) {
                c.pipeline().get(Connection.class).send(c.pipeline().lastContext());
            }
        });
    }

    /** Measures for some seconds, while the calling thread sleeps. The load goes on before and after. */
    public Result window(double seconds, Runnable atStart, Runnable atEnd) throws InterruptedException {
        long[] at = new long[2];
        onLoop(() -> {
            latencies = newHistogram();
            failures = 0;
            firstFailure = "";
            atStart.run();
            at[0] = System.nanoTime();
        });
        TimeUnit.NANOSECONDS.sleep((long) (seconds * 1e9));
        Result[] result = new Result[1];
        onLoop(() -> {
            at[1] = System.nanoTime();
            atEnd.run();
            result[0] = new Result(latencies.getTotalCount(), failures, firstFailure, (at[1] - at[0]) / 1e9, latencies);
            latencies = newHistogram();
        });
        return result[0];
    }

    /**
     * Sends each message once, in place of {@link #start}, and waits for the answers.
     *
     * @throws IllegalStateException if the last answer is not there after this time
     */
    public Result sendOnce(long atMostSeconds, Runnable atStart, Runnable atEnd) throws InterruptedException {
        idle = new CountDownLatch(channels.size());
        onLoop(() -> {
            latencies = newHistogram();
            failures = 0;
            firstFailure = "";
            atStart.run();
        });
        long begin = System.nanoTime();
        start();
        if (!idle.await(atMostSeconds, TimeUnit.SECONDS)) {
            throw new IllegalStateException(
                    "messages without an answer after " + atMostSeconds + " s; " + firstFailure);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        onLoop(atEnd);
        return new Result(latencies.getTotalCount(), failures, firstFailure, seconds, latencies);
    }

    private void onLoop(Runnable task) throws InterruptedException {
        channels.get(0).eventLoop().submit(task).sync();
    }

    @Override
    public void close() {
        channels.get(0).eventLoop().submit(() -> running = false).syncUninterruptibly();
        for (Channel c : channels) {
            c.close().syncUninterruptibly();
        }
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        requests.forEach(ByteBuf::release);
        if (lastShared != null) {
            lastShared.release();
        }
    }

    /** One connection. Confined to the event loop, with all state that it uses. */
    private final class Connection extends ChannelInboundHandlerAdapter {
        private long sentAt;
        private int status;

        void send(ChannelHandlerContext ctx) {
            if (idle != null && sentOnce == requests.size()) {
                idle.countDown();
                return;
            }
            sentOnce++;
            ByteBuf request = requests.get(next);
            next = next + 1 == requests.size() ? 0 : next + 1;
            sentAt = System.nanoTime();
            ctx.writeAndFlush(request.retainedDuplicate(), ctx.voidPromise());
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            if (msg instanceof HttpResponse response) {
                status =
                        response.decoderResult().isSuccess() ? response.status().code() : 0;
            }
            boolean last = msg instanceof LastHttpContent;
            if (last && status == 100) {
                last = false;
            }
            if (last && status != 200 && firstFailure.isEmpty()) {
                firstFailure =
                        status + " " + ((HttpContent) msg).content().toString(java.nio.charset.StandardCharsets.UTF_8);
            }
            ReferenceCountUtil.release(msg);
            if (last) {
                if (status == 200) {
                    latencies.recordValue(Math.min(System.nanoTime() - sentAt, HIGHEST_NANOS));
                } else {
                    failures++;
                }
                if (running && pauseMicros > 0) {
                    ctx.executor().schedule(() -> sendAfterPause(ctx), pauseMicros, TimeUnit.MICROSECONDS);
                } else if (running) {
                    send(ctx);
                }
            }
        }

        private void sendAfterPause(ChannelHandlerContext ctx) {
            if (running) {
                send(ctx);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            if (running) {
                failures++;
                if (firstFailure.isEmpty()) {
                    firstFailure = "connection closed by the other side";
                }
                if (idle != null) {
                    idle.countDown(); // its message stays without an answer, and counts as failed
                }
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            if (firstFailure.isEmpty()) {
                firstFailure = cause.toString();
            }
            ctx.close();
        }
    }
}
