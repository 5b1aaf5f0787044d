package org.esbmt.http.bc.internal.backend;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import org.esbmt.http.api.body.BodySink;
import org.esbmt.http.api.body.BodySource;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.loop.LoopState;
import org.esbmt.http.api.loop.Ticker;
import org.esbmt.http.api.loop.Timed;
import org.esbmt.http.api.wire.BodyReader;
import org.esbmt.http.api.wire.HeadWriter;
import org.esbmt.http.api.wire.Headers;
import org.esbmt.http.api.wire.HttpRefusal;
import org.esbmt.http.api.wire.ResponseReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to a back end, with one call at a time: the sink of its request and the source of its answer. It returns
 * to the pool only after a complete request and a complete answer, without further octets. In every other case it is
 * closed, so that no answer can meet another request.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection, and that is reported
final class BackEndConnection extends ChannelInboundHandlerAdapter implements BodySink, BodySource, Timed {
    private static final Logger LOG = LoggerFactory.getLogger(BackEndConnection.class);
    private static final int MAX_INTERIM_ANSWERS = 8;

    private final BackEnd backEnd;
    private final BackEndPool pool;
    private final LoopState loop;
    /** Runs while a call is in progress. */
    private final Ticker ticker;

    private final ResponseReader head;
    private final BodyReader framing = new BodyReader();
    private ChannelHandlerContext ctx;
    private boolean pooled;
    private long idleSince;

    // The links of IdleConnections.
    boolean idle;
    BackEndConnection olderIdle;
    BackEndConnection newerIdle;

    // The fields below are of the call in progress.
    private BackEndCall call;
    private HttpBody request;
    private HttpBody answer;
    private boolean requestEnded;
    private boolean requestPaused;
    private boolean requestChunked;
    private boolean firstChunk;
    private boolean headComplete;
    private boolean delivered;
    private boolean reusable;
    private boolean answerPaused;
    private int interimAnswers;
    private long answerBytes;
    private long deadline;

    BackEndConnection(BackEnd backEnd, BackEndPool pool, LoopState loop) {
        this.backEnd = backEnd;
        this.pool = pool;
        this.loop = loop;
        this.ticker = loop.ticker(this);
        this.head = new ResponseReader(backEnd.answerHeaders, backEnd.limits.headBytes(), backEnd.limits.headFields());
    }

    boolean isOpen() {
        return ctx != null && ctx.channel().isActive();
    }

    /** Adds the connection to the pool's count. */
    void pooled() {
        pooled = true;
    }

    void idleSince(long now) {
        idleSince = now;
    }

    long idleSince() {
        return idleSince;
    }

    void close() {
        ctx.close();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext c) {
        ctx = c;
    }

    // ---- the request

    void send(BackEndCall next) {
        call = next;
        request = next.body();
        answer = null;
        requestEnded = false;
        requestPaused = false;
        headComplete = false;
        delivered = false;
        answerPaused = false;
        interimAnswers = 0;
        answerBytes = 0;
        head.reset();
        next.sentOn(this);
        request.onAbandon(next);
        ticker.start();
        touch();

        long length = request.length();
        HeadWriter out = new HeadWriter(loop.scratch())
                .raw(next.requestHead())
                .headers(next.headers())
                .framing(length)
                .endOfLine();
        if (request.isWhole() && length <= HeadWriter.MAX_INLINE) {
            request.takeWhole(out.room(), out.size());
            out.appended((int) length);
            requestEnded = true;
            ctx.writeAndFlush(out.toBuffer(ctx.alloc()), ctx.voidPromise());
        } else {
            requestChunked = length < 0;
            firstChunk = true;
            ctx.write(out.toBuffer(ctx.alloc()), ctx.voidPromise());
            request.attach(this);
        }
    }

    @Override
    public void data(ByteBuf piece) {
        if (call == null || !piece.isReadable()) {
            piece.release();
            return;
        }
        touch();
        if (requestChunked) {
            ctx.write(HeadWriter.chunkStart(ctx.alloc(), piece.readableBytes(), firstChunk), ctx.voidPromise());
            firstChunk = false;
        }
        ctx.write(piece, ctx.voidPromise());
        if (!requestPaused && !ctx.channel().isWritable()) {
            ctx.flush(); // the channel may be writable after this, without a further event
            if (!ctx.channel().isWritable()) {
                requestPaused = true;
                request.pause();
            }
        }
    }

    @Override
    public void flush() {
        ctx.flush();
    }

    @Override
    public void end() {
        if (call != null) {
            touch();
            requestEnded = true;
            if (requestChunked) {
                ctx.write(HeadWriter.lastChunk(ctx.alloc(), firstChunk), ctx.voidPromise());
            }
            ctx.flush();
        }
    }

    /** Ends the call and closes the connection, so that the back end does not take the request for complete. */
    @Override
    public void aborted(Throwable cause) {
        if (call != null) {
            finish(BackEndException.unavailable("the request broke off"), false);
            ctx.close();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext c) {
        if (requestPaused && c.channel().isWritable() && call != null) {
            requestPaused = false;
            touch();
            request.resume();
        }
    }

    void giveUp(BackEndCall by) {
        if (call == by) {
            finish(BackEndException.unavailable("the client gave up"), false);
            ctx.close();
        }
    }

    // ---- the answer

    @Override
    public void channelRead(ChannelHandlerContext c, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            if (call == null) {
                c.close(); // an answer without a request
                return;
            }
            touch();
            read(in);
        } catch (HttpRefusal e) {
            finish(BackEndException.unavailable(reason(e)));
            c.close();
        } finally {
            in.release();
        }
    }

    private String reason(HttpRefusal refusal) {
        return refusal.isOfFieldCount()
                ? "its answer has more header fields than backend.max.header.fields, which is "
                        + backEnd.limits.headFields()
                : "its answer is not HTTP: " + refusal.getMessage();
    }

    private void read(ByteBuf in) throws HttpRefusal {
        while (!headComplete) {
            if (!head.read(in, loop.scratch())) {
                return;
            }
            if (head.status() >= 200) {
                headComplete = true;
                begin();
            } else {
                if (head.status() == 101 || ++interimAnswers > MAX_INTERIM_ANSWERS) {
                    throw new HttpRefusal(502, "too many interim answers, or one to switch protocols");
                }
                head.reset();
            }
        }
        ByteBuf piece;
        while ((piece = framing.next(in)) != null) {
            answerBytes += piece.readableBytes();
            if (answerBytes > call.maxAnswerBytes()) {
                piece.release();
                throw new HttpRefusal(502, "it is larger than the endpoint's limit");
            }
            answer.data(piece);
            if (call == null) {
                return; // the reader of the answer gave up
            }
        }
        if (framing.isEnded()) {
            complete(in.isReadable());
        } else if (!delivered) {
            deliver();
        }
    }

    private void begin() throws HttpRefusal {
        int status = head.status();
        reusable = head.keepAlive();
        if (head.contentLength() > call.maxAnswerBytes()) {
            throw new HttpRefusal(502, "it is larger than the endpoint's limit");
        }
        if (status == 204 || status == 304) {
            reusable &= head.contentLength() <= 0 && !head.isChunked();
            framing.startLength(0);
        } else if (head.isChunked()) {
            framing.startChunked();
        } else if (head.contentLength() >= 0) {
            framing.startLength(head.contentLength());
        } else {
            reusable = false;
            framing.startUntilClose();
        }
        answer = new HttpBody(loop, this, framing.isEnded() ? 0 : head.contentLength());
    }

    private void complete(boolean leftOver) {
        HttpBody body = answer;
        BackEndCall of = call;
        boolean deliverNow = !delivered;
        boolean reuse = reusable && requestEnded && !leftOver;
        HttpBody unsent = requestEnded ? null : request;
        int status = head.status();
        Headers headers = head.takeHeaders();
        String contentType = head.contentType();
        boolean contentEncoded = head.isContentEncoded();
        clear();
        if (reuse) {
            if (answerPaused) {
                answerPaused = false;
                ctx.channel().config().setAutoRead(true);
            }
            pool.release(this);
        } else {
            ctx.close();
        }
        body.end();
        if (deliverNow) {
            of.deliver(status, headers, contentType, contentEncoded, body);
        }
        if (unsent != null) {
            unsent.discard();
        }
    }

    private void deliver() {
        delivered = true;
        call.deliver(head.status(), head.takeHeaders(), head.contentType(), head.isContentEncoded(), answer);
    }

    private void clear() {
        request.onAbandon(null);
        call = null;
        request = null;
        answer = null;
        deadline = 0;
        ticker.stop();
    }

    private void finish(BackEndException cause) {
        finish(cause, true);
    }

    /** Ends the call without a complete answer. */
    private void finish(BackEndException cause, boolean itsFault) {
        BackEndCall of = call;
        HttpBody from = request;
        HttpBody body = answer;
        boolean begun = delivered;
        if (of == null) {
            return;
        }
        clear();
        if (itsFault) {
            backEnd.warn(cause);
        }
        if (begun) {
            body.abort(cause);
            from.discard();
        } else {
            if (body != null) {
                body.discard();
            }
            of.fail(cause);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext c) {
        if (answer != null && delivered) {
            answer.flush();
        }
    }

    @Override
    public void pause() {
        if (!answerPaused) {
            answerPaused = true;
            deadline = 0; // the back end is not the slow side
            ctx.channel().config().setAutoRead(false);
        }
    }

    @Override
    public void resume() {
        if (answerPaused) {
            answerPaused = false;
            if (call != null) {
                touch();
            }
            ctx.channel().config().setAutoRead(true);
        }
    }

    @Override
    public void cancel() {
        if (call != null) {
            HttpBody from = request;
            clear();
            from.discard();
        }
        ctx.close();
    }

    private void touch() {
        if (!answerPaused) {
            deadline = loop.now() + call.readNanos();
        }
    }

    @Override
    public void tick(long now) {
        if (deadline != 0 && now - deadline > 0) {
            finish(BackEndException.timeout("it was silent for too long"));
            ctx.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext c) {
        if (call != null && headComplete && framing.endsWithConnection()) {
            reusable = false;
            complete(false);
        } else {
            finish(BackEndException.unavailable("it closed the connection"));
        }
        if (pooled) {
            pooled = false;
            pool.closed(this);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext c, Throwable cause) {
        if (!(cause instanceof IOException) && !(cause instanceof DecoderException)) {
            LOG.error("A call to {} failed inside the bus.", backEnd, cause);
        }
        Throwable reason = cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
        finish(BackEndException.unavailable(reason.getClass().getSimpleName() + ": " + reason.getMessage()));
        c.close();
    }
}
