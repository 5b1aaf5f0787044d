package org.esbmt.http.api.loop;

import java.util.Arrays;

/**
 * Calls its owner with the time while it runs. Confined to its event loop. Starting and stopping take a few
 * instructions, so that it can run for a single request. A ticker that does not run costs nothing, however many there
 * are.
 */
public final class Ticker {
    private final Running among;
    private final Timed timed;
    private int slot = -1;

    Ticker(Running among, Timed timed) {
        this.among = among;
        this.timed = timed;
    }

    public void start() {
        if (slot < 0) {
            among.add(this);
        }
    }

    public void stop() {
        if (slot >= 0) {
            among.remove(this);
        }
    }

    /** The running tickers, in no order. */
    static final class Running {
        private Ticker[] tickers = new Ticker[64];
        private int count;

        private void add(Ticker t) {
            if (count == tickers.length) {
                tickers = Arrays.copyOf(tickers, 2 * count);
            }
            t.slot = count;
            tickers[count++] = t;
        }

        private void remove(Ticker t) {
            Ticker last = tickers[--count];
            tickers[t.slot] = last;
            last.slot = t.slot;
            tickers[count] = null;
            t.slot = -1;
        }

        /**
         * Goes from the end, because a called owner may start and stop any ticker, and the last one takes the place of
         * a stopped one.
         */
        void tick(long now) {
            for (int i = count - 1; i >= 0; i--) {
                if (i < count) {
                    tickers[i].timed.tick(now);
                }
            }
        }
    }
}
