package org.esbmt.tenancy.authentication.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import org.esbmt.registry.api.CredentialReader.Change;
import org.esbmt.tenancy.authentication.internal.VerifiedCredentials.Owner;

/**
 * The latest changes of users and tenants, for the comparison with running verifications. A verification that outlasts
 * them counts as overtaken. Confined to its owner's lock.
 */
final class RecentChanges {
    private static final int KEPT = 4_096;

    /** The newest last. */
    private final Deque<Change> changes = new ArrayDeque<>();
    /** The number of all changes so far. */
    private long count;

    /** A moment before the next change. */
    long moment() {
        return count;
    }

    void add(Change change) {
        count++;
        changes.addLast(change);
        if (changes.size() > KEPT) {
            changes.removeFirst();
        }
    }

    /** Anything may have changed. */
    void addEverything() {
        count += KEPT + 1;
        changes.clear();
    }

    /** True if the owner or the owner's tenant may have changed since the moment. */
    boolean any(Owner owner, long moment) {
        long unseen = count - moment;
        if (unseen > changes.size()) {
            return true;
        }
        return changes.stream()
                .skip(changes.size() - unseen)
                .anyMatch(c -> c.tenant().equals(owner.tenant())
                        && c.user().map(owner.user()::equals).orElse(true));
    }
}
