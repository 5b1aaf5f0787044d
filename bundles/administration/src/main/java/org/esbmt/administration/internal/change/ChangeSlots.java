package org.esbmt.administration.internal.change;

import static org.esbmt.administration.api.AdministrationException.Reason.UNAVAILABLE;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.tenancy.api.TenantId;

/**
 * Limits the number of changes under way at once, including their preparation. A tenant has a few slots. All tenants
 * together leave slots for the installation's own administrators. The total is smaller than the default limit of concurrent
 * transactions. Any thread.
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

    /** A slot, to be given back once. */
    @FunctionalInterface
    interface Slot {
        void giveBack();
    }

    /**
     * Takes a slot, and waits for a free one for a limited time.
     *
     * @throws AdministrationException UNAVAILABLE if none becomes free
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
