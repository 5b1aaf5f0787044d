package org.esbmt.http.api.wire;

/**
 * A message's header fields do not fit into the head of an HTTP message. It has no stack trace, because the message is
 * the cause.
 */
public final class HeadersTooLargeException extends Exception {
    private static final long serialVersionUID = 1L;

    HeadersTooLargeException(int most) {
        super("the header fields of the message have more than " + most + " bytes", null, false, false);
    }
}
