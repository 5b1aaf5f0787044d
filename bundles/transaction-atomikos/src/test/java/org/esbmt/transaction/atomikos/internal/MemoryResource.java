package org.esbmt.transaction.atomikos.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** Answers with the given codes, one a call; afterwards with success. */
final class MemoryResource implements XAResource {
    private final Deque<Integer> errors = new ArrayDeque<>();
    private int forgotten;

    MemoryResource(int... errors) {
        for (int error : errors) {
            this.errors.add(error);
        }
    }

    int forgotten() {
        return forgotten;
    }

    private void answer() throws XAException {
        if (!errors.isEmpty()) {
            throw new XAException(errors.remove());
        }
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        answer();
        return XA_OK;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        answer();
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        answer();
    }

    @Override
    public void forget(Xid xid) throws XAException {
        answer();
        forgotten++;
    }

    @Override
    public void start(Xid xid, int flags) {
        // nothing to do
    }

    @Override
    public void end(Xid xid, int flags) {
        // nothing to do
    }

    @Override
    public Xid[] recover(int flags) {
        return new Xid[0];
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other == this;
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }
}
