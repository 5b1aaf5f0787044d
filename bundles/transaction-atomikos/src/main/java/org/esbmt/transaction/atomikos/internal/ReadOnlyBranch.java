package org.esbmt.transaction.atomikos.internal;

import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * Takes part and has nothing to do. With it no transaction has one branch only, which Atomikos would commit without asking
 * it to prepare: when the answer to that were lost, nobody would ever know what became of it.
 */
final class ReadOnlyBranch implements XAResource {
    @Override
    public int prepare(Xid id) {
        return XA_RDONLY;
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other == this;
    }

    @Override
    public void start(Xid id, int flags) {
        // nothing
    }

    @Override
    public void end(Xid id, int flags) {
        // nothing
    }

    @Override
    public void commit(Xid id, boolean onePhase) {
        // nothing
    }

    @Override
    public void rollback(Xid id) {
        // nothing
    }

    @Override
    public void forget(Xid id) {
        // nothing
    }

    @Override
    public Xid[] recover(int flags) {
        return new Xid[0];
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
