package org.esbmt.http.api.wire;

/**
 * A message violates the HTTP rules accepted here; the exception has the status for it. Its connection cannot be
 * trusted any more and is closed. It has no stack trace, so that a sender of garbage costs little work.
 */
public final class HttpRefusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final boolean ofFieldCount;

    public HttpRefusal(int status, String message) {
        this(status, message, false);
    }

    private HttpRefusal(int status, String message, boolean ofFieldCount) {
        super(message, null, false, false);
        this.status = status;
        this.ofFieldCount = ofFieldCount;
    }

    static HttpRefusal tooManyFields() {
        return new HttpRefusal(431, "too many header fields", true);
    }

    static HttpRefusal malformed(String message) {
        return new HttpRefusal(400, message);
    }

    /** Returns true if the message only had more header fields than its reader accepts. */
    public boolean isOfFieldCount() {
        return ofFieldCount;
    }

    public int status() {
        return status;
    }
}
