package org.esbmt.registry.postgresql.internal.replay;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import org.esbmt.registry.api.ClaimOutcome;

/** Counts claims by their outcome. */
final class ReplayCounters implements ReplayClaimsMXBean {
    private final Map<ClaimOutcome, LongAdder> outcomes = new EnumMap<>(ClaimOutcome.class);
    private final LongAdder alone = new LongAdder();
    private final LongAdder statements = new LongAdder();
    private final IntSupplier waiting;
    private final IntSupplier open;

    ReplayCounters(IntSupplier waiting, IntSupplier open) {
        this.waiting = waiting;
        this.open = open;
        for (ClaimOutcome outcome : ClaimOutcome.values()) {
            outcomes.put(outcome, new LongAdder());
        }
    }

    void count(ClaimOutcome outcome) {
        outcomes.get(outcome).increment();
    }

    void countAlone() {
        alone.increment();
    }

    void countStatement() {
        statements.increment();
    }

    @Override
    public long getFirst() {
        return outcomes.get(ClaimOutcome.FIRST).sum();
    }

    @Override
    public long getRepeated() {
        return outcomes.get(ClaimOutcome.REPEATED).sum();
    }

    @Override
    public long getRefusedFull() {
        return outcomes.get(ClaimOutcome.REFUSED_FULL).sum();
    }

    @Override
    public long getUnavailable() {
        return outcomes.get(ClaimOutcome.UNAVAILABLE).sum();
    }

    @Override
    public long getDecidedAlone() {
        return alone.sum();
    }

    @Override
    public long getStatements() {
        return statements.sum();
    }

    @Override
    public int getWaiting() {
        return waiting.getAsInt();
    }

    @Override
    public int getOpenClaims() {
        return open.getAsInt();
    }
}
