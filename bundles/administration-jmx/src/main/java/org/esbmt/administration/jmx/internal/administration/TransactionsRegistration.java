package org.esbmt.administration.jmx.internal.administration;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.JMException;
import org.esbmt.administration.api.TransactionOversight;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.mbean.CatalogueMBeans;
import org.esbmt.administration.jmx.internal.mbean.OpenEmitter;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.esbmt.administration.jmx.internal.mbean.Registered;
import org.esbmt.administration.jmx.internal.notification.ChangeFeed;
import org.esbmt.administration.jmx.internal.notification.InDoubtAlarm;
import org.esbmt.management.api.cluster.ClusterNode;
import org.esbmt.management.api.event.StateChange;
import org.esbmt.management.api.event.StateChange.Kind;
import org.esbmt.transaction.api.InDoubtBranch;
import org.esbmt.transaction.api.TransactionAdministration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registers {@link PublishedMBean#TRANSACTIONS}, and checks for alarms periodically. */
@Component(
        service = {},
        immediate = true)
public final class TransactionsRegistration {
    private static final Logger LOG = LoggerFactory.getLogger(TransactionsRegistration.class);
    private static final long LOOK_SECONDS = 5;

    private final AtomicReference<TransactionAdministration> transactions = new AtomicReference<>();
    private final AtomicReference<ClusterNode> here = new AtomicReference<>();
    private final ChangeFeed feed;
    private final InDoubtAlarm alarm = new InDoubtAlarm(this::inDoubt, this::tell);
    private final Registered registered;
    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "esbmt-transaction-alarms");
        thread.setDaemon(true);
        return thread;
    });

    @Activate
    public TransactionsRegistration(
            @Reference BusMBeans beans,
            @Reference Administration administration,
            @Reference TransactionOversight oversight,
            @Reference ChangeFeed feed)
            throws JMException {
        this.feed = requireNonNull(feed, "feed");
        registered =
                beans.register(() -> bean(administration, oversight, alarm), PublishedMBean.TRANSACTIONS.objectName());
        Future<?> unused = looking.scheduleWithFixedDelay(this::look, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
    }

    /** Makes the MBean. */
    public static OpenEmitter bean(Administration administration, TransactionOversight oversight, InDoubtAlarm alarm) {
        return CatalogueMBeans.emitter(
                PublishedMBean.TRANSACTIONS,
                new Services().with(Administration.class, administration).with(TransactionOversight.class, oversight),
                alarm.listeners());
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindTransactions(TransactionAdministration service) {
        transactions.set(service);
    }

    void unbindTransactions(TransactionAdministration service) {
        transactions.compareAndSet(service, null);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindHere(ClusterNode service) {
        here.set(service);
    }

    void unbindHere(ClusterNode service) {
        here.compareAndSet(service, null);
    }

    private Optional<List<InDoubtBranch>> inDoubt() {
        return Optional.ofNullable(transactions.get()).map(TransactionAdministration::inDoubt);
    }

    private void tell(String branch, String state) {
        feed.changed(of(branch, state, Optional.ofNullable(here.get()).map(ClusterNode::instance)));
    }

    /** Makes the change of a branch's state. It belongs to the installation, so no tenant is notified. */
    public static StateChange of(String branch, String state, Optional<UUID> node) {
        return new StateChange(
                Kind.TRANSACTION,
                branch,
                Optional.empty(),
                Optional.empty(),
                state,
                Optional.empty(),
                Optional.empty(),
                node,
                Instant.now());
    }

    private void look() {
        try {
            alarm.look();
        } catch (RuntimeException e) {
            LOG.warn("The notification about transactions in doubt failed: {}", e.getMessage(), e);
        }
    }

    @Deactivate
    void unregister() throws JMException {
        looking.shutdownNow();
        registered.unregister();
    }
}
