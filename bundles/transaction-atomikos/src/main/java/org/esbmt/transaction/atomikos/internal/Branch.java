package org.esbmt.transaction.atomikos.internal;

import java.util.Optional;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.esbmt.transaction.api.XaLink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One resource's part of one transaction, driven by Atomikos. The resource receives the transaction id of the bus, not
 * that of Atomikos.
 *
 * <p>A vote against the transaction is reported to Atomikos. Failures after the vote are not: Atomikos would retry on
 * its own, or report a heuristic outcome. An unfinished branch stays visible here, and recovery finishes it.
 *
 * <p>Threads: that of the work.
 */
final class Branch implements XAResource {
    private static final Logger LOG = LoggerFactory.getLogger(Branch.class);

    /** The states in their order. */
    enum State {
        NEW,
        WORKING,
        PREPARED,
        /** Unknown: the branch may be prepared or absent, or a request under way may still prepare it. */
        LOST,
        FINISHED
    }

    private final BranchXid id;
    private final RegisteredResource<?> registered;
    private final XaLink<?> link;
    private final Finisher finisher;
    private State state = State.NEW;
    private boolean ended;
    private Optional<XAException> against = Optional.empty();
    private String problem = "";

    Branch(BranchXid id, RegisteredResource<?> registered, XaLink<?> link, Finisher finisher) {
        this.id = id;
        this.registered = registered;
        this.link = link;
        this.finisher = finisher;
    }

    BranchXid id() {
        return id;
    }

    RegisteredResource<?> registered() {
        return registered;
    }

    State state() {
        return state;
    }

    boolean isFinished() {
        return state == State.FINISHED;
    }

    /** The reason why the branch is not finished; empty before the first attempt. */
    String problem() {
        return problem;
    }

    /** The reason why this branch prevents the commit; empty if it does not. */
    Optional<XAException> against() {
        return against;
    }

    @Override
    public void start(Xid ignored, int flags) throws XAException {
        if (state != State.NEW || flags != TMNOFLAGS) {
            throw new XAException(XAException.XAER_PROTO);
        }
        link.resource().start(id, TMNOFLAGS);
        state = State.WORKING;
    }

    @Override
    public void end(Xid ignored, int flags) {
        end(flags);
    }

    private void end(int flags) {
        if (state != State.WORKING || ended) {
            return;
        }
        ended = true;
        try {
            link.resource().end(id, flags);
        } catch (XAException e) {
            against = Optional.of(e); // Atomikos ignores a failed end
        } catch (RuntimeException e) {
            against = Optional.of(vote(e));
        }
    }

    @Override
    public int prepare(Xid ignored) throws XAException {
        end(TMSUCCESS);
        if (against.isPresent()) {
            throw vote(against.get());
        }
        try {
            int vote = link.resource().prepare(id);
            state = vote == XA_RDONLY ? State.FINISHED : State.PREPARED;
            return vote;
        } catch (XAException e) {
            state = Completion.isRollback(e) ? State.FINISHED : State.LOST;
            against = Optional.of(e);
            throw vote(e);
        } catch (RuntimeException e) {
            state = State.LOST;
            against = Optional.of(vote(e));
            throw vote(e);
        }
    }

    private static XAException vote(Exception cause) {
        XAException vote = new XAException(XAException.XA_RBOTHER);
        vote.initCause(cause);
        return vote;
    }

    /** Called after the decision has reached the disk. */
    @Override
    public void commit(Xid ignored, boolean onePhase) {
        if (state == State.PREPARED && !onePhase) {
            take(finisher.commit(link.resource(), id, true));
        }
    }

    @Override
    public void rollback(Xid ignored) {
        if (state == State.NEW) {
            state = State.FINISHED;
        }
        if (state == State.FINISHED) {
            return;
        }
        end(TMFAIL);
        boolean lost = state == State.LOST;
        take(finisher.rollback(link.resource(), id));
        if (lost && isFinished()) {
            // A missing branch proves nothing yet. Recovery queries for it more than once.
            state = State.LOST;
            problem = "its prepare was not confirmed";
        }
        if (state == State.WORKING) {
            // The branch was never asked to prepare: its resource rolls it back when the link is closed.
            state = State.FINISHED;
        }
    }

    private void take(Completion completion) {
        if (completion.kind() == Completion.Kind.AGAIN) {
            problem = completion.problem();
        } else {
            state = State.FINISHED;
        }
    }

    /** Closes the link after any outcome of the transaction. */
    void close() {
        try {
            link.close();
        } catch (RuntimeException e) {
            LOG.warn("The link of the {} does not close.", id, e);
        }
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other == this;
    }

    @Override
    public void forget(Xid ignored) {
        // The finisher forgets the branch.
    }

    @Override
    public Xid[] recover(int flags) {
        return new Xid[0]; // Atomikos recovers nothing
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    /** The node of the transaction applies the timeout. A resource with its own timeout could only contradict it. */
    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }
}
