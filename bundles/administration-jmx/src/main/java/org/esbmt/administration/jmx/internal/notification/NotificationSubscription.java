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
import org.esbmt.administration.api.StateChangeAccess;
import org.esbmt.administration.api.StateChangeAccess.ObjectKind;
import org.esbmt.administration.api.StateChangeAccess.VisibleChanges;
import org.esbmt.administration.jmx.internal.mbean.Refusals;
import org.esbmt.management.api.event.StateChange;
import org.esbmt.tenancy.api.TenantId;

/**
 * The subscription of one connection to the tenants' JMX connector. Its queue has no notifications of other tenants.
 * So the connection sees neither the events of other tenants nor their number, and no tenant's events displace
 * another's. Before each delivery {@link StateChangeAccess} checks the permissions of the connected user. During an
 * outage of the registry no notification is delivered and none is skipped. The subscription ends for a user who may not
 * log in any more.
 *
 * <p>Threads: the threads of the changes call {@link #accept}, those of the connection {@link #fetch}.
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

    private record QueuedChange(long number, StateChange change) {}

    private final Administrator by;
    private final Optional<TenantId> only;
    private final StateChangeAccess access;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrival = lock.newCondition();
    /** The following fields are guarded by lock. */
    private final Deque<QueuedChange> queue = new ArrayDeque<>();

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
    public NotificationSubscription(Administrator by, Optional<TenantId> only, StateChangeAccess access) {
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
    static boolean mayListen(Administrator by, VisibleChanges visible) {
        return !visible.kinds().isEmpty()
                && by.tenant().isPresent() == visible.tenant().isPresent();
    }

    /**
     * Asks the registry whether the user may still listen, and ends the subscription of a user who may not. Returns true
     * without the registry's answer.
     */
    boolean checkMayListen() {
        lock.lock();
        try {
            Optional<VisibleChanges> unused = visibleChanges();
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
            if (queue.size() == PLACES) {
                queue.removeFirst();
            }
            queue.addLast(new QueuedChange(next, change));
            next++;
            arrival.signalAll();
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
            queue.clear();
            arrival.signalAll();
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
            arrival.signalAll();
            long at = from < 0 ? next : Math.min(from, next);
            long askAgain = System.nanoTime();
            while (from >= 0 && most > 0) {
                long pause = askAgain - System.nanoTime();
                List<QueuedChange> batch = pause > 0 ? List.of() : batch(at, Math.min(most, AT_ONCE));
                if (!batch.isEmpty()) {
                    Optional<VisibleChanges> visible = visibleChanges();
                    if (visible.isEmpty()) {
                        askAgain = System.nanoTime() + PAUSE;
                        continue;
                    }
                    List<QueuedChange> permitted = permitted(batch, visible.get());
                    at = batch.get(batch.size() - 1).number() + 1;
                    if (!permitted.isEmpty()) {
                        return result(at, targeted(permitted));
                    }
                    continue;
                }
                long left = end - System.nanoTime();
                if (closed || mine != fetches) {
                    break;
                }
                if (left <= 0) {
                    if (pause <= 0) {
                        Optional<VisibleChanges> unused = visibleChanges();
                    }
                    break;
                }
                long unused = arrival.awaitNanos(pause > 0 ? Math.min(left, pause) : left);
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

    private List<QueuedChange> batch(long from, int most) {
        return queue.stream().filter(one -> one.number() >= from).limit(most).toList();
    }

    /**
     * Asks the registry, and releases the lock meanwhile, so that changes do not wait for the answer. Ends the
     * subscription of a user who may not log in any more.
     */
    private Optional<VisibleChanges> visibleChanges() {
        Optional<VisibleChanges> visible;
        lock.unlock();
        try {
            visible = access.visibleChanges(by);
        } finally {
            lock.lock();
        }
        if (visible.isPresent() && !mayListen(by, visible.get())) {
            ended = true;
            close();
        }
        return visible;
    }

    private static List<QueuedChange> permitted(List<QueuedChange> batch, VisibleChanges visible) {
        return batch.stream()
                .filter(one -> visible.includes(
                        ObjectKind.valueOf(one.change().kind().name()),
                        one.change().tenant()))
                .toList();
    }

    private TargetedNotification[] targeted(List<QueuedChange> permitted) {
        List<TargetedNotification> all = new ArrayList<>();
        for (QueuedChange one : permitted) {
            Notification notification = StateNotifications.of(one.change(), one.number() + 1);
            for (Integer listener : listeners) {
                all.add(new TargetedNotification(notification, listener));
            }
        }
        return all.toArray(TargetedNotification[]::new);
    }

    private NotificationResult result(long following, TargetedNotification[] notifications) {
        long earliest = queue.isEmpty() ? next : queue.getFirst().number();
        return new NotificationResult(earliest, following, Arrays.copyOf(notifications, notifications.length));
    }
}
