package org.esbmt.administration.jmx.internal.notification;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import javax.management.NotificationBroadcasterSupport;
import org.esbmt.management.api.event.StateChange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends state changes to listeners within this process, in a thread of its own and with a bounded queue before it. A
 * slow listener delays only other listeners. A notification without a place in the queue is lost, and the sequence
 * number of the next one shows the gap.
 */
public final class Broadcast implements Consumer<StateChange>, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Broadcast.class);

    private record Numbered(long sequence, StateChange change) {}

    private final NotificationBroadcasterSupport listeners =
            new NotificationBroadcasterSupport(StateNotifications.info());
    private final BlockingQueue<Numbered> queue;
    private final Thread thread = new Thread(this::send, "esbmt-notifications");
    /** Guarded by this. */
    private long sequence;
    /** Guarded by this. */
    private boolean losing;

    public Broadcast(int places) {
        queue = new ArrayBlockingQueue<>(places);
        thread.setDaemon(true);
        thread.start();
    }

    public NotificationBroadcasterSupport listeners() {
        return listeners;
    }

    @Override
    public synchronized void accept(StateChange change) {
        sequence++;
        boolean lost = !queue.offer(new Numbered(sequence, change));
        if (lost && !losing) {
            LOG.warn("A JMX listener in this process is so slow that notifications are lost.");
        }
        losing = lost;
    }

    private void send() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Numbered next = queue.take();
                try {
                    listeners.sendNotification(StateNotifications.of(next.change(), next.sequence()));
                } catch (RuntimeException e) {
                    LOG.warn("A notification could not be sent.", e);
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("No more notifications are sent.", e);
        }
    }

    /** Does not wait for listeners. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
