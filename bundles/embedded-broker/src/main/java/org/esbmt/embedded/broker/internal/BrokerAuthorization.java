package org.esbmt.embedded.broker.internal;

import java.security.Principal;
import java.util.List;
import java.util.Set;
import org.apache.activemq.broker.Broker;
import org.apache.activemq.broker.BrokerFilter;
import org.apache.activemq.broker.Connection;
import org.apache.activemq.broker.ConnectionContext;
import org.apache.activemq.broker.ProducerBrokerExchange;
import org.apache.activemq.broker.region.Destination;
import org.apache.activemq.broker.region.Subscription;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.BrokerInfo;
import org.apache.activemq.command.ConnectionInfo;
import org.apache.activemq.command.ConsumerInfo;
import org.apache.activemq.command.DestinationInfo;
import org.apache.activemq.command.Message;
import org.apache.activemq.command.MessagePull;
import org.apache.activemq.command.ProducerInfo;
import org.apache.activemq.command.RemoveSubscriptionInfo;
import org.apache.activemq.command.Response;
import org.apache.activemq.command.TransactionId;
import org.apache.activemq.security.SecurityContext;

/**
 * Admits connections with a valid login, and checks {@link Rights} before every operation on a destination, a
 * subscription or a transaction. All requests of a connection are checked here; operations of the broker itself pass.
 */
final class BrokerAuthorization extends BrokerFilter {
    /** The number of destinations; each may also have one dead-letter destination. */
    private static final int DESTINATIONS = 1000;

    private final List<Login> logins;

    BrokerAuthorization(Broker next, List<Login> logins) {
        super(next);
        this.logins = List.copyOf(logins);
    }

    @Override
    public void addConnection(ConnectionContext context, ConnectionInfo info) throws Exception {
        Login login = logins.stream()
                .filter(each -> each.accepts(info.getUserName(), info.getPassword()))
                .findFirst()
                .orElseThrow(() -> new SecurityException("The user or the password is wrong."));
        context.setSecurityContext(new RoleContext(login));
        try {
            super.addConnection(context, info);
        } catch (Exception e) {
            context.setSecurityContext(null);
            throw e;
        }
    }

    @Override
    public Destination addDestination(ConnectionContext context, ActiveMQDestination destination, boolean temporary)
            throws Exception {
        check(context, destination);
        checkNumber(destination);
        return super.addDestination(context, destination, temporary);
    }

    @Override
    public void addDestinationInfo(ConnectionContext context, DestinationInfo info) throws Exception {
        check(context, info.getDestination());
        checkNumber(info.getDestination());
        super.addDestinationInfo(context, info);
    }

    @Override
    public void removeDestination(ConnectionContext context, ActiveMQDestination destination, long timeout)
            throws Exception {
        check(context, destination);
        super.removeDestination(context, destination, timeout);
    }

    @Override
    public void removeDestinationInfo(ConnectionContext context, DestinationInfo info) throws Exception {
        check(context, info.getDestination());
        super.removeDestinationInfo(context, info);
    }

    @Override
    public Subscription addConsumer(ConnectionContext context, ConsumerInfo info) throws Exception {
        check(context, info.getDestination());
        return super.addConsumer(context, info);
    }

    @Override
    public Response messagePull(ConnectionContext context, MessagePull pull) throws Exception {
        check(context, pull.getDestination());
        return super.messagePull(context, pull);
    }

    @Override
    public void addProducer(ConnectionContext context, ProducerInfo info) throws Exception {
        if (info.getDestination() == null) {
            check(context); // an anonymous producer names a destination with each message
        } else {
            check(context, info.getDestination());
        }
        super.addProducer(context, info);
    }

    @Override
    public void send(ProducerBrokerExchange exchange, Message message) throws Exception {
        check(exchange.getConnectionContext(), message.getDestination());
        super.send(exchange, message);
    }

    @Override
    public void removeSubscription(ConnectionContext context, RemoveSubscriptionInfo info) throws Exception {
        check(context);
        super.removeSubscription(context, info);
    }

    @Override
    public void beginTransaction(ConnectionContext context, TransactionId transaction) throws Exception {
        check(context);
        super.beginTransaction(context, transaction);
    }

    @Override
    public int prepareTransaction(ConnectionContext context, TransactionId transaction) throws Exception {
        check(context);
        return super.prepareTransaction(context, transaction);
    }

    @Override
    public void commitTransaction(ConnectionContext context, TransactionId transaction, boolean onePhase)
            throws Exception {
        check(context);
        super.commitTransaction(context, transaction, onePhase);
    }

    @Override
    public void rollbackTransaction(ConnectionContext context, TransactionId transaction) throws Exception {
        check(context);
        super.rollbackTransaction(context, transaction);
    }

    @Override
    public void forgetTransaction(ConnectionContext context, TransactionId transaction) throws Exception {
        check(context);
        super.forgetTransaction(context, transaction);
    }

    @Override
    public TransactionId[] getPreparedTransactions(ConnectionContext context) throws Exception {
        check(context);
        return super.getPreparedTransactions(context);
    }

    /** Refuses other brokers, which would bring their own destinations and messages. */
    @Override
    public void addBroker(Connection connection, BrokerInfo info) {
        throw new SecurityException("This broker does not talk to other brokers.");
    }

    private static void check(ConnectionContext context, ActiveMQDestination destination) {
        SecurityContext security = known(context);
        if (!security.isBrokerContext() && !Rights.permit(role(security), destination)) {
            throw new SecurityException(security.getUserName() + " has no right to " + destination + ".");
        }
    }

    private static void check(ConnectionContext context) {
        SecurityContext security = known(context);
        if (!security.isBrokerContext() && role(security) != Role.BUS) {
            throw new SecurityException(security.getUserName() + " has no right to do this.");
        }
    }

    private static SecurityContext known(ConnectionContext context) {
        SecurityContext security = context.getSecurityContext();
        if (security == null) {
            throw new SecurityException("This connection is not logged in.");
        }
        return security;
    }

    private static Role role(SecurityContext security) {
        return security instanceof RoleContext known ? known.role : Role.NOBODY;
    }

    private void checkNumber(ActiveMQDestination destination) {
        if (getDestinationMap().size() >= DESTINATIONS && !getDestinationMap().containsKey(destination)) {
            throw new SecurityException(
                    "There are " + DESTINATIONS + " destinations; " + destination + " is one more.");
        }
    }

    private static final class RoleContext extends SecurityContext {
        private final Role role;

        RoleContext(Login login) {
            super(login.user());
            this.role = login.role();
        }

        @Override
        public Set<Principal> getPrincipals() {
            return Set.of(role);
        }
    }
}
