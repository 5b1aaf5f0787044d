package org.esbmt.registry.postgresql.internal.replay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.esbmt.tenancy.api.TenantId;

/**
 * Claims that wait for a statement, a lane for each tenant. A statement takes one claim of each lane in turn until it is
 * full, and the next one continues where it ended. So a claim waits for as many statements as its own tenant's claims
 * before it and the number of waiting tenants demand, whatever another tenant sends. Any thread.
 */
final class ClaimQueue {
    /** Claims of one statement at the most. */
    static final int STATEMENT = 64;
    /** Waiting claims of one tenant at the most. */
    static final int LANE = 1_024;

    private final Map<TenantId, Queue<PendingClaim>> lanes = new HashMap<>();
    /** The lanes with a claim, in the order of their turns. */
    private final Queue<Queue<PendingClaim>> turns = new ArrayDeque<>();

    private int waiting;
    private boolean woken;

    /** Returns false if too many claims of this tenant wait. */
    synchronized boolean add(PendingClaim claim) {
        Queue<PendingClaim> lane = lanes.computeIfAbsent(claim.tenant, any -> new ArrayDeque<>());
        if (lane.size() >= LANE) {
            return false;
        }
        if (lane.isEmpty()) {
            turns.add(lane);
        }
        lane.add(claim);
        waiting++;
        notifyAll();
        return true;
    }

    /** Waits for claims. Empty after this time, or after {@link #wake}. */
    synchronized List<PendingClaim> take(long millis) throws InterruptedException {
        await(millis);
        List<PendingClaim> taken = new ArrayList<>(Math.min(STATEMENT, waiting));
        while (taken.size() < STATEMENT && waiting > 0) {
            Queue<PendingClaim> lane = turns.remove();
            taken.add(removeHead(lane));
            if (!lane.isEmpty()) {
                turns.add(lane);
            }
        }
        return taken;
    }

    private void await(long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = millis;
                left > 0 && waiting == 0 && !woken;
                left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
            wait(left);
        }
        woken = false;
    }

    /** Removes the claims whose deadline has passed. */
    synchronized List<PendingClaim> takeOverdue(long now) {
        List<PendingClaim> overdue = new ArrayList<>();
        turns.removeIf(lane -> {
            while (!lane.isEmpty() && lane.element().isOverdue(now)) {
                overdue.add(removeHead(lane));
            }
            return lane.isEmpty();
        });
        return overdue;
    }

    /** Removes all claims. */
    synchronized List<PendingClaim> takeAll() {
        List<PendingClaim> all = new ArrayList<>();
        turns.forEach(lane -> {
            while (!lane.isEmpty()) {
                all.add(removeHead(lane));
            }
        });
        turns.clear();
        return all;
    }

    private PendingClaim removeHead(Queue<PendingClaim> lane) {
        PendingClaim head = lane.remove();
        waiting--;
        if (lane.isEmpty()) {
            lanes.remove(head.tenant);
        }
        return head;
    }

    /** Ends the wait of {@link #take}. */
    synchronized void wake() {
        woken = true;
        notifyAll();
    }

    synchronized int size() {
        return waiting;
    }
}
