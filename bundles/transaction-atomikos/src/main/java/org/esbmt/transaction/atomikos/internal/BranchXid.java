package org.esbmt.transaction.atomikos.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Optional;
import javax.transaction.xa.Xid;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.TransactionId;

/**
 * The XID of a resource's branch of a transaction. The global id is the transaction's id, and the qualifier is the
 * resource's name. A branch therefore identifies its transaction, and two databases of one server never get the same
 * XID.
 */
record BranchXid(TransactionId transaction, ResourceName resource) implements Xid {
    /** "ESBT". Branches of other systems in the same database or broker have another format. */
    static final int FORMAT = 0x45534254;

    /** Empty for a branch of another system. */
    static Optional<BranchXid> of(Xid xid) {
        if (xid.getFormatId() != FORMAT) {
            return Optional.empty();
        }
        try {
            return Optional.of(new BranchXid(
                    new TransactionId(new String(xid.getGlobalTransactionId(), US_ASCII)),
                    new ResourceName(new String(xid.getBranchQualifier(), US_ASCII))));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public int getFormatId() {
        return FORMAT;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return transaction.value().getBytes(US_ASCII);
    }

    @Override
    public byte[] getBranchQualifier() {
        return resource.value().getBytes(US_ASCII);
    }

    @Override
    public String toString() {
        return "branch of transaction " + transaction + " in " + resource;
    }
}
