package org.esbmt.http.api.edge;

import java.net.InetAddress;
import java.security.cert.X509Certificate;
import org.esbmt.http.api.body.BodySource;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.loop.LoopState;
import org.esbmt.http.api.wire.HeaderName;
import org.esbmt.http.api.wire.Headers;

/**
 * One request, from its head to the end of its answer. Confined to the event loop. A method has no effect once the call
 * is over.
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
    private final String bearerToken;

    HttpCall(
            ServerConnection connection,
            String method,
            String path,
            String query,
            Headers headers,
            String contentType,
            boolean contentEncoded,
            long contentLength,
            String bearerToken) {
        this.connection = connection;
        this.method = method;
        this.path = path;
        this.query = query;
        this.headers = headers;
        this.contentType = contentType;
        this.contentEncoded = contentEncoded;
        this.contentLength = contentLength;
        this.bearerToken = bearerToken;
    }

    public LoopState loop() {
        return connection.loop();
    }

    public String method() {
        return method;
    }

    /** The path as sent: it is neither decoded nor normalized. */
    public String path() {
        return path;
    }

    /** The query; null if there is none. */
    public String query() {
        return query;
    }

    /** The header fields that may go into the exchange. */
    public Headers headers() {
        return headers;
    }

    /** The content type; null if there is none. */
    public String contentType() {
        return contentType;
    }

    /** Returns true if the body has a content coding, such as gzip, which is not decoded here. */
    public boolean isContentEncoded() {
        return contentEncoded;
    }

    /** The length of the body; -1 if it is unknown. */
    public long contentLength() {
        return contentLength;
    }

    /** The bearer token in Authorization; null without one, and for a port that reads none. */
    public String bearerToken() {
        return bearerToken;
    }

    public InetAddress source() {
        return connection.source();
    }

    /** Returns true if the request came over TLS to this port. */
    public boolean isOverTls() {
        return connection.isOverTls();
    }

    /**
     * The certificate whose key the client has proven to have, in the handshake of its connection or of an earlier one
     * that it resumed. Nothing else about the certificate is verified, not even its dates. Null without one.
     */
    public X509Certificate clientCertificate() {
        return connection.clientCertificate();
    }

    /** Returns true while the client waits for the answer. */
    public boolean isOpen() {
        return connection.isCurrent(this);
    }

    /**
     * Receives the body. A body above the limit is answered with 413 as soon as its size is known.
     *
     * @return true if the call goes on
     */
    public boolean receive(CallReceiver receiver, long maxBytes) {
        return connection.receive(this, receiver, maxBytes);
    }

    /**
     * Lowers the limit given to {@link #receive}; it also applies to the received part of the body.
     *
     * @return true if the call goes on
     */
    public boolean limit(long maxBytes) {
        return connection.limit(this, maxBytes);
    }

    /** Answers with a status without a body, and closes the connection if the request's body was not read. */
    public void refuse(int status) {
        connection.refuse(this, status, null);
    }

    /** Refuses like {@link #refuse(int)}, and closes the connection in any case. */
    public void refuseAndClose(int status) {
        connection.refuseAndClose(this, status);
    }

    /** Refuses like {@link #refuse(int)}, and names the permitted methods. */
    public void refuseMethod(String allow) {
        connection.refuse(this, 405, allow);
    }

    /** Answers a success with a status without a body. */
    public void acknowledge(int status) {
        connection.acknowledge(this, status);
    }

    /** Answers with bytes in memory. */
    public void answer(int status, HeaderName contentTypeName, String type, byte[] bytes) {
        connection.answer(this, status, contentTypeName, type, bytes);
    }

    /**
     * Answers without the body: to HEAD, or with 204 or 304.
     *
     * @param length of the body that GET would get; -1 for an answer without Content-Length
     */
    public void answerWithoutBody(int status, Headers answerHeaders, long length) {
        connection.answerWithoutBody(this, status, answerHeaders, length);
    }

    /** Answers with a body, as its bytes come. Not to HEAD. */
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
