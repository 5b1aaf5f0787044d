package org.esbmt.registry.postgresql.internal.replay;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.esbmt.registry.api.ClaimOutcome;

/**
 * Claims of this node, with the rules of the tables: a place for each of sixteen minutes, whose minute only grows. Some 100
 * bytes a claim. Any thread.
 */
final class NodeMemory {
    private static final int SLOTS = 16;
    private static final int AHEAD = 8;

    private final int[] minutes = new int[SLOTS];
    private final Set<?>[] claims = new Set<?>[SLOTS];

    NodeMemory() {
        for (int i = 0; i < SLOTS; i++) {
            minutes[i] = i;
            claims[i] = new HashSet<UUID>();
        }
    }

    /** UNAVAILABLE if the claim is too far ahead of the present minute. */
    synchronized ClaimOutcome claim(Claim claim, int now) {
        int slot = claim.minute() % SLOTS;
        if (minutes[slot] < claim.minute()) {
            if (claim.minute() > now + AHEAD) {
                return ClaimOutcome.UNAVAILABLE;
            }
            minutes[slot] = claim.minute();
            claims[slot] = new HashSet<UUID>();
        }
        return minutes[slot] == claim.minute() && keys(slot).add(claim.key())
                ? ClaimOutcome.FIRST
                : ClaimOutcome.REPEATED;
    }

    /** Takes a claim back that was not made. */
    synchronized void remove(Claim claim) {
        int slot = claim.minute() % SLOTS;
        if (minutes[slot] == claim.minute()) {
            keys(slot).remove(claim.key());
        }
    }

    @SuppressWarnings("unchecked")
    private Set<UUID> keys(int slot) {
        return (Set<UUID>) claims[slot];
    }
}
