package org.esbmt.load;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;

/**
 * The service behind all targets, which answers a request with the request's body. It runs in a process of its own, on one thread.
 * It prints its port as its first line, and ends at the end of its standard input. The answer to a GET is the number of all other
 * requests until then.
 */
final class StubBackEnd {
    private static final int MAX_BODY = 4 << 20;

    private static long served; // confined to the one thread

    private StubBackEnd() {}

    public static void main(String[] args) throws Exception {
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
        Channel server = new ServerBootstrap()
                .group(group)
                .channel(EpollServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 4096)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel c) {
                        c.pipeline().addLast(new HttpServerCodec(), new HttpObjectAggregator(MAX_BODY), new Echo());
                    }
                })
                .bind("127.0.0.1", 0)
                .sync()
                .channel();
        System.out.println(((java.net.InetSocketAddress) server.localAddress()).getPort());
        while (System.in.read() >= 0) {
            // until the parent process ends or closes the pipe
        }
        group.shutdownGracefully().sync();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes the connection
    private static final class Echo extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
            ByteBuf content;
            if (HttpMethod.GET.equals(request.method())) {
                content = Unpooled.copiedBuffer(Long.toString(served), StandardCharsets.US_ASCII);
            } else {
                served++;
                content = request.content().retain();
            }
            var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, content);
            response.headers()
                    .set(HttpHeaderNames.CONTENT_TYPE, "text/xml; charset=utf-8")
                    .set(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
            ctx.writeAndFlush(response, ctx.voidPromise());
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
