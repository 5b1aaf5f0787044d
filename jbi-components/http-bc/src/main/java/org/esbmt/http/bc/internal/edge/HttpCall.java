package org.esbmt.http.bc.internal.edge;

import java.net.InetAddress;
import org.esbmt.http.bc.internal.body.BodySource;
import org.esbmt.http.bc.internal.body.HttpBody;
import org.esbmt.http.bc.internal.loop.LoopState;
import org.esbmt.http.bc.internal.wire.HeaderName;
import org.esbmt.http.bc.internal.wire.Headers;

/**
 * One request, from its head to the end of its answer. Confined to the event loop. A method called on a call that is
 * over does nothing.
 */
public final class HttpCall implements BodySource {
    private final ServerConnection connection;
    private final String method;
    private final String path;
    private final String query;
    private final Headers headers;
    private final String contentType;
    private final boolean contentEncoded;
    private final long contentLength;

    HttpCall(
            ServerConnection connection,
            String method,
            String path,
            String query,
            Headers headers,
            String contentType,
            boolean contentEncoded,
            long contentLength) {
        this.connection = connection;
        this.method = method;
        this.path = path;
        this.query = query;
        this.headers = headers;
        this.contentType = contentType;
        this.contentEncoded = contentEncoded;
        this.contentLength = contentLength;
    }

    public LoopState loop() {
        return connection.loop();
    }

    public String method() {
        return method;
    }

    /** As it was sent: nothing is decoded or normalized. */
    public String path() {
        return path;
    }

    /** Null if there is none. */
    public String query() {
        return query;
    }

    /** The header fields that may go into the exchange. */
    public Headers headers() {
        return headers;
    }

    /** Null if there is none. */
    public String contentType() {
        return contentType;
    }

    /** Whether the body is compressed or the like, which is not understood here. */
    public boolean isContentEncoded() {
        return contentEncoded;
    }

    /** -1 if it is not known. */
    public long contentLength() {
        return contentLength;
    }

    public InetAddress source() {
        return connection.source();
    }

    /** Whether the client still waits for the answer. */
    public boolean isOpen() {
        return connection.isCurrent(this);
    }

    /**
     * Takes the body. One that is larger is answered with 413 as soon as that is known.
     *
     * @return whether the call goes on
     */
    public boolean receive(CallReceiver receiver, long maxBytes) {
        return connection.receive(this, receiver, maxBytes);
    }

    /**
     * Lowers the limit given to {@link #receive}; it holds for the received part of the body too.
     *
     * @return whether the call goes on
     */
    public boolean limit(long maxBytes) {
        return connection.limit(this, maxBytes);
    }

    /** Answers with a status and nothing else, and closes the connection if the body was not read. */
    public void refuse(int status) {
        connection.refuse(this, status, null);
    }

    /** As {@link #refuse(int)}, with the methods that are allowed. */
    public void refuseMethod(String allow) {
        connection.refuse(this, 405, allow);
    }

    /** Answers a success with a status and nothing else. */
    public void acknowledge(int status) {
        connection.acknowledge(this, status);
    }

    /** Answers with bytes in memory. */
    public void answer(int status, HeaderName contentTypeName, String type, byte[] bytes) {
        connection.answer(this, status, contentTypeName, type, bytes);
    }

    /** Answers with a body, as its bytes come. */
    public void answer(int status, Headers answerHeaders, HttpBody body) {
        connection.answer(this, status, answerHeaders, body);
    }

    @Override
    public void pause() {
        connection.pause(this);
    }

    @Override
    public void resume() {
        connection.resume(this);
    }

    /** Reads and drops the rest of the body. */
    @Override
    public void cancel() {
        connection.resume(this);
    }
}
