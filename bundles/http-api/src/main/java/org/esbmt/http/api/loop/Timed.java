package org.esbmt.http.api.loop;

import org.osgi.annotation.versioning.ConsumerType;

/** An object with a deadline, on one event loop. */
@ConsumerType
public interface Timed {
    /**
     * Called on the loop about four times a second while its {@link Ticker} runs, or twice for a slow one.
     *
     * @param now the time of {@link LoopState#now()}
     */
    void tick(long now);
}
