package org.esbmt.camel.se.internal.engine;

import org.apache.camel.Exchange;

/** Copies of exchanges with their own path, which may exist long after their exchange was answered. Thread-safe. */
public interface DetachedCopies {

    /**
     * Detaches a copy from the message that came from the bus, so that the message may leave memory. The copy still
     * runs on behalf of the same sender. Bodies gathered for it, or made by its steps, count until {@link #over} or
     * {@link #rejoin}.
     */
    void detach(Exchange copy);

    /**
     * Detaches a part or branch of an exchange, which waits for it. Once that exchange is not awaited any more, neither
     * is the part.
     */
    void branch(Exchange copy);

    /**
     * A thread-safe task to run once a detached copy is not awaited any more. From then on no error handler is called
     * for the copy, since one is called for its original.
     */
    Runnable dropping(Exchange copy);

    /** Ends a detached copy, whose bodies are not needed any more. */
    void over(Exchange copy);

    /** Ends a detached copy, whose result continues in the exchange. */
    void rejoin(Exchange copy, Exchange exchange);
}
