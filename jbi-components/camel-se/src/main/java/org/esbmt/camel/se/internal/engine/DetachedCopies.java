package org.esbmt.camel.se.internal.engine;

import org.apache.camel.Exchange;

/** Copies of exchanges that go their own way, and may stay for long after their exchange was answered. On any thread. */
public interface DetachedCopies {

    /**
     * The copy still runs on behalf of the same sender, but keeps the message that came from the bus in memory no more. What
     * is gathered for it, or made by its steps, is counted until {@link #over} or {@link #rejoin}.
     */
    void detach(Exchange copy);

    /**
     * The same for a part or branch of an exchange, which waits for it: nobody waits for it any more when nobody does for that
     * exchange.
     */
    void branch(Exchange copy);

    /**
     * What to run, on any thread, when nobody waits for a detached copy any more: no error handler is asked about it from then
     * on, since one is about what it was made of.
     */
    Runnable dropping(Exchange copy);

    /** A detached copy has come to its end: nobody needs its bodies any more. */
    void over(Exchange copy);

    /** A detached copy has come to its end, and the exchange goes on with what became of it. */
    void rejoin(Exchange copy, Exchange exchange);
}
