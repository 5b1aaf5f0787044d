package org.esbmt.http.bc.internal.endpoint;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.esbmt.http.bc.internal.body.HttpBody;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.tenancy.api.TenantId;

/**
 * Bounds the bytes of answers that a tenant has in memory, because its components have put them together and the
 * clients have not taken them yet. Plain endpoints are one tenant here. Safe for all threads.
 */
final class AnswerRoom {
    private final long most;
    private final Map<Optional<TenantId>, Long> taken = new ConcurrentHashMap<>();

    /** @param most bytes of one tenant */
    AnswerRoom(long most) {
        this.most = most;
    }

    /**
     * Counts an answer until it is over; one of a single slice is not counted. On the answer's event loop.
     *
     * @param owner of the endpoint that answers
     * @param answer a whole one; it is discarded if there is no room for it
     * @return whether there is
     */
    boolean admit(Owner owner, HttpBody answer) {
        long length = answer.length();
        if (length <= HttpBody.SLICE) {
            return true;
        }
        Optional<TenantId> tenant = owner.tenant();
        if (!take(tenant, length)) {
            answer.discard();
            return false;
        }
        answer.onOver(() -> taken.computeIfPresent(tenant, (t, now) -> now > length ? now - length : null));
        return true;
    }

    private boolean take(Optional<TenantId> tenant, long bytes) {
        boolean[] took = {false};
        taken.compute(tenant, (t, before) -> {
            long now = before == null ? 0 : before;
            took[0] = now + bytes <= most;
            return took[0] ? Long.valueOf(now + bytes) : before;
        });
        return took[0];
    }
}
