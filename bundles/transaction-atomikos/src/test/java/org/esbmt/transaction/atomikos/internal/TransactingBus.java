package org.esbmt.transaction.atomikos.internal;

import jakarta.jms.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.Transaction;
import org.esbmt.transaction.api.XaConnector;
import org.esbmt.transaction.api.XaParticipant;

/** A node with transactions over the databases {@code one} and {@code two} and a {@code broker}, in this order. */
final class TransactingBus implements AutoCloseable {
    static final ResourceName ONE = new ResourceName("one");
    static final ResourceName TWO = new ResourceName("two");
    static final ResourceName BROKER = new ResourceName("broker");

    private final TransactionNode node;
    private final Faults faults;
    private XaParticipant<Connection> one;
    private XaParticipant<Connection> two;
    private XaParticipant<Session> broker;

    /** Runs recovery on request, and after a registration or an unfinished branch. */
    TransactingBus(Path directory, Faults faults, Duration timeout, Clock clock) throws IOException {
        this(directory, faults, settings("node1", timeout), clock);
    }

    TransactingBus(Path directory, Faults faults, TransactionSettings settings, Clock clock) throws IOException {
        this.faults = faults;
        node = TransactionNode.open(directory, settings, clock);
    }

    static TransactionSettings settings(String node, Duration timeout) {
        return settings(node, timeout, Duration.ofHours(1));
    }

    static TransactionSettings settings(String node, Duration timeout, Duration recoveryInterval) {
        return new TransactionSettings(
                new NodeName(node), Optional.empty(), timeout, 100, recoveryInterval, Duration.ofSeconds(60));
    }

    TransactionNode node() {
        return node;
    }

    void registerOne(XaConnector<Connection> database) {
        one = node.resourcesToRegister().register(ONE, faults.around("one", database));
    }

    void registerTwo(XaConnector<Connection> database) {
        two = node.resourcesToRegister().register(TWO, faults.around("two", database));
    }

    void registerBroker(XaConnector<Session> connector) {
        broker = node.resourcesToRegister().register(BROKER, faults.around("broker", connector));
    }

    XaParticipant<Connection> one() {
        return one;
    }

    XaParticipant<Connection> two() {
        return two;
    }

    XaParticipant<Session> broker() {
        return broker;
    }

    /** Puts one item into all resources, or into none. */
    void put(String item) throws Exception {
        node.unitOfWork().run(transaction -> {
            put(transaction, item);
            return item;
        });
    }

    void put(Transaction transaction, String item) throws Exception {
        Database.insert(transaction.enlist(one), item);
        Database.insert(transaction.enlist(two), item);
        Broker.send(transaction.enlist(broker), item);
    }

    /** Puts one item into one database only. */
    void putInto(XaParticipant<Connection> database, String item) throws Exception {
        node.unitOfWork().run(transaction -> {
            Database.insert(transaction.enlist(database), item);
            return item;
        });
    }

    @Override
    public void close() throws IOException {
        node.close();
    }
}
