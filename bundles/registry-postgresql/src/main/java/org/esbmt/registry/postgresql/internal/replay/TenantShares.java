package org.esbmt.registry.postgresql.internal.replay;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.tenancy.api.TenantId;

/**
 * Counts the open claims that this node has made for each tenant. A claim is open until a minute after the end of the
 * minute of its expiry. Any thread.
 */
final class TenantShares {
    private final int most;
    private final Map<TenantId, Share> shares = new ConcurrentHashMap<>();

    TenantShares(int most) {
        this.most = most;
    }

    /** Returns false if the tenant has as many open claims as it may have. */
    boolean take(TenantId tenant, int minute, int now) {
        boolean[] taken = new boolean[1];
        shares.compute(tenant, (id, share) -> {
            Share own = share == null ? new Share() : share;
            own.forgetBefore(now - 1);
            taken[0] = own.open.get() < most;
            if (taken[0]) {
                own.add(minute, 1);
            }
            return own;
        });
        return taken[0];
    }

    /** Gives a claim back that was not made. */
    void giveBack(TenantId tenant, int minute) {
        shares.computeIfPresent(tenant, (id, share) -> {
            share.add(minute, -1);
            return share.open.get() == 0 ? null : share;
        });
    }

    /** Forgets claims that are over. */
    void forget(int now) {
        for (TenantId tenant : shares.keySet()) {
            shares.computeIfPresent(tenant, (id, share) -> {
                share.forgetBefore(now - 1);
                return share.open.get() == 0 ? null : share;
            });
        }
    }

    /** The number of open claims of all tenants. */
    int open() {
        return shares.values().stream().mapToInt(share -> share.open.get()).sum();
    }

    /** Written inside {@link ConcurrentHashMap#compute} alone. */
    private static final class Share {
        private final TreeMap<Integer, Integer> minutes = new TreeMap<>();
        private final AtomicInteger open = new AtomicInteger();

        void add(int minute, int claims) {
            int before = minutes.getOrDefault(minute, 0);
            int after = Math.max(0, before + claims);
            minutes.put(minute, after);
            open.addAndGet(after - before);
        }

        void forgetBefore(int minute) {
            while (!minutes.isEmpty() && minutes.firstKey() < minute) {
                open.addAndGet(-minutes.pollFirstEntry().getValue());
            }
        }
    }
}
