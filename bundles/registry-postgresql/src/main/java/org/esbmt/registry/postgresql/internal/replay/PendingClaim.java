package org.esbmt.registry.postgresql.internal.replay;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.esbmt.registry.api.ClaimOutcome;
import org.esbmt.tenancy.api.TenantId;

/** A claim without an answer. Any thread; the first answer counts. */
final class PendingClaim {
    final TenantId tenant;
    final Claim claim;
    /** As {@link System#nanoTime}; at this time it is answered without the database. */
    final long deadline;

    private final CompletableFuture<ClaimOutcome> answer = new CompletableFuture<>();
    private final AtomicBoolean decided = new AtomicBoolean();

    PendingClaim(TenantId tenant, Claim claim, long deadline) {
        this.tenant = tenant;
        this.claim = claim;
        this.deadline = deadline;
    }

    /** The answer, which callers cannot give. */
    CompletionStage<ClaimOutcome> answer() {
        return answer.minimalCompletionStage();
    }

    /** True for one caller alone, who then has to {@link #complete} it. */
    boolean decide() {
        return decided.compareAndSet(false, true);
    }

    void complete(ClaimOutcome outcome) {
        answer.complete(outcome);
    }

    boolean isOverdue(long now) {
        return deadline - now <= 0;
    }
}
