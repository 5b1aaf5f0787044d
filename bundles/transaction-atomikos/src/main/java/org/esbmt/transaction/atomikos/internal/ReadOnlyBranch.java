package org.esbmt.transaction.atomikos.internal;

import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A branch without work. With it no transaction has a single branch only. Atomikos would commit a single branch in one
 * phase, and after a lost answer the outcome would stay unknown.
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
