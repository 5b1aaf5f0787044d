package org.esbmt.http.bc.internal.wire;

/**
 * A message that is not HTTP as we take it, with the status that says so. The connection that brought it cannot be
 * trusted any more and is closed. Without a stack trace: whoever sends garbage must not make us work.
 */
public final class HttpRefusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    public HttpRefusal(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    static HttpRefusal malformed(String message) {
        return new HttpRefusal(400, message);
    }

    public int status() {
        return status;
    }
}
