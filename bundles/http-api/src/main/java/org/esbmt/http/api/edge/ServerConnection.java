package org.esbmt.http.api.edge;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.security.cert.X509Certificate;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.loop.EventLoops;
import org.esbmt.http.api.loop.LoopState;
import org.esbmt.http.api.loop.Ticker;
import org.esbmt.http.api.loop.Timed;
import org.esbmt.http.api.tls.TlsContexts;
import org.esbmt.http.api.wire.HeaderName;
import org.esbmt.http.api.wire.Headers;
import org.esbmt.http.api.wire.HttpRefusal;
import org.esbmt.http.api.wire.RequestReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's connection: one request at a time, in the order of arrival. Octets after a request wait unread until its
 * answer is written. Octets after a refusal of the edge are never parsed.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection, and that is reported
final class ServerConnection extends ChannelInboundHandlerAdapter implements Timed {
    private static final Logger LOG = LoggerFactory.getLogger(ServerConnection.class);
    private static final long LINGER_NANOS = 2_000_000_000L;

    private enum Phase {
        HEAD,
        BODY,
        /** The request is complete, but not its answer. */
        ANSWER,
        /** The last answer is written. Further octets are dropped until the client has read the answer and closes. */
        LINGER
    }

    private final HttpServer server;
    private final InetAddress source;
    private final SslHandler tls; // null without TLS
    private final EdgeLimits limits;
    private final CallHandler handler;
    private final EdgeCounters counters;
    private final RequestReader head;
    private final RequestBody body = new RequestBody();
    private final TransferClock outClock = new TransferClock();
    private final AnswerWriter answers;

    private ChannelHandlerContext ctx;
    private LoopState loop;
    private Ticker ticker;
    private Phase phase = Phase.HEAD;
    private ByteBuf input;
    private boolean reading;
    private boolean readStopped;
    private long deadline;
    private long lastTick;

    private HttpCall call;
    private boolean bodyPaused;
    private boolean answering;
    private boolean keepAlive;
    /** True once a handler has answered a request. */
    private boolean answeredOnce;

    private boolean certificateRead;
    private X509Certificate certificate;

    /** @param tls null for a connection without TLS */
    ServerConnection(
            HttpServer server,
            InetAddress source,
            SslHandler tls,
            EdgeLimits limits,
            CallHandler handler,
            EdgeCounters counters) {
        this.server = server;
        this.source = source;
        this.tls = tls;
        this.limits = limits;
        this.handler = handler;
        this.counters = counters;
        this.answers = new AnswerWriter(this, outClock, server.standingFields());
        this.head = new RequestReader(limits.headers(), limits.target(), limits.headBytes(), limits.fields());
    }

    LoopState loop() {
        return loop;
    }

    InetAddress source() {
        return source;
    }

    boolean isOverTls() {
        return tls != null;
    }

    /** There is one handshake a connection, so the certificate is looked for once. */
    X509Certificate clientCertificate() {
        if (tls != null && !certificateRead) {
            certificateRead = true;
            certificate = TlsContexts.peerCertificate(tls);
        }
        return certificate;
    }

    boolean isCurrent(HttpCall c) {
        return call == c;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext c) {
        ctx = c;
        answers.connect(c);
        loop = EventLoops.current();
        lastTick = loop.now();
        deadline = loop.now() + limits.headNanos();
        ticker = loop.ticker(this);
        ticker.start();
        server.opened(this);
    }

    // ---- the request

    @Override
    public void channelRead(ChannelHandlerContext c, Object message) {
        ByteBuf in = (ByteBuf) message;
        if (phase == Phase.LINGER) {
            in.release();
            return;
        }
        input = input == null ? in : Unpooled.wrappedBuffer(input, in);
        readOn();
    }

    private void readOn() {
        if (reading) {
            return; // an answer was given while the request was read: the loop below goes on
        }
        reading = true;
        try {
            while (input != null && step()) {
                // continues with the next part of this request, or the next request
            }
        } catch (HttpRefusal e) {
            LOG.debug("A request from {} is refused with {}: {}.", source, e.status(), e.getMessage());
            refuse(e.status());
        } finally {
            reading = false;
        }
    }

    /** Processes the input at hand by one step; returns true if more steps are possible. */
    private boolean step() throws HttpRefusal {
        switch (phase) {
            case HEAD -> {
                boolean first = !head.begun();
                boolean complete = head.read(input, loop.scratch());
                if (complete) {
                    begin();
                } else if (first) {
                    deadline = loop.now() + limits.headNanos();
                }
            }
            case BODY -> {
                HttpCall of = call;
                ByteBuf piece = body.next(input);
                if (body.isEnded()) {
                    phase = Phase.ANSWER; // set already now: a refusal of the last piece need not close the connection
                }
                if (piece != null) {
                    body.take(piece);
                }
                if (body.isEnded() && call == of) {
                    body.end();
                }
            }
            case ANSWER -> {
                if (input.isReadable()) {
                    stopReading(true);
                    return false;
                }
            }
            case LINGER -> {
                dropInput();
                return false;
            }
        }
        if (input != null && !input.isReadable() && phase != Phase.ANSWER) {
            dropInput();
        } else if (input != null && !input.isReadable()) {
            dropInput();
            return false;
        }
        return input != null;
    }

    private void dropInput() {
        if (input != null) {
            input.release();
            input = null;
        }
    }

    private void begin() throws HttpRefusal {
        head.checkHost();
        counters.requests.increment();
        counters.inFlight.increment();
        deadline = 0;
        keepAlive = head.keepAlive();
        bodyPaused = false;
        answering = false;
        body.begin(head);
        phase = body.isEnded() ? Phase.ANSWER : Phase.BODY;
        HttpCall begun = new HttpCall(
                this,
                head.method(),
                head.path(),
                head.query(),
                head.takeHeaders(),
                head.contentType(),
                head.isContentEncoded(),
                head.isChunked() ? -1 : head.contentLength(),
                head.bearerToken());
        call = begun;
        boolean lengthKnown = head.isChunked() || head.contentLength() >= 0;
        if (!lengthKnown && limits.lengthRequired() && begun.method().equals("POST")) {
            throw new HttpRefusal(411, "a POST without a length");
        }
        handler.begin(begun);
        if (call == begun && body.isReceived()) {
            if (phase == Phase.ANSWER) {
                body.end();
            } else if (head.expectsContinue() && !input.isReadable()) {
                ctx.writeAndFlush(Unpooled.wrappedBuffer(StatusLines.CONTINUE), ctx.voidPromise());
            }
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext c) {
        body.flush();
    }

    // ---- calls from the handler

    boolean receive(HttpCall c, CallReceiver by, long max) {
        boolean goesOn = isWithin(c, max);
        if (goesOn) {
            body.receive(by, max);
        }
        return goesOn;
    }

    boolean limit(HttpCall c, long max) {
        boolean goesOn = isWithin(c, max);
        if (goesOn) {
            body.limit(max);
        }
        return goesOn;
    }

    private boolean isWithin(HttpCall c, long max) {
        if (call != c) {
            return false;
        }
        boolean within = body.isWithin(max, c);
        if (!within) {
            refuse(c, 413, null);
        }
        return within;
    }

    void pause(HttpCall c) {
        if (call == c && phase == Phase.BODY) {
            bodyPaused = true;
            stopReading(true);
        }
    }

    void resume(HttpCall c) {
        if (call == c && bodyPaused) {
            bodyPaused = false;
            stopReading(false);
        }
    }

    private void stopReading(boolean stop) {
        if (readStopped != stop) {
            readStopped = stop;
            ctx.channel().config().setAutoRead(!stop);
        }
    }

    void refuse(HttpCall c, int status, String allow) {
        if (call == c && !answering) {
            counters.refused(status);
        }
        empty(c, status, allow);
    }

    void refuseAndClose(HttpCall c, int status) {
        if (call == c && !answering) {
            keepAlive = false;
        }
        refuse(c, status, null);
    }

    void acknowledge(HttpCall c, int status) {
        empty(c, status, null);
    }

    private void empty(HttpCall c, int status, String allow) {
        if (call == c && !answering) {
            answering = true;
            boolean keep = beginAnswer();
            answers.empty(status, allow, loop, keep, head.isHttp11());
            answered();
        }
    }

    void answer(HttpCall c, int status, HeaderName typeName, String type, byte[] bytes) {
        if (call == c && !answering) {
            answering = true;
            answeredOnce = true;
            boolean keep = beginAnswer();
            answers.whole(status, typeName, type, bytes, loop, keep, head.isHttp11());
        }
    }

    void answerWithoutBody(HttpCall c, int status, Headers headers, long length) {
        if (call == c && !answering) {
            answering = true;
            answeredOnce = true;
            boolean keep = beginAnswer();
            answers.headOnly(status, headers, length, loop, keep, head.isHttp11());
            answered();
        }
    }

    void answer(HttpCall c, int status, Headers headers, HttpBody from) {
        if (call == c && !answering) {
            answering = true;
            answeredOnce = true;
            keepAlive &= head.isHttp11() || from.length() >= 0;
            boolean keep = beginAnswer();
            answers.stream(status, headers, from, loop, keep, head.isHttp11());
        } else {
            from.discard();
        }
    }

    /**
     * Begins an answer; returns true if the connection is kept. It is not kept if a part of the request is still to
     * come, since no reader is left for it.
     */
    private boolean beginAnswer() {
        keepAlive &= phase == Phase.ANSWER && server.keepsConnections();
        return keepAlive;
    }

    /** Called after the last byte of the answer was written. */
    void answered() {
        over(true);
        answering = false;
        if (!keepAlive) {
            linger();
        } else if (answers.isTaken()) {
            taken();
        } // else requests with unread answers would fill the memory
    }

    /** Begins the next request, since the client has taken nearly all of the answer. */
    void taken() {
        phase = Phase.HEAD;
        head.reset();
        deadline = loop.now() + limits.idleNanos();
        stopReading(false);
        readOn();
    }

    private void over(boolean complete) {
        if (call != null) {
            counters.inFlight.decrement();
        }
        call = null;
        body.over(complete);
    }

    /** Refuses the octets read from the connection, and ends the connection. */
    private void refuse(int status) {
        counters.refused(status);
        keepAlive = false;
        boolean begun = answering;
        over(false);
        phase = Phase.LINGER;
        if (begun) {
            answers.abandon();
            ctx.close();
        } else {
            answers.empty(status, null, loop, false, true);
            linger();
        }
    }

    /**
     * Waits before the close: an immediate close with unread input would reset the connection before the client has
     * read its answer.
     */
    private void linger() {
        phase = Phase.LINGER;
        deadline = loop.now() + LINGER_NANOS;
        dropInput();
        stopReading(false);
        if (ctx.channel() instanceof DuplexChannel plain && ctx.pipeline().first() == this) {
            ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener((ChannelFutureListener) f -> plain.shutdownOutput());
        } else {
            ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    // ---- time

    @Override
    public void tick(long now) {
        long passed = now - lastTick;
        lastTick = now;
        if (deadline != 0 && now - deadline > 0) {
            if (phase == Phase.HEAD && head.begun()) {
                refuse(408);
            } else {
                ctx.close();
            }
            return;
        }
        if (phase == Phase.BODY && !bodyPaused && !readStopped && body.isTooSlow(passed, limits)) {
            refuse(408);
            return;
        }
        body.tick(now);
        if (answers.isBlocked()) {
            answers.waited(passed);
            if (outClock.isTooSlow(limits)) {
                LOG.debug("The client {} does not read its answer; the connection is closed.", source);
                ctx.close();
            }
        }
    }

    /** Accepts no more requests after the one in progress. */
    void stopSoon() {
        if (phase == Phase.HEAD) {
            ctx.close();
        }
    }

    void close() {
        ctx.close();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext c) {
        if (c.channel().isWritable()) {
            answers.writable();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext c) {
        ticker.stop();
        server.closed(this, source, answeredOnce);
        answers.abandon();
        over(false);
        phase = Phase.LINGER;
        dropInput();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext c, Throwable cause) {
        if (!(cause instanceof IOException) && !(cause instanceof DecoderException)) {
            LOG.error("A request from {} failed inside the bus; its connection is closed.", source, cause);
        }
        c.close();
    }
}
