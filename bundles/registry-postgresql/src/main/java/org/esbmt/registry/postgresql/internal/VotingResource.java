package org.esbmt.registry.postgresql.internal;

import java.sql.SQLException;
import java.util.Optional;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The driver's resource with two additional votes. It votes against a unit of work with a failed call or statement. If
 * the server refuses to prepare, it reports a rollback; the driver reports one for violated constraints only.
 *
 * <p>Threads: one at a time.
 */
final class VotingResource implements XAResource {
    private static final Logger LOG = LoggerFactory.getLogger(VotingResource.class);

    private final XAResource resource;
    private final Participation participation;

    VotingResource(XAResource resource, Participation participation) {
        this.resource = resource;
        this.participation = participation;
    }

    @Override
    public int prepare(Xid branch) throws XAException {
        Optional<Throwable> failure = participation.failure();
        if (failure.isPresent()) {
            undo(branch);
            throw rolledBack(failure.get() instanceof SQLException e ? SqlErrors.failed(e) : failure.get());
        }
        try {
            return resource.prepare(branch);
        } catch (XAException e) {
            if (e.getCause() instanceof SQLException cause && !SqlErrors.connectionLost(cause)) {
                throw rolledBack(SqlErrors.failed(cause));
            }
            throw e;
        }
    }

    /** Nothing is prepared yet, so the server rolls back a connection that cannot even do that. */
    private void undo(Xid branch) {
        try {
            resource.rollback(branch);
        } catch (XAException e) {
            LOG.debug("A failed branch does not roll back.", e);
        }
    }

    private static XAException rolledBack(Throwable cause) {
        XAException vote = new XAException(XAException.XA_RBOTHER);
        vote.initCause(cause);
        return vote;
    }

    @Override
    public void start(Xid branch, int flags) throws XAException {
        resource.start(branch, flags);
    }

    @Override
    public void end(Xid branch, int flags) throws XAException {
        resource.end(branch, flags);
    }

    @Override
    public void commit(Xid branch, boolean onePhase) throws XAException {
        resource.commit(branch, onePhase);
    }

    @Override
    public void rollback(Xid branch) throws XAException {
        resource.rollback(branch);
    }

    @Override
    public void forget(Xid branch) throws XAException {
        resource.forget(branch);
    }

    @Override
    public Xid[] recover(int flags) throws XAException {
        return resource.recover(flags);
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other == this;
    }

    @Override
    public int getTransactionTimeout() throws XAException {
        return resource.getTransactionTimeout();
    }

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        return resource.setTransactionTimeout(seconds);
    }
}
