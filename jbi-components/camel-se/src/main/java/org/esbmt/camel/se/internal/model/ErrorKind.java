package org.esbmt.camel.se.internal.model;

/** What may go wrong, as far as a route can tell: instead of classes of exceptions, which are nobody's business. */
public enum ErrorKind {
    /** Everything. Written {@code java.lang.Exception} or {@code java.lang.Throwable}. */
    ANY,
    /** The provider answered with a fault. Written {@code org.esbmt.Fault}. */
    FAULT,
    /** The provider, or the bus on the way to it, failed. Written {@code org.esbmt.Unavailable}, {@code java.io.IOException}. */
    UNAVAILABLE,
    /** It took too long. Written {@code org.esbmt.Timeout}, {@code java.util.concurrent.TimeoutException}. */
    TIMEOUT,
    /** A validation failed. Written {@code org.esbmt.Invalid}, {@code org.apache.camel.ValidationException}. */
    INVALID
}
