package org.esbmt.transaction.atomikos.internal;

import static java.util.Objects.requireNonNull;

import com.atomikos.recovery.LogWriteException;
import com.atomikos.recovery.OltpLog;
import com.atomikos.recovery.OltpLogFactory;
import com.atomikos.recovery.PendingTransactionRecord;
import com.atomikos.recovery.RecoveryLog;
import com.atomikos.recovery.TxState;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The transaction log of Atomikos. When all branches are prepared, Atomikos writes the commit and sends no commit
 * before the write returns. This write puts the decision into the decision log of the bus. For the recovery of Atomikos
 * it is empty.
 */
final class AtomikosLog implements OltpLog, RecoveryLog {
    private static final AtomicReference<AtomikosLog> OFFERED = new AtomicReference<>();

    private final DecisionLog decisions;
    private final LiveTransactions live;

    AtomikosLog(DecisionLog decisions, LiveTransactions live) {
        this.decisions = decisions;
        this.live = live;
    }

    /** The factory of the log. Atomikos instantiates it without arguments. */
    public static final class Factory implements OltpLogFactory {
        @Override
        public OltpLog createOltpLog() {
            return requireNonNull(OFFERED.getAndSet(null), "Atomikos was started by other code than the bus");
        }
    }

    /** Offers the log until it is closed; Atomikos can take it once. */
    Offer offer() {
        if (!OFFERED.compareAndSet(null, this)) {
            throw new IllegalStateException("Atomikos is being started already.");
        }
        return new Offer();
    }

    final class Offer implements AutoCloseable {
        private Offer() {}

        boolean isTaken() {
            return OFFERED.get() != AtomikosLog.this;
        }

        @Override
        public void close() {
            OFFERED.compareAndSet(AtomikosLog.this, null);
        }
    }

    @Override
    public void write(PendingTransactionRecord written) throws LogWriteException {
        if (written.state != TxState.COMMITTING) {
            return;
        }
        LiveTransaction transaction = live.ofAtomikos(written.id)
                .orElseThrow(() -> new IllegalStateException("transaction " + written.id + " has ended"));
        try {
            decisions.commit(transaction.id(), transaction.prepared(), transaction::checkDecidable);
        } catch (IOException e) {
            throw new LogWriteException(e);
        }
    }

    @Override
    public boolean isActive() {
        return false;
    }

    @Override
    public Collection<PendingTransactionRecord> getIndoubtTransactionRecords() {
        return List.of();
    }

    @Override
    public Collection<PendingTransactionRecord> getExpiredPendingCommittingTransactionRecordsAt(long time) {
        return List.of();
    }

    @Override
    public Collection<PendingTransactionRecord> getPendingTransactionRecords() {
        return List.of();
    }

    @Override
    public PendingTransactionRecord get(String id) {
        return null;
    }

    @Override
    public void forgetTransactionRecords(Collection<PendingTransactionRecord> ignored) {
        // the log stores none
    }

    @Override
    public void recordAsCommitting(String id) {
        throw new IllegalStateException("the bus decides on its transactions itself");
    }

    @Override
    public void forget(String id) {
        // the log stores none
    }

    @Override
    public void close() {
        // the decision log is closed by its owner
    }

    @Override
    public void closing() {
        // as above
    }

    @Override
    public void closed() {
        // as above
    }
}
