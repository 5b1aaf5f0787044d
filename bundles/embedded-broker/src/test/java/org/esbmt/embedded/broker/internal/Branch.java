package org.esbmt.embedded.broker.internal;

import javax.transaction.xa.Xid;

/** One branch of a transaction of the tests. */
record Branch(int number) implements Xid {
    private static final int FORMAT = 0x45534254;

    @Override
    public int getFormatId() {
        return FORMAT;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return new byte[] {(byte) number};
    }

    @Override
    public byte[] getBranchQualifier() {
        return new byte[] {1};
    }
}
