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

/** This node, and where the parts of this bundle meet: what it has applied, what it has heard, and who waits for that. Thread-safe. */
final class LocalNode implements ClusterNode {
    private static final int REMEMBERED = 1_000;

    private final UUID cluster;
    private final UUID instance;
    private final SealKeys keys;
    private final Duration changeLimit;
    private final Forgeries forgeries = new Forgeries();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** All of them guarded by lock. */
    private Optional<Observation> observation = Optional.empty();

    private final Map<Asked, Answer> applied = new Bounded<>();
    private final Map<UUID, Asked> published = new Bounded<>();
    private final Map<UUID, Boolean> answered = new Bounded<>();
    /** Grows with everything that somebody may wait for. */
    private long news;
    /** Grows with what the cluster is to be told soon. */
    private long urgent;

    LocalNode(UUID cluster, UUID instance, SealKeys keys, Duration changeLimit) {
        this.cluster = cluster;
        this.instance = instance;
        this.keys = keys;
        this.changeLimit = changeLimit;
    }

    /**
     * A request, however it comes: a revision alone can become another request's when a unit of work is rolled back.
     *
     * @param operation its first
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

    /** After which a change is not waited for any more. */
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
            news++;
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

    /** Those that the audit trail does not have yet. */
    Forgeries forgeries() {
        return forgeries;
    }

    /** A change was sent here; it may still be rolled back. */
    void published(UUID change, Asked asked) {
        lock.lock();
        try {
            published.put(change, asked);
        } finally {
            lock.unlock();
        }
    }

    /** The answer of this node to a change that was sent from here, as far as it remembers. */
    Optional<Answer> answer(UUID change) {
        lock.lock();
        try {
            return Optional.ofNullable(published.get(change)).map(applied::get);
        } finally {
            lock.unlock();
        }
    }

    /** Whether {@link #answer} will tell. */
    boolean hasPublished(UUID change) {
        lock.lock();
        try {
            return published.containsKey(change);
        } finally {
            lock.unlock();
        }
    }

    /** The cluster has the answer of a node to this operation, or to what is none. */
    void acknowledged(Optional<UUID> operation) {
        lock.lock();
        try {
            operation.ifPresent(id -> answered.put(id, true));
            news++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** To which operations the cluster has got answers here since this was asked last. */
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
            news++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    long news() {
        lock.lock();
        try {
            return news;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until {@link #news} differs from the known value, or the time is over. */
    void awaitNews(long known, Duration atMost) throws InterruptedException {
        lock.lock();
        try {
            long left = atMost.toNanos();
            while (news == known && left > 0) {
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

    /** The oldest entries give way. */
    private static final class Bounded<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > REMEMBERED;
        }
    }
}
