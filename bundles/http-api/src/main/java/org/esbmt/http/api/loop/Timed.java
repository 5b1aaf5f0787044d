package org.esbmt.http.api.loop;

/** An object with a deadline, on one event loop. */
public interface Timed {
    /**
     * Called on the loop about four times a second while its {@link Ticker} runs, or twice for a slow one.
     *
     * @param now the time of {@link LoopState#now()}
     */
    void tick(long now);
}
