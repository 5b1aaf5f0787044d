package org.esbmt.http.bc.internal.endpoint;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.jbi.container.api.MessageMemory;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.tenancy.api.TenantId;

/**
 * Bounds the bytes of a tenant's answers in memory, from their creation by components until clients have taken them.
 * These bytes also count in the memory of all messages. All plain endpoints count as one tenant here. Thread-safe.
 */
final class AnswerRoom {
    private final long most;
    private final MessageMemory memory;
    private final Map<Optional<TenantId>, Long> taken = new ConcurrentHashMap<>();

    /**
     * Room for each tenant.
     *
     * @param most the bytes of one tenant
     * @param memory the memory of the node
     */
    AnswerRoom(long most, MessageMemory memory) {
        this.most = most;
        this.memory = requireNonNull(memory, "memory");
    }

    /**
     * Counts an answer until it is over; an answer of a single slice is not counted. Called on the answer's event loop.
     *
     * @param owner the owner of the answering endpoint
     * @param answer a whole one; it is discarded if there is no room for it
     * @throws OverloadedException if there is no room; the message names the limit
     */
    void admit(Owner owner, HttpBody answer) {
        long length = answer.length();
        if (length > HttpBody.SLICE) {
            MessageMemory.Account account = memory.of(owner);
            try {
                account.take(length);
            } catch (OverloadedException e) {
                answer.discard();
                throw e;
            }
            answer.onOver(() -> account.giveBack(length));
            admitCounted(owner, answer);
        }
    }

    /** Counts an answer that counts in the memory of all messages already. */
    void admitCounted(Owner owner, HttpBody answer) {
        long length = answer.length();
        if (length <= HttpBody.SLICE) {
            return;
        }
        Optional<TenantId> tenant = owner.tenant();
        if (!take(tenant, length)) {
            answer.discard();
            throw new OverloadedException("answers of the tenant that clients have not taken yet need more than the "
                    + most + " bytes of tenant.answers.bytes");
        }
        answer.onOver(() -> taken.computeIfPresent(tenant, (t, now) -> now > length ? now - length : null));
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
