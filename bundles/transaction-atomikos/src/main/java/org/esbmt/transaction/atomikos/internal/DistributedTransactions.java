package org.esbmt.transaction.atomikos.internal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.esbmt.transaction.api.Heuristic;
import org.esbmt.transaction.api.InDoubtBranch;
import org.esbmt.transaction.api.InDoubtException;
import org.esbmt.transaction.api.KnownResource;
import org.esbmt.transaction.api.RecoveryState;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.RolledBackException;
import org.esbmt.transaction.api.Transaction;
import org.esbmt.transaction.api.TransactionAdministration;
import org.esbmt.transaction.api.TransactionId;
import org.esbmt.transaction.api.UnitOfWork;
import org.esbmt.transaction.api.XaConnector;
import org.esbmt.transaction.api.XaParticipant;
import org.esbmt.transaction.api.XaResources;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.Designate;

/** The service for distributed transactions on the bus. A new configuration is a new service. */
@Component(
        immediate = true,
        service = {UnitOfWork.class, XaResources.class, TransactionAdministration.class},
        configurationPid = DistributedTransactions.PID)
@Designate(ocd = TransactionsConfiguration.class)
public final class DistributedTransactions implements UnitOfWork, XaResources, TransactionAdministration {
    static final String PID = "org.esbmt.transactions";

    private final TransactionNode node;

    @Activate
    public DistributedTransactions(BundleContext context, TransactionsConfiguration configuration) throws IOException {
        TransactionSettings settings = TransactionSettings.of(configuration);
        Path directory = settings.directory().orElseGet(() -> defaultDirectory(context));
        node = TransactionNode.open(directory, settings, Clock.systemUTC());
    }

    @Deactivate
    void stop() throws IOException {
        node.close();
    }

    private static Path defaultDirectory(BundleContext context) {
        return Optional.ofNullable(context.getProperty("karaf.data"))
                .map(data -> Path.of(data, "transactions"))
                .orElseGet(() -> context.getDataFile("transactions").toPath());
    }

    @Override
    public <T, E extends Exception> T run(Work<T, E> work) throws E, RolledBackException, InDoubtException {
        return node.unitOfWork().run(work);
    }

    @Override
    public Optional<Transaction> current() {
        return node.unitOfWork().current();
    }

    @Override
    public String node() {
        return node.resourcesToRegister().node();
    }

    @Override
    public <C> XaParticipant<C> register(ResourceName name, XaConnector<C> connector) {
        return node.resourcesToRegister().register(name, connector);
    }

    @Override
    public List<KnownResource> resources() {
        return node.resources();
    }

    @Override
    public List<InDoubtBranch> inDoubt() {
        return node.inDoubt();
    }

    @Override
    public List<Heuristic> heuristics() {
        return node.heuristics();
    }

    @Override
    public RecoveryState recovery() {
        return node.recovery();
    }

    @Override
    public RecoveryState recoverNow() {
        return node.recoverNow();
    }

    @Override
    public void retire(ResourceName name, String confirmation) {
        node.retire(name, confirmation);
    }

    @Override
    public void forget(TransactionId transaction, ResourceName resource) {
        node.forget(transaction, resource);
    }
}
