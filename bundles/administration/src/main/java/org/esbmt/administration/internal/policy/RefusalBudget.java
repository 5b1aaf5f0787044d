package org.esbmt.administration.internal.policy;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * Limits the refusals in the audit trail. One user has {@value #OF_USER} and then one a minute. All users of a tenant
 * have {@value #OF_TENANT} and then ten a minute. Entries are never removed, so an attacker's refusals would fill the
 * disk. The first hundreds show the attacker's intention. Any thread.
 */
public final class RefusalBudget {
    public static final int OF_USER = 200;
    public static final int OF_TENANT = 1_000;

    private static final int KEPT = 10_000;
    private static final long USERS_INTERVAL = TimeUnit.MINUTES.toNanos(1);
    private static final long TENANTS_INTERVAL = TimeUnit.SECONDS.toNanos(6);

    private final LongSupplier nanoTime;
    private final Map<User, Spent> users = new Recent<>();
    private final Map<TenantId, Spent> tenants = new Recent<>();

    public RefusalBudget(LongSupplier nanoTime) {
        this.nanoTime = requireNonNull(nanoTime, "nanoTime");
    }

    /**
     * Takes one refusal from the budgets of the user and the tenant. Returns the number of this user's refusals that
     * were left out since the last kept one. Empty if this refusal is left out, too.
     */
    public synchronized OptionalLong take(Caller caller) {
        long now = nanoTime.getAsLong();
        Spent user =
                users.computeIfAbsent(new User(caller.tenant(), caller.user()), u -> new Spent(now, USERS_INTERVAL));
        Spent tenant = tenants.computeIfAbsent(caller.tenant(), t -> new Spent(now, TENANTS_INTERVAL));
        if (!user.has(now, OF_USER) || !tenant.has(now, OF_TENANT)) {
            user.leftOut++;
            return OptionalLong.empty();
        }
        user.add(now);
        tenant.add(now);
        long before = user.leftOut;
        user.leftOut = 0;
        return OptionalLong.of(before);
    }

    private record User(TenantId tenant, UserId user) {}

    /** The spent part of a budget, as the moment at which all of it is restored. */
    private static final class Spent {
        private final long interval;
        private long until;
        private long leftOut;

        Spent(long now, long interval) {
            this.interval = interval;
            this.until = now;
        }

        boolean has(long now, int most) {
            return until - now <= (most - 1) * interval;
        }

        void add(long now) {
            until = Math.max(0, until - now) + now + interval;
        }
    }

    private static final class Recent<K> extends LinkedHashMap<K, Spent> {
        private static final long serialVersionUID = 1L;

        Recent() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, Spent> eldest) {
            return size() > KEPT;
        }
    }
}
