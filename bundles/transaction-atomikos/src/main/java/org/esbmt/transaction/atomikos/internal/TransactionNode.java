package org.esbmt.transaction.atomikos.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.esbmt.transaction.api.Heuristic;
import org.esbmt.transaction.api.InDoubtBranch;
import org.esbmt.transaction.api.KnownResource;
import org.esbmt.transaction.api.RecoveryState;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.TransactionAdministration;
import org.esbmt.transaction.api.TransactionId;
import org.esbmt.transaction.api.UnitOfWork;
import org.esbmt.transaction.api.XaResources;

/**
 * The transactions of one node, from the opening of its directory to its closing. Creates and connects the other
 * objects.
 */
final class TransactionNode implements TransactionAdministration, AutoCloseable {
    private final DataDirectory directory;
    private final DecisionLog decisions;
    private final Engine engine;
    private final Heuristics heuristics;
    private final InDoubtBranches inDoubt;
    private final Registry registry;
    private final Recovery recovery;
    private final RecoveryLoop loop;
    private final UnitOfWork unitOfWork;

    private TransactionNode(DataDirectory directory, TransactionSettings settings, Clock clock) throws IOException {
        this.directory = directory;
        Ids ids = directory.ids(clock);
        LiveTransactions live = new LiveTransactions();
        decisions = new DecisionLog(directory.decisions());
        heuristics = new Heuristics(directory.heuristics(), clock);
        inDoubt = new InDoubtBranches(clock, settings.alarm());
        registry = new Registry(settings.node(), new KnownResources(directory.resources()), this::soon);
        Finisher finisher = new Finisher(heuristics);
        recovery = new Recovery(registry, ids, live, decisions, inDoubt, finisher, clock);
        engine = new Engine(
                settings.node(), settings.timeout(), settings.transactions(), new AtomikosLog(decisions, live));
        unitOfWork = new ScopedUnitOfWork(
                engine, ids, registry, live, decisions, inDoubt, finisher, settings.timeout(), this::soon);
        loop = new RecoveryLoop(recovery, inDoubt, settings.recoveryInterval());
    }

    /**
     * @throws IllegalStateException if another process or node has the directory
     * @throws IOException if something in it cannot be read
     */
    static TransactionNode open(Path home, TransactionSettings settings, Clock clock) throws IOException {
        DataDirectory directory = DataDirectory.open(home, settings.node());
        try {
            return new TransactionNode(directory, settings, clock);
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    private void soon() {
        loop.soon();
    }

    UnitOfWork unitOfWork() {
        return unitOfWork;
    }

    XaResources resourcesToRegister() {
        return registry;
    }

    @Override
    public List<KnownResource> resources() {
        return registry.all();
    }

    @Override
    public List<InDoubtBranch> inDoubt() {
        return inDoubt.all();
    }

    @Override
    public List<Heuristic> heuristics() {
        return heuristics.all();
    }

    @Override
    public RecoveryState recovery() {
        return recovery.state();
    }

    @Override
    public RecoveryState recoverNow() {
        RecoveryState state = recovery.run();
        inDoubt.raiseAlarms();
        return state;
    }

    @Override
    public void retire(ResourceName name, String confirmation) {
        registry.retire(name, confirmation);
    }

    @Override
    public void forget(TransactionId transaction, ResourceName resource) {
        try {
            heuristics.forget(new BranchXid(transaction, resource));
        } catch (IOException e) {
            throw new UncheckedIOException("the heuristic outcome could not be forgotten", e);
        }
    }

    /** Open transactions are rolled back at their end; the next process recovers prepared ones. */
    @Override
    public void close() throws IOException {
        loop.close();
        decisions.close();
        engine.close();
        directory.close();
    }
}
