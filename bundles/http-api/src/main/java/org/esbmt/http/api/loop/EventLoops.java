package org.esbmt.http.api.loop;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The event loops of the component, for servers and clients alike: a call stays on the loop of its client's connection
 * from end to end. It uses Linux's epoll if the native library loads, otherwise NIO.
 */
public final class EventLoops implements AutoCloseable {
    private static final FastThreadLocal<LoopState> CURRENT = new FastThreadLocal<>();
    private static final boolean NATIVE = Epoll.isAvailable();

    private final MultiThreadIoEventLoopGroup group;
    private final List<LoopState> states = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();

    public EventLoops(String name, int threads) {
        IoHandlerFactory io = NATIVE ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        group = new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(name, true), io);
        for (EventExecutor executor : group) {
            LoopState state = new LoopState((EventLoop) executor, states.size());
            states.add(state);
            executor.submit(() -> CURRENT.set(state)).syncUninterruptibly();
            state.start();
        }
    }

    /** The state of the current thread's event loop; null on any other thread. */
    public static LoopState current() {
        return CURRENT.get();
    }

    public static boolean isNative() {
        return NATIVE;
    }

    public MultiThreadIoEventLoopGroup group() {
        return group;
    }

    public int size() {
        return states.size();
    }

    /** The loop for a call that begins on a foreign thread; the calls go round. */
    public LoopState any() {
        return states.get(Math.floorMod(next.getAndIncrement(), states.size()));
    }

    public Class<? extends Channel> clientChannel() {
        return NATIVE ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    public Class<? extends ServerChannel> serverChannel() {
        return NATIVE ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    @Override
    public void close() {
        states.forEach(LoopState::stop);
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }
}
