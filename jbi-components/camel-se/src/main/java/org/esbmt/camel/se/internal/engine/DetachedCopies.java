package org.esbmt.camel.se.internal.engine;

import org.apache.camel.Exchange;

/** Copies of exchanges that go their own way, and may stay for long after their exchange was answered. On any thread. */
public interface DetachedCopies {

    /**
     * Detaches a copy from the message that came from the bus, so that the message may leave memory. The copy still
     * runs on behalf of the same sender. Bodies gathered for it, or made by its steps, count until {@link #over} or
     * {@link #rejoin}.
     */
    void detach(Exchange copy);

    /**
     * Detaches a part or branch of an exchange, which waits for it. When nobody waits for that exchange any more,
     * nobody waits for the part.
     */
    void branch(Exchange copy);

    /**
     * A task to run, on any thread, when nobody waits for a detached copy any more. From then on no error handler is
     * asked about the copy: one is asked about its original.
     */
    Runnable dropping(Exchange copy);

    /** A detached copy has come to its end: nobody needs its bodies any more. */
    void over(Exchange copy);

    /** A detached copy has come to its end, and the exchange goes on with what became of it. */
    void rejoin(Exchange copy, Exchange exchange);
}
