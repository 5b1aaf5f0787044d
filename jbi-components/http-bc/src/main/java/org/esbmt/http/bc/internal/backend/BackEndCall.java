package org.esbmt.http.bc.internal.backend;

import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.wire.Headers;

/** One request to a back end. Exactly one of {@link #answered} and {@link #failed} is called, once, on the event loop. */
public abstract class BackEndCall implements Runnable {
    private final byte[] requestHead;
    private final Headers headers;
    private final HttpBody body;
    private final long connectNanos;
    private final long readNanos;
    private final long maxAnswerBytes;
    private BackEndConnection connection;
    private long waitingUntil;
    private int waitingBytes;
    private boolean over;

    /**
     * @param requestHead request line, Host field and other parts that are the same for every call
     * @param body a body of the event loop that makes the call
     */
    protected BackEndCall(
            byte[] requestHead,
            Headers headers,
            HttpBody body,
            long connectNanos,
            long readNanos,
            long maxAnswerBytes) {
        this.requestHead = requestHead;
        this.headers = headers;
        this.body = body;
        this.connectNanos = connectNanos;
        this.readNanos = readNanos;
        this.maxAnswerBytes = maxAnswerBytes;
    }

    /**
     * Receives the beginning of the answer; its body may still be on its way.
     *
     * @param contentEncoded true if the body has a content coding, such as gzip, which is not decoded here
     */
    protected abstract void answered(
            int status, Headers answerHeaders, String contentType, boolean contentEncoded, HttpBody answer);

    /** Receives the failure, if there is no answer. */
    protected abstract void failed(BackEndException cause);

    byte[] requestHead() {
        return requestHead;
    }

    Headers headers() {
        return headers;
    }

    HttpBody body() {
        return body;
    }

    long connectNanos() {
        return connectNanos;
    }

    long readNanos() {
        return readNanos;
    }

    long maxAnswerBytes() {
        return maxAnswerBytes;
    }

    boolean isOver() {
        return over;
    }

    boolean waitsTooLong(long now) {
        return now - waitingUntil > 0;
    }

    void waitFrom(long now) {
        waitingUntil = now + connectNanos;
    }

    /** Keeps the bytes that {@link WaitingRoom} counts for it. */
    void waitsWith(int bytes) {
        waitingBytes = bytes;
    }

    int waitingBytes() {
        return waitingBytes;
    }

    void sentOn(BackEndConnection c) {
        connection = c;
    }

    void deliver(int status, Headers answerHeaders, String contentType, boolean contentEncoded, HttpBody answer) {
        if (over) {
            answer.discard();
        } else {
            over = true;
            answered(status, answerHeaders, contentType, contentEncoded, answer);
        }
    }

    void fail(BackEndException cause) {
        if (!over) {
            over = true;
            body.onAbandon(null);
            failed(cause);
            body.discard();
        }
    }

    /** Ends the call, because the client of the answer has closed its connection. */
    @Override
    public final void run() {
        BackEndConnection c = connection;
        fail(BackEndException.unavailable("the client gave up"));
        if (c != null) {
            c.giveUp(this);
        }
    }
}
