package org.esbmt.camel.se.internal.model;

/** The kinds of errors that a route can distinguish. They replace exception classes, which are internal. */
public enum ErrorKind {
    /** Every error. Written {@code java.lang.Exception} or {@code java.lang.Throwable}. */
    ANY,
    /** The provider answered with a fault. Written {@code org.esbmt.Fault}. */
    FAULT,
    /** The provider, or the bus on the way to it, failed. Written {@code org.esbmt.Unavailable}, {@code java.io.IOException}. */
    UNAVAILABLE,
    /** A time limit was exceeded. Written {@code org.esbmt.Timeout}, {@code java.util.concurrent.TimeoutException}. */
    TIMEOUT,
    /** A validation failed. Written {@code org.esbmt.Invalid}, {@code org.apache.camel.ValidationException}. */
    INVALID
}
