package org.esbmt.guarded.saxon;

/**
 * Stands in Saxon's woven classes where Saxon would catch the error of a stack that was too small. It is never thrown, so
 * the error ends the evaluation. Otherwise a stylesheet could catch it, or a pattern count as not matching, and a result
 * would depend on the room that a thread has left.
 */
public final class NoOverflow extends StackOverflowError {
    private static final long serialVersionUID = 1L;

    private NoOverflow() {}
}
