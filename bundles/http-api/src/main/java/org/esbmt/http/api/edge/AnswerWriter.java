package org.esbmt.http.api.edge;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.nio.charset.StandardCharsets;
import org.esbmt.content.api.BytesSource;
import org.esbmt.http.api.body.BodySink;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.loop.LoopState;
import org.esbmt.http.api.wire.HeadWriter;
import org.esbmt.http.api.wire.HeaderName;
import org.esbmt.http.api.wire.Headers;

/** Writes one connection's answers, one after the other. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection, and that is reported
final class AnswerWriter implements BodySink {
    private static final byte[] CLOSE = "Connection: close\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] KEEP_ALIVE = "Connection: keep-alive\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ServerConnection connection;
    private final TransferClock clock;
    private final byte[] standing;
    private ChannelHandlerContext ctx;
    private HttpBody body;
    private boolean chunked;
    private boolean firstChunk;
    private boolean paused;
    private long blockedAt;

    /** @param standing lines of header fields for each answer, CRLF included */
    AnswerWriter(ServerConnection connection, TransferClock clock, byte[] standing) {
        this.connection = connection;
        this.clock = clock;
        this.standing = standing;
    }

    void connect(ChannelHandlerContext c) {
        ctx = c;
    }

    private HeadWriter begin(int status, LoopState loop, boolean keepAlive, boolean http11) {
        clock.restart();
        HeadWriter out =
                new HeadWriter(loop.scratch()).raw(StatusLines.of(status)).raw(loop.dateField());
        if (standing.length > 0) {
            out.raw(standing);
        }
        if (!keepAlive) {
            out.raw(CLOSE);
        } else if (!http11) {
            out.raw(KEEP_ALIVE);
        }
        return out;
    }

    /** Writes an answer without a body. */
    void empty(int status, String allow, LoopState loop, boolean keepAlive, boolean http11) {
        HeadWriter out = begin(status, loop, keepAlive, http11);
        if (allow != null) {
            out.text("Allow: ").text(allow).endOfLine();
        }
        ctx.writeAndFlush(out.framing(0).endOfLine().toBuffer(ctx.alloc()), ctx.voidPromise());
    }

    /**
     * Writes an answer without its body: to HEAD, or with a status that has none (RFC 9110, sections 9.3.2, 15.3.5 and
     * 15.4.5).
     *
     * @param length of the body that GET would get; -1 for an answer without Content-Length
     */
    void headOnly(int status, Headers headers, long length, LoopState loop, boolean keepAlive, boolean http11) {
        HeadWriter out = begin(status, loop, keepAlive, http11).headers(headers);
        if (length >= 0) {
            out.framing(length);
        }
        ctx.writeAndFlush(out.endOfLine().toBuffer(ctx.alloc()), ctx.voidPromise());
    }

    /**
     * Writes an answer with a body in memory. A large body is written at the client's pace, since the transport copies
     * every buffer that it gets.
     */
    void whole(
            int status,
            HeaderName typeName,
            String type,
            byte[] bytes,
            LoopState loop,
            boolean keepAlive,
            boolean http11) {
        HeadWriter out = begin(status, loop, keepAlive, http11)
                .line(typeName, type)
                .framing(bytes.length)
                .endOfLine();
        ctx.write(out.toBuffer(ctx.alloc()), ctx.voidPromise());
        if (bytes.length > HttpBody.SLICE) {
            stream(HttpBody.of(new BytesSource(bytes), loop), false);
            return;
        }
        ctx.writeAndFlush(ctx.alloc().directBuffer(Math.max(1, bytes.length)).writeBytes(bytes), ctx.voidPromise());
        connection.answered();
    }

    /** Writes all of the body now, or the part at hand now and the rest as it comes. */
    void stream(int status, Headers headers, HttpBody from, LoopState loop, boolean keepAlive, boolean http11) {
        long length = from.length();
        HeadWriter out = begin(status, loop, keepAlive, http11).headers(headers);
        if (length >= 0 || http11) {
            out.framing(length);
        }
        out.endOfLine();
        if (from.isWhole() && length <= HeadWriter.MAX_INLINE) {
            from.takeWhole(out.room(), out.size());
            out.appended((int) length);
            ctx.writeAndFlush(out.toBuffer(ctx.alloc()), ctx.voidPromise());
            connection.answered();
            return;
        }
        ctx.write(out.toBuffer(ctx.alloc()), ctx.voidPromise());
        stream(from, length < 0 && http11);
    }

    private void stream(HttpBody from, boolean inChunks) {
        body = from;
        chunked = inChunks;
        firstChunk = true;
        paused = false;
        from.attach(this);
    }

    /**
     * Returns true if the client has taken enough of the written answer to get the next one. If not, the connection is
     * notified later.
     */
    boolean isTaken() {
        if (!ctx.channel().isWritable()) {
            block();
        }
        return !paused;
    }

    private void block() {
        paused = true;
        blockedAt = ctx.channel().bytesBeforeWritable();
        clock.measure();
    }

    /** Returns true if an answer is on its way and its head has been written. */
    boolean isStreaming() {
        return body != null;
    }

    /** Returns true if the transfer waits for the client to read. */
    boolean isBlocked() {
        return paused;
    }

    /** Counts time in which the client could have read the waiting octets. */
    void waited(long nanos) {
        clock.waited(nanos);
        clock.movedInAll(blockedAt - ctx.channel().bytesBeforeWritable());
    }

    @Override
    public void data(ByteBuf piece) {
        if (body == null || !piece.isReadable()) {
            piece.release();
            return;
        }
        if (chunked) {
            ctx.write(HeadWriter.chunkStart(ctx.alloc(), piece.readableBytes(), firstChunk), ctx.voidPromise());
            firstChunk = false;
        }
        ctx.write(piece, ctx.voidPromise());
        if (!paused && !ctx.channel().isWritable()) {
            ctx.flush(); // the channel may be writable after this, without a further event
            if (!ctx.channel().isWritable()) {
                block();
                body.pause();
            }
        }
    }

    @Override
    public void flush() {
        ctx.flush();
    }

    void writable() {
        if (paused) {
            paused = false;
            if (body != null) {
                body.resume();
            } else {
                connection.taken();
            }
        }
    }

    @Override
    public void end() {
        if (body != null) {
            body = null;
            paused = false;
            if (chunked) {
                ctx.write(HeadWriter.lastChunk(ctx.alloc(), firstChunk), ctx.voidPromise());
            }
            ctx.flush();
            connection.answered();
        }
    }

    /** Closes the connection, so that a broken answer does not look complete. */
    @Override
    public void aborted(Throwable cause) {
        if (body != null) {
            body = null;
            paused = false;
            ctx.flush();
            ctx.close();
        }
    }

    /** Drops the rest of the answer, because the connection is closed. */
    void abandon() {
        HttpBody from = body;
        paused = false;
        if (from != null) {
            body = null;
            from.discard();
        }
    }
}
