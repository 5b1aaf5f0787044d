package org.esbmt.administration.jmx.internal.connector;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.jmx.internal.mbean.Refusals;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The slots of logged-in clients. {@link ConnectionSlots} limits the sockets, but one socket may carry any number of logins. Each
 * client has an object and a thread, until it logs out or has not called for the connector's two minutes. A tenant has a quarter of
 * the slots at most, and all tenants together leave a quarter to users of the installation. One user has a few.
 *
 * <p>Threads: any.
 */
final class ClientSlots {
    static final int OF_LOGIN_AT_MOST = 8;

    private static final Logger LOG = LoggerFactory.getLogger(ClientSlots.class);
    private static final long LOG_EVERY_NANOS = 60_000_000_000L;
    private static final int PARTS = 4;

    private final int most;
    private final int ofTenant;
    private final int ofTenants;
    /** The number of clients by login. */
    private final Map<String, Integer> ofLogins = new HashMap<>();
    /** The number of clients by the name of their tenant, or none. */
    private final Map<Optional<String>, Integer> parts = new HashMap<>();

    private int all;
    private long loggedAt = System.nanoTime() - LOG_EVERY_NANOS;

    /** @param most the number of slots, 1 or more */
    ClientSlots(int most) {
        this.most = most;
        this.ofTenant = Math.max(1, most / PARTS);
        this.ofTenants = most - most / PARTS;
    }

    /** The slot of one client. */
    final class Slot {
        private final Administrator by;
        private final AtomicBoolean taken = new AtomicBoolean(true);

        private Slot(Administrator by) {
            this.by = by;
        }

        /** Releases the slot; a repetition does nothing. */
        void giveBack() {
            if (taken.compareAndSet(true, false)) {
                left(by);
            }
        }
    }

    /**
     * Takes a slot for a client that has just logged in; the slot must be released.
     *
     * @throws IOException if there is no slot, with the limit that was reached
     */
    synchronized Slot take(Administrator by) throws IOException {
        requireNonNull(by, "by");
        Optional<Full> full = full(by);
        if (full.isPresent()) {
            tell(by, full.get().sentence());
            throw Refusals.bare(new IOException(Refusals.text(
                    Reason.EXCEEDED, full.get().sentence(), full.get().who())));
        }
        all++;
        ofLogins.merge(by.login(), 1, Integer::sum);
        parts.merge(by.tenant(), 1, Integer::sum);
        return new Slot(by);
    }

    /** A reached limit, and the person who can release a slot. */
    private record Full(String sentence, String who) {}

    private Optional<Full> full(Administrator by) {
        boolean system = by.tenant().isEmpty();
        // Half of a tenant's slots, so that one of its users leaves some to the others.
        int ofLogin = system ? OF_LOGIN_AT_MOST : Math.min(OF_LOGIN_AT_MOST, Math.max(1, ofTenant / 2));
        if (ofLogins.getOrDefault(by.login(), 0) >= ofLogin) {
            return Optional.of(new Full(
                    "'" + by.login() + "' has " + ofLogin + " connections already, which is all a user may have",
                    "you to close one of them"));
        }
        if (!system && parts.getOrDefault(by.tenant(), 0) >= ofTenant) {
            return Optional.of(new Full(
                    "users of '" + by.tenant().get() + "' have " + ofTenant
                            + " connections already, which is all a tenant may have",
                    "one of them to close theirs"));
        }
        if (all >= most || (!system && all - parts.getOrDefault(Optional.empty(), 0) >= ofTenants)) {
            return Optional.of(new Full("too many users are connected already", "you to try again later"));
        }
        return Optional.empty();
    }

    private synchronized void left(Administrator by) {
        all--;
        ofLogins.computeIfPresent(by.login(), (login, count) -> count > 1 ? count - 1 : null);
        parts.computeIfPresent(by.tenant(), (tenant, count) -> count > 1 ? count - 1 : null);
    }

    /** The number of logged-in clients. */
    synchronized int taken() {
        return all;
    }

    private void tell(Administrator by, String refusal) {
        long now = System.nanoTime();
        if (now - loggedAt >= LOG_EVERY_NANOS) {
            loggedAt = now;
            LOG.warn(
                    "The JMX port for tenants' administrators has {} clients, and refused '{}': {}. This is said once"
                            + " a minute.",
                    all,
                    by.login(),
                    refusal);
        }
    }
}
