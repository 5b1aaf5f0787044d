package org.esbmt.administration.internal.change;

import static org.esbmt.administration.api.AdministrationException.Reason.UNAVAILABLE;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.tenancy.api.TenantId;

/**
 * How many changes are under way at once, what is prepared for them included: a few of one tenant, and not so many of all
 * of them that nothing is left for the installation's own administrators. Together they are fewer than the transactions that
 * there are at once by default. Any thread.
 */
final class ChangeSlots {
    static final int OF_ONE = 2;
    static final int OF_ALL = 10;
    static final int OF_SYSTEM = 6;

    private final long waitNanos;
    private final Map<TenantId, Integer> taken = new HashMap<>();
    private int all;

    ChangeSlots(long waitMillis) {
        this.waitNanos = TimeUnit.MILLISECONDS.toNanos(waitMillis);
    }

    /** To be given back, once. */
    @FunctionalInterface
    interface Slot {
        void giveBack();
    }

    /**
     * Waits a moment for one.
     *
     * @throws AdministrationException UNAVAILABLE if there is none
     */
    synchronized Slot take(Caller caller) throws AdministrationException {
        TenantId tenant = caller.tenant();
        long end = System.nanoTime() + waitNanos;
        while (!isFree(caller)) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new AdministrationException(
                        UNAVAILABLE, "too many changes are under way; nothing was changed, try again");
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AdministrationException(UNAVAILABLE, "nothing was changed: the bus stops", e);
            }
        }
        all += caller.ofSystem() ? 0 : 1;
        taken.merge(tenant, 1, Integer::sum);
        return () -> giveBack(caller);
    }

    private boolean isFree(Caller caller) {
        int own = taken.getOrDefault(caller.tenant(), 0);
        return caller.ofSystem() ? own < OF_SYSTEM : own < OF_ONE && all < OF_ALL;
    }

    private synchronized void giveBack(Caller caller) {
        TenantId tenant = caller.tenant();
        all -= caller.ofSystem() ? 0 : 1;
        taken.computeIfPresent(tenant, (of, count) -> count == 1 ? null : count - 1);
        notifyAll();
    }
}
