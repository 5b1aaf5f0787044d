package org.esbmt.transaction.atomikos.internal;

import com.atomikos.icatch.CompositeTransactionManager;
import com.atomikos.icatch.config.Configuration;
import com.atomikos.icatch.config.UserTransactionServiceImp;
import com.atomikos.icatch.jta.TransactionManagerImp;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Atomikos, which exists once in a class loader. It drives the two phases; the decision log and the recovery belong to
 * the bus. Threads: any.
 */
final class Engine implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Duration NEVER = Duration.ofDays(20);
    /** The additional time of Atomikos' timeout, so that the deadline of the transaction itself comes first. */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private final TransactionManager manager;
    private final CompositeTransactionManager core;

    /** @throws IllegalStateException if this class loader has one already */
    Engine(NodeName node, Duration timeout, int transactions, AtomikosLog log) {
        Duration ours = timeout.plus(MARGIN);
        Properties properties = new Properties();
        properties.setProperty("com.atomikos.icatch.tm_unique_name", node.value());
        properties.setProperty("com.atomikos.icatch.default_jta_timeout", String.valueOf(ours.toMillis()));
        properties.setProperty("com.atomikos.icatch.max_timeout", String.valueOf(ours.toMillis()));
        properties.setProperty("com.atomikos.icatch.max_actives", String.valueOf(transactions));
        properties.setProperty("com.atomikos.icatch.recovery_delay", String.valueOf(NEVER.toMillis()));
        properties.setProperty("com.atomikos.icatch.allow_subtransactions", "false");
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(Engine.class.getClassLoader()); // Atomikos loads its classes from there
        try (AtomikosLog.Offer offered = log.offer()) {
            new UserTransactionServiceImp(properties).init();
            if (!offered.isTaken()) {
                throw new IllegalStateException("Atomikos runs already, or without the log of the bus.");
            }
        } finally {
            thread.setContextClassLoader(before);
        }
        manager = TransactionManagerImp.getTransactionManager();
        core = Configuration.getCompositeTransactionManager();
        Configuration.addResource(new AtomikosResource("nothing", ReadOnlyBranch.class::isInstance));
    }

    /** Begins a transaction in this thread. @return its id in Atomikos */
    String begin() throws SystemException {
        try {
            if (core.getCompositeTransaction() != null) {
                throw new IllegalStateException("this thread is in a unit of work already");
            }
            manager.begin();
            return core.getCompositeTransaction().getCompositeCoordinator().getCoordinatorId();
        } catch (NotSupportedException e) {
            throw new IllegalStateException("this thread is in a unit of work already", e);
        }
    }

    void enlist(Branch branch, boolean first) throws RollbackException, SystemException {
        if (first) {
            manager.getTransaction().enlistResource(new ReadOnlyBranch());
        }
        AtomikosResource resource = new AtomikosResource("branch" + NUMBER.incrementAndGet(), one -> one == branch);
        Configuration.addResource(resource);
        try {
            manager.getTransaction().enlistResource(branch);
        } finally {
            Configuration.removeResource(resource.getName());
        }
    }

    void commit() throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        manager.commit();
    }

    void rollback() throws SystemException {
        manager.rollback();
    }

    /** Dissociates this thread from any transaction, after any failure. */
    void leave() {
        if (core.getCompositeTransaction() != null) {
            try {
                core.suspend();
            } catch (RuntimeException e) {
                LOG.warn("Atomikos does not release an ended transaction.", e);
            }
        }
    }

    @Override
    public void close() {
        Configuration.shutdown(true);
    }
}
