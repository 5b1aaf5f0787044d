package org.esbmt.management.cluster.internal;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.esbmt.management.api.cluster.ChangeOutcome.Answer;
import org.esbmt.management.api.cluster.ClusterNode;
import org.esbmt.management.api.message.ManagementResponse;
import org.esbmt.management.api.message.SealKeys;

/**
 * This node, as the shared state of this bundle's parts: its applied requests, its collected answers, and the threads
 * that wait for them. Thread-safe.
 */
final class LocalNode implements ClusterNode {
    private static final int REMEMBERED = 1_000;

    private final UUID cluster;
    private final UUID instance;
    private final SealKeys keys;
    private final Duration changeLimit;
    private final Forgeries forgeries = new Forgeries();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** Guarded by lock, as are the fields below. */
    private Optional<Observation> observation = Optional.empty();

    private final Map<Asked, Answer> applied = new Bounded<>();
    private final Map<UUID, Asked> published = new Bounded<>();
    private final Map<UUID, Boolean> answered = new Bounded<>();
    /** Counts the events that a thread in {@link #awaitNews} may wait for. */
    private long updates;
    /** Counts the events that the cluster should learn soon. */
    private long urgent;

    LocalNode(UUID cluster, UUID instance, SealKeys keys, Duration changeLimit) {
        this.cluster = cluster;
        this.instance = instance;
        this.keys = keys;
        this.changeLimit = changeLimit;
    }

    /**
     * A request, from the log or from a message. The revision alone is not enough: after a rollback another request
     * gets it.
     *
     * @param operation its first operation
     */
    record Asked(long revision, UUID operation) {}

    @Override
    public UUID cluster() {
        return cluster;
    }

    @Override
    public UUID instance() {
        return instance;
    }

    @Override
    public SealKeys keys() {
        return keys;
    }

    /** The time after which a change is not awaited any more. */
    Duration changeLimit() {
        return changeLimit;
    }

    @Override
    public void observed(Observation next) {
        requireNonNull(next, "next");
        lock.lock();
        try {
            boolean same = observation
                    .filter(before -> before.revision() == next.revision()
                            && before.problem().isPresent() == next.problem().isPresent()
                            && before.parts().equals(next.parts()))
                    .isPresent();
            observation = Optional.of(next);
            if (!same) {
                urgent++;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    Optional<Observation> observation() {
        lock.lock();
        try {
            return observation;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void applied(ManagementResponse answer) {
        lock.lock();
        try {
            applied.put(new Asked(answer.revision(), answer.results().get(0).operation()), Answers.of(answer));
            updates++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void forged(String destination, String message) {
        forgeries.add(destination, message);
        nudge();
    }

    /** The forged messages that are not in the audit trail yet. */
    Forgeries forgeries() {
        return forgeries;
    }

    /** Records a change that was sent here; it may still be rolled back. */
    void published(UUID change, Asked asked) {
        lock.lock();
        try {
            published.put(change, asked);
        } finally {
            lock.unlock();
        }
    }

    /** The answer of this node to a change that was sent from here, while this node remembers it. */
    Optional<Answer> answer(UUID change) {
        lock.lock();
        try {
            return Optional.ofNullable(published.get(change)).map(applied::get);
        } finally {
            lock.unlock();
        }
    }

    /** Returns true if {@link #answer} is responsible for the change. */
    boolean hasPublished(UUID change) {
        lock.lock();
        try {
            return published.containsKey(change);
        } finally {
            lock.unlock();
        }
    }

    /** Records that the cluster has the answer of a node; empty if the message was no answer. */
    void acknowledged(Optional<UUID> operation) {
        lock.lock();
        try {
            operation.ifPresent(id -> answered.put(id, true));
            updates++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The operations whose answers this node has collected since the last call. */
    Set<UUID> takeAnswered() {
        lock.lock();
        try {
            Set<UUID> taken = Set.copyOf(answered.keySet());
            answered.clear();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Wakes the threads in {@link #awaitNews}, so that they look for changes. */
    void nudge() {
        lock.lock();
        try {
            updates++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    long updates() {
        lock.lock();
        try {
            return updates;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until {@link #updates} differs from the known value, or the time is over. */
    void awaitNews(long known, Duration atMost) throws InterruptedException {
        lock.lock();
        try {
            long left = atMost.toNanos();
            while (updates == known && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    long urgent() {
        lock.lock();
        try {
            return urgent;
        } finally {
            lock.unlock();
        }
    }

    void awaitUrgent(long known, Duration atMost) throws InterruptedException {
        lock.lock();
        try {
            long left = atMost.toNanos();
            while (urgent == known && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Wakes the threads in {@link #awaitUrgent}, so that they look for something to report. */
    void wake() {
        lock.lock();
        try {
            urgent++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A map that drops its oldest entries. */
    private static final class Bounded<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > REMEMBERED;
        }
    }
}
