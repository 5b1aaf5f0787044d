package org.esbmt.administration.jmx.internal.notification;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.management.remote.NotificationResult;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.StateChangeAccess;
import org.esbmt.administration.api.StateChangeAccess.VisibleChanges;
import org.esbmt.administration.jmx.internal.mbean.Refusals;
import org.esbmt.management.api.event.StateChange;

/**
 * The listening connections of the tenants' connector. Their number is bounded, since each holds a queue, and a thread
 * of the connector while its client waits. A user has a few, a tenant has a quarter, and all tenants together leave a
 * quarter to users of the installation. A user who may not log in any more loses the slot. This happens at a delivery,
 * at the end of a wait, and when another user needs the slot.
 *
 * <p>Threads: any.
 */
public final class NotificationSubscriptions implements Consumer<StateChange> {
    /** Half of the connections that the tenants' connector admits by default. */
    static final int AT_MOST = 32;

    /** The connections of one tenant, or of the installation's own users. */
    public static final int OF_TENANT_AT_MOST = 8;

    public static final int OF_TENANTS_AT_MOST = AT_MOST - OF_TENANT_AT_MOST;

    public static final int OF_USER_AT_MOST = 2;

    private final StateChangeAccess access;
    /** Guarded by this for additions. */
    private final Set<NotificationSubscription> listening = ConcurrentHashMap.newKeySet();

    public NotificationSubscriptions(StateChangeAccess access) {
        this.access = requireNonNull(access, "access");
    }

    /**
     * Opens a subscription, which must be given back.
     *
     * @throws SecurityException if the user may receive no notifications
     * @throws IllegalStateException if there are too many subscriptions, or the user's permissions are not known now
     */
    public NotificationSubscription open(Administrator by) {
        VisibleChanges visible = access.visibleChanges(by)
                .orElseThrow(() -> Refusals.of(
                        Reason.UNAVAILABLE, "the notifications for '" + by.login() + "' are not known now"));
        if (!NotificationSubscription.mayListen(by, visible)) {
            throw Refusals.of(Reason.FORBIDDEN, "'" + by.login() + "' may not listen");
        }
        NotificationSubscription opened = new NotificationSubscription(by, visible.tenant(), access);
        Optional<RuntimeException> full = take(opened);
        if (full.isPresent()) {
            // Without the lock, since this queries the registry.
            listening.stream().filter(one -> !one.checkMayListen()).forEach(this::giveBack);
            full = take(opened);
        }
        full.ifPresent(refusal -> {
            throw refusal;
        });
        return opened;
    }

    /** Takes a slot; returns the refusal if there is none. */
    private synchronized Optional<RuntimeException> take(NotificationSubscription opened) {
        Administrator by = opened.by();
        if (count(one -> one.login().equals(by.login())) >= OF_USER_AT_MOST) {
            return Optional.of(Refusals.of(
                    Reason.EXCEEDED,
                    OF_USER_AT_MOST + " connections of '" + by.login() + "' listen already",
                    "you to close one of them"));
        }
        boolean tooMany = count(one -> one.tenant().equals(by.tenant())) >= OF_TENANT_AT_MOST
                || (by.tenant().isPresent() && count(one -> one.tenant().isPresent()) >= OF_TENANTS_AT_MOST)
                || listening.size() >= AT_MOST;
        if (tooMany) {
            return Optional.of(
                    Refusals.of(Reason.EXCEEDED, "too many connections listen already", "you to try again later"));
        }
        listening.add(opened);
        return Optional.empty();
    }

    private long count(Predicate<Administrator> whose) {
        return listening.stream()
                .map(NotificationSubscription::by)
                .filter(whose)
                .count();
    }

    public void giveBack(NotificationSubscription opened) {
        opened.close();
        listening.remove(opened);
    }

    /**
     * Returns the notifications, as {@link NotificationSubscription#fetch} does.
     *
     * @throws IOException if the user may not listen any more; clients take it as the end of the connection, and report
     *     it
     */
    public NotificationResult fetch(NotificationSubscription one, long from, int most, long timeoutMillis)
            throws IOException {
        NotificationResult result = one.fetch(from, most, timeoutMillis);
        if (one.ended()) {
            giveBack(one);
            throw Refusals.bare(new IOException(Refusals.text(
                    Reason.FORBIDDEN,
                    "'" + one.by().login() + "' may not listen on this connection any more",
                    "you to log in again")));
        }
        return result;
    }

    @Override
    public void accept(StateChange change) {
        listening.forEach(one -> one.accept(change));
    }

    /** The number of connections that listen. */
    public int open() {
        return listening.size();
    }
}
