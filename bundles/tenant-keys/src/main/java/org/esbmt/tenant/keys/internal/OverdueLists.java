package org.esbmt.tenant.keys.internal;

import static java.util.Objects.requireNonNull;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantAuthorities;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks every minute for lists of revocations whose successors are late. */
final class OverdueLists {
    private static final Logger LOG = LoggerFactory.getLogger(OverdueLists.class);
    private static final long EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MOST_NAMED = 10;

    private final TenantAuthorities authorities;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private long next;
    private volatile List<String> notes = List.of();

    OverdueLists(TenantAuthorities authorities, InstantSource clock, LongSupplier nanos) {
        this.authorities = requireNonNull(authorities, "authorities");
        this.clock = requireNonNull(clock, "clock");
        this.nanos = requireNonNull(nanos, "nanos");
        this.next = nanos.getAsLong();
    }

    /**
     * Asks the registry, unless it was asked in the last minute. A failure is logged, and the former notes stay: a warning
     * never stops the keys of tenants. Called by one thread.
     */
    void look() {
        long now = nanos.getAsLong();
        if (now - next < 0) {
            return;
        }
        next = now + EVERY_NANOS;
        try {
            List<String> tenants = authorities.overdue(clock.instant()).keySet().stream()
                    .map(Object::toString)
                    .sorted()
                    .toList();
            notes = tenants.isEmpty() ? List.of() : List.of(sentence(tenants));
        } catch (RegistryException | RuntimeException e) {
            LOG.warn("Late CRLs are not looked for now; trying on each minute.", e);
        }
    }

    private static String sentence(List<String> tenants) {
        List<String> named = tenants.subList(0, Math.min(tenants.size(), MOST_NAMED));
        String more = tenants.size() > named.size() ? " and " + (tenants.size() - named.size()) + " more" : "";
        return "The next CRL of an authority is overdue at tenant " + String.join(", ", named) + more
                + ". The tenant's administrator uploads it; see esbmt:authority-list.";
    }

    /** A sentence for the operator, or none. Any thread. */
    List<String> notes() {
        return notes;
    }
}
