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
 * The clients that may be logged in at once. {@link ConnectionSlots} bounds sockets, and any number of logins fit one; but each client
 * has an object and a thread of its own, until it says that it goes or has not called for the connector's two minutes. A tenant
 * takes a quarter of them at the most, all tenants together leave a quarter to users of the installation, and one user takes a
 * few.
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

    /** @param most at once, 1 or more */
    ClientSlots(int most) {
        this.most = most;
        this.ofTenant = Math.max(1, most / PARTS);
        this.ofTenants = most - most / PARTS;
    }

    /** One client's. */
    final class Place {
        private final Administrator by;
        private final AtomicBoolean taken = new AtomicBoolean(true);

        private Place(Administrator by) {
            this.by = by;
        }

        /** Again: nothing. */
        void giveBack() {
            if (taken.compareAndSet(true, false)) {
                left(by);
            }
        }
    }

    /**
     * A place for one that has just logged in; to be given back.
     *
     * @throws IOException if there are too many; says of what
     */
    synchronized Place take(Administrator by) throws IOException {
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
        return new Place(by);
    }

    /** There is no place, and who can make one. */
    private record Full(String sentence, String who) {}

    private Optional<Full> full(Administrator by) {
        boolean system = by.tenant().isEmpty();
        // Half of a tenant's part, so that one of its users leaves something to the others.
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

    /** How many are logged in. */
    synchronized int taken() {
        return all;
    }

    private void tell(Administrator by, String refusal) {
        long now = System.nanoTime();
        if (now - loggedAt >= LOG_EVERY_NANOS) {
            loggedAt = now;
            LOG.warn(
                    "The JMX port for tenants' administrators has {} clients, and did not let in '{}': {}. This is said once"
                            + " a minute.",
                    all,
                    by.login(),
                    refusal);
        }
    }
}
