package org.esbmt.administration.console.internal.message;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.esbmt.tenancy.api.TenantId;

/**
 * Bounds the messages of administrators: of a login one at a time and 30 in a minute, of a tenant two at a time. So a
 * slow back end occupies few threads of the administration port. Usable on any thread.
 */
public final class SendingLimit {
    static final int MOST_IN_MINUTE = 30;
    static final int MOST_OF_TENANT = 2;
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final LongSupplier clock;
    private final Map<String, Deque<Long>> sent = new HashMap<>();
    private final Set<String> sending = new HashSet<>();
    private final Map<TenantId, Integer> ofTenants = new HashMap<>();

    /** @param clock as of {@link System#nanoTime} */
    public SendingLimit(LongSupplier clock) {
        this.clock = requireNonNull(clock, "clock");
    }

    /** Begins a message, which {@link #end} ends. Returns false if there are too many. */
    public synchronized boolean begin(TenantId tenant, String login) {
        long now = clock.getAsLong();
        sent.values().forEach(times -> times.removeIf(at -> now - at > MINUTE));
        sent.values().removeIf(Deque::isEmpty);
        Deque<Long> times = sent.getOrDefault(login, new ArrayDeque<>());
        int together = ofTenants.getOrDefault(tenant, 0);
        if (times.size() >= MOST_IN_MINUTE || together >= MOST_OF_TENANT || sending.contains(login)) {
            return false;
        }
        times.add(now);
        sent.put(login, times);
        sending.add(login);
        ofTenants.put(tenant, together + 1);
        return true;
    }

    public synchronized void end(TenantId tenant, String login) {
        sending.remove(login);
        ofTenants.computeIfPresent(tenant, (id, together) -> together == 1 ? null : together - 1);
    }
}
