package org.esbmt.transaction.atomikos.internal;

import jakarta.transaction.SystemException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.transaction.xa.XAException;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.RolledBackException;
import org.esbmt.transaction.api.Transaction;
import org.esbmt.transaction.api.TransactionId;
import org.esbmt.transaction.api.XaLink;
import org.esbmt.transaction.api.XaParticipant;

/** One transaction, from its begin until its unit of work returns. Threads: that of the work. */
final class LiveTransaction implements Transaction {
    private final TransactionId id;
    private final String atomikos;
    private final Engine engine;
    private final Registry registry;
    private final Finisher finisher;
    private final Thread thread = Thread.currentThread();
    private final long deadline;
    private final Duration timeout;
    private final Map<RegisteredResource<?>, Branch> branches = new LinkedHashMap<>();
    private final Map<RegisteredResource<?>, Object> connections = new LinkedHashMap<>();
    private Optional<RolledBackException> doomed = Optional.empty();
    private boolean open = true;

    /** @param atomikos its id in Atomikos */
    LiveTransaction(
            TransactionId id, String atomikos, Engine engine, Registry registry, Finisher finisher, Duration timeout) {
        this.id = id;
        this.atomikos = atomikos;
        this.engine = engine;
        this.registry = registry;
        this.finisher = finisher;
        this.timeout = timeout;
        deadline = System.nanoTime() + timeout.toNanos();
    }

    @Override
    public TransactionId id() {
        return id;
    }

    String atomikos() {
        return atomikos;
    }

    @Override
    public <C> C enlist(XaParticipant<C> participant) throws RolledBackException {
        if (!open || Thread.currentThread() != thread) {
            throw new IllegalStateException("transaction " + id + (open ? " belongs to another thread" : " has ended"));
        }
        if (!(participant instanceof RegisteredResource<C> resource) || !registry.has(resource)) {
            throw new IllegalStateException("the resource " + participant.name() + " takes part in no transaction now");
        }
        refuseDoomed();
        @SuppressWarnings("unchecked") // put there by the same resource
        C connection = (C) connections.get(resource);
        if (connection != null) {
            return connection;
        }
        refuseAfterOneHasGone();
        return begin(resource);
    }

    /**
     * Refuses further resources after the loss of one. The lost resource itself is refused even after its return: its
     * earlier branch may hold locks, for which a new one would wait.
     */
    private void refuseAfterOneHasGone() throws RolledBackException {
        Optional<RegisteredResource<?>> gone = gone();
        if (gone.isPresent()) {
            throw doomed(describeGone(gone.get()), null);
        }
    }

    private Optional<RegisteredResource<?>> gone() {
        return branches.keySet().stream()
                .filter(resource -> !registry.has(resource))
                .findFirst();
    }

    private static String describeGone(RegisteredResource<?> resource) {
        return "the resource " + resource.name() + " takes part in no transaction any more that began before";
    }

    private <C> C begin(RegisteredResource<C> resource) throws RolledBackException {
        XaLink<C> link;
        try {
            link = resource.connector().open();
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw doomed("the resource " + resource.name() + " cannot be reached: " + Problems.of(e), e);
        }
        Branch branch = new Branch(new BranchXid(id, resource.name()), resource, link, finisher);
        branches.put(resource, branch);
        try {
            engine.enlist(branch, branches.size() == 1);
        } catch (jakarta.transaction.RollbackException | SystemException | RuntimeException e) {
            throw doomed("the resource " + resource.name() + " does not begin its part: " + Problems.of(e), e);
        }
        C connection = link.connection();
        connections.put(resource, connection);
        return connection;
    }

    private RolledBackException doomed(String why, Exception cause) {
        doomed = Optional.of(new RolledBackException(id, why, cause));
        return doomed.get();
    }

    /** Called before any branch is prepared. */
    void refuseDoomed() throws RolledBackException {
        if (doomed.isEmpty() && isLate()) {
            doomed(tooLong(), null);
        }
        if (doomed.isPresent()) {
            throw doomed.get();
        }
    }

    /**
     * Called after all branches are prepared, before the decision. A lost resource may by now belong to another process
     * with the name of this node. That process rolls back the prepared branches that it finds, and relies on the
     * absence of late decisions.
     *
     * @throws IOException if it has to be rolled back
     */
    void checkDecidable() throws IOException {
        Optional<RegisteredResource<?>> gone = gone();
        if (gone.isPresent()) {
            throw new IOException(describeGone(gone.get()));
        }
        if (isLate()) {
            throw new IOException(tooLong());
        }
    }

    private boolean isLate() {
        return System.nanoTime() - deadline >= 0;
    }

    private String tooLong() {
        return "it took longer than the " + timeout.toSeconds() + " s that a transaction may take";
    }

    /** True if the calling thread is running its work. Threads: any. */
    boolean isOpenHere() {
        return Thread.currentThread() == thread && open;
    }

    /** No further resource takes part. */
    void end() {
        open = false;
    }

    List<Branch> branches() {
        return new ArrayList<>(branches.values());
    }

    Set<ResourceName> prepared() {
        Set<ResourceName> prepared = new TreeSet<>();
        for (Branch branch : branches.values()) {
            if (branch.state() == Branch.State.PREPARED) {
                prepared.add(branch.id().resource());
            }
        }
        return prepared;
    }

    List<Branch> unfinished() {
        return branches.values().stream().filter(branch -> !branch.isFinished()).toList();
    }

    /** The vote of a resource against the transaction, with the reason; empty if there is none. */
    Optional<RolledBackException> against() {
        return branches.values().stream()
                .filter(branch -> branch.against().isPresent())
                .map(branch -> against(branch.id().resource(), branch.against().get()))
                .findFirst();
    }

    private RolledBackException against(ResourceName resource, XAException vote) {
        return new RolledBackException(id, "the resource " + resource + " refuses: " + Problems.of(vote), vote);
    }
}
