package org.esbmt.administration.jmx.internal.notification;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import javax.management.Notification;
import javax.management.remote.NotificationResult;
import javax.management.remote.TargetedNotification;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.NewsAccess;
import org.esbmt.administration.api.NewsAccess.Hearing;
import org.esbmt.administration.api.NewsAccess.Matter;
import org.esbmt.administration.jmx.internal.mbean.Refusals;
import org.esbmt.management.api.event.StateChange;
import org.esbmt.tenancy.api.TenantId;

/**
 * The notifications of one connection of the tenants' connector. Its own queue has no notifications of other tenants.
 * So the connection sees neither the events of other tenants nor their number, and no tenant's events displace
 * another's. Before each delivery the registry is asked for the connected user, and the table of roles for the user's
 * permissions. During an outage of the registry no notification is delivered and none is skipped. The subscription ends
 * for a user who may not log in any more.
 *
 * <p>Threads: those of the changes add, those of the connection fetch.
 */
public final class NotificationSubscription implements Consumer<StateChange> {
    /** The places of the queue. The oldest notifications are dropped, and the client is told of the loss. */
    public static final int PLACES = 1_000;

    public static final int LISTENERS_AT_MOST = 16;

    private static final int AT_ONCE = 100;
    /** Clients fetch again at once. The thread of a vanished client waits no longer than this. */
    private static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(30);

    /** The pause between two queries to a registry that is out of reach. */
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

    private static final TargetedNotification[] NOTHING = {};

    private record Heard(long number, StateChange change) {}

    private final Administrator by;
    private final Optional<TenantId> only;
    private final NewsAccess access;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    /** The following fields are guarded by lock. */
    private final Deque<Heard> heard = new ArrayDeque<>();

    private final TreeSet<Integer> listeners = new TreeSet<>();
    private long next;
    private int lastListener;
    private long fetches;
    private boolean closed;
    private boolean ended;

    /**
     * Subscribes an administrator.
     *
     * @param only the one tenant whose changes are delivered; empty for all
     */
    public NotificationSubscription(Administrator by, Optional<TenantId> only, NewsAccess access) {
        this.by = requireNonNull(by, "by");
        this.only = requireNonNull(only, "only");
        this.access = requireNonNull(access, "access");
    }

    Administrator by() {
        return by;
    }

    /**
     * Tells whether the user may listen. A tenant's user gets only one tenant's changes, and none if the roles seem to
     * permit more.
     */
    static boolean letIn(Administrator by, Hearing hearing) {
        return !hearing.matters().isEmpty()
                && by.tenant().isPresent() == hearing.tenant().isPresent();
    }

    /**
     * Asks the registry whether the user may still listen; without its answer the user may. Ends the subscription
     * otherwise.
     */
    boolean stillLetIn() {
        lock.lock();
        try {
            Optional<Hearing> unused = hearing();
            return !ended;
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether the subscription has ended, since the user may not listen any more. */
    public boolean ended() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void accept(StateChange change) {
        if (only.isPresent() && !only.equals(change.tenant())) {
            return;
        }
        lock.lock();
        try {
            if (closed) {
                return;
            }
            if (heard.size() == PLACES) {
                heard.removeFirst();
            }
            heard.addLast(new Heard(next, change));
            next++;
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Adds a listener of this connection. */
    public int add() {
        lock.lock();
        try {
            if (ended) {
                throw Refusals.of(
                        Reason.FORBIDDEN,
                        "'" + by.login() + "' may not listen on this connection any more",
                        "you to connect again");
            }
            if (listeners.size() == LISTENERS_AT_MOST) {
                throw Refusals.of(
                        Reason.EXCEEDED,
                        "a connection has at most " + LISTENERS_AT_MOST + " listeners",
                        "you to remove one");
            }
            lastListener++;
            listeners.add(lastListener);
            return lastListener;
        } finally {
            lock.unlock();
        }
    }

    /** Removes listeners. Tells whether all of them were there. */
    public boolean remove(List<Integer> gone) {
        lock.lock();
        try {
            boolean all = listeners.containsAll(gone);
            listeners.removeAll(gone);
            return all;
        } finally {
            lock.unlock();
        }
    }

    /** The result for a connection that fetches without a listener. */
    public static NotificationResult nothing() {
        return new NotificationResult(0, 0, NOTHING);
    }

    /** Ends the subscription and wakes the waiting fetch. */
    void close() {
        lock.lock();
        try {
            closed = true;
            heard.clear();
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the notifications from a number on, as
     * {@link javax.management.remote.rmi.RMIConnection#fetchNotifications} does, and waits if there are none. A
     * connection has one waiting call; a second call ends the first one.
     */
    public NotificationResult fetch(long from, int most, long timeoutMillis) {
        long wait = Math.min(LONGEST_WAIT, TimeUnit.MILLISECONDS.toNanos(Math.max(0, timeoutMillis)));
        long end = System.nanoTime() + wait;
        lock.lock();
        try {
            fetches++;
            long mine = fetches;
            news.signalAll();
            long at = from < 0 ? next : Math.min(from, next);
            long askAgain = System.nanoTime();
            while (from >= 0 && most > 0) {
                long pause = askAgain - System.nanoTime();
                List<Heard> batch = pause > 0 ? List.of() : batch(at, Math.min(most, AT_ONCE));
                if (!batch.isEmpty()) {
                    Optional<Hearing> hearing = hearing();
                    if (hearing.isEmpty()) {
                        askAgain = System.nanoTime() + PAUSE;
                        continue;
                    }
                    List<Heard> known = known(batch, hearing.get());
                    at = batch.get(batch.size() - 1).number() + 1;
                    if (!known.isEmpty()) {
                        return result(at, targeted(known));
                    }
                    continue;
                }
                long left = end - System.nanoTime();
                if (closed || mine != fetches) {
                    break;
                }
                if (left <= 0) {
                    if (pause <= 0) {
                        Optional<Hearing> unused = hearing();
                    }
                    break;
                }
                long unused = news.awaitNanos(pause > 0 ? Math.min(left, pause) : left);
            }
            return result(at, NOTHING);
        } catch (InterruptedException e) {
            // The connector is closing, so the waiting fetch ends.
            Thread.currentThread().interrupt();
            return nothing();
        } finally {
            lock.unlock();
        }
    }

    private List<Heard> batch(long from, int most) {
        return heard.stream().filter(one -> one.number() >= from).limit(most).toList();
    }

    /**
     * Asks the registry, and releases the lock meanwhile, so that changes do not wait for the answer. Ends the
     * subscription of a user who may not log in any more.
     */
    private Optional<Hearing> hearing() {
        Optional<Hearing> hearing;
        lock.unlock();
        try {
            hearing = access.hearing(by);
        } finally {
            lock.lock();
        }
        if (hearing.isPresent() && !letIn(by, hearing.get())) {
            ended = true;
            close();
        }
        return hearing;
    }

    private static List<Heard> known(List<Heard> batch, Hearing hearing) {
        return batch.stream()
                .filter(one -> hearing.includes(
                        Matter.valueOf(one.change().kind().name()), one.change().tenant()))
                .toList();
    }

    private TargetedNotification[] targeted(List<Heard> known) {
        List<TargetedNotification> all = new ArrayList<>();
        for (Heard one : known) {
            Notification notification = StateNotifications.of(one.change(), one.number() + 1);
            for (Integer listener : listeners) {
                all.add(new TargetedNotification(notification, listener));
            }
        }
        return all.toArray(TargetedNotification[]::new);
    }

    private NotificationResult result(long following, TargetedNotification[] notifications) {
        long earliest = heard.isEmpty() ? next : heard.getFirst().number();
        return new NotificationResult(earliest, following, Arrays.copyOf(notifications, notifications.length));
    }
}
