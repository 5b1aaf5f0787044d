package org.esbmt.administration.jmx.internal.connector;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.rmi.MarshalledObject;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.management.InstanceNotFoundException;
import javax.management.ListenerNotFoundException;
import javax.management.ObjectName;
import javax.management.remote.NotificationResult;
import javax.management.remote.rmi.RMIConnectionImpl;
import javax.management.remote.rmi.RMIServerImpl;
import javax.security.auth.Subject;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.esbmt.administration.jmx.internal.mbean.Refusals;
import org.esbmt.administration.jmx.internal.notification.NotificationSubscription;
import org.esbmt.administration.jmx.internal.notification.NotificationSubscriptions;
import org.esbmt.administration.jmx.internal.notification.StateNotifications;

/**
 * One client of the tenants' connector. It subscribes only to {@link PublishedMBean#NOTIFICATIONS}. The connector's own
 * delivery of notifications is not used. That one has a single buffer for all clients, and delivers all notifications
 * of any MBean that accepts listeners.
 */
final class TenantJmxConnection extends RMIConnectionImpl {
    /** The value that clients send for no filter. */
    private static final MarshalledObject<Object> NO_FILTER = none();

    private final NotificationSubscriptions subscriptions;
    private final Administrator by;
    private final ClientSlots.Slot slot;
    /** Guarded by this. */
    private Optional<NotificationSubscription> listening = Optional.empty();
    /** Guarded by this. */
    private boolean closed;

    /**
     * A connection of a logged-in user.
     *
     * @param by the logged-in user
     * @param slot released when the connection is closed: by the client, by the connector after a time without calls, or with the
     *     tenants' connector
     */
    TenantJmxConnection(
            RMIServerImpl server,
            String connectionId,
            ClassLoader loader,
            Subject subject,
            Map<String, ?> environment,
            NotificationSubscriptions subscriptions,
            Administrator by,
            ClientSlots.Slot slot) {
        super(server, connectionId, loader, subject, environment);
        this.subscriptions = requireNonNull(subscriptions, "subscriptions");
        this.by = requireNonNull(by, "by");
        this.slot = requireNonNull(slot, "slot");
    }

    private static MarshalledObject<Object> none() {
        try {
            return new MarshalledObject<>(null);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Some clients call only this method. */
    @Override
    public String getConnectionId() throws IOException {
        TenantJmxSocket.loggedInOnThisThread();
        return super.getConnectionId();
    }

    @Override
    @SuppressWarnings("rawtypes") // as RMIConnection has it
    public Integer[] addNotificationListeners(ObjectName[] names, MarshalledObject[] filters, Subject[] subjects)
            throws InstanceNotFoundException, IOException {
        TenantJmxSocket.loggedInOnThisThread();
        if (names == null
                || filters == null
                || subjects == null
                || names.length > NotificationSubscription.LISTENERS_AT_MOST
                || names.length != filters.length
                || names.length != subjects.length) {
            throw Refusals.of(Reason.INVALID, "a name, a filter and a subject for each listener");
        }
        for (int i = 0; i < names.length; i++) {
            check(names[i], filters[i], subjects[i]);
        }
        synchronized (this) {
            if (closed) {
                throw new IOException("The connection is closed.");
            }
            NotificationSubscription mine = listening.isPresent() ? listening.get() : subscriptions.open(by);
            listening = Optional.of(mine);
            return Arrays.stream(names).map(name -> mine.add()).toArray(Integer[]::new);
        }
    }

    /**
     * Refuses a filter, since the server would deserialize it and run it on every notification. Clients filter on their
     * own side.
     */
    private void check(ObjectName name, MarshalledObject<?> filter, Subject subject)
            throws InstanceNotFoundException, IOException {
        if (subject != null) {
            throw refused("a listener cannot act as another user");
        }
        if (filter != null && !filter.equals(NO_FILTER)) {
            throw refused("listeners come without a filter");
        }
        if (!StateNotifications.SOURCE.equals(name)) {
            // The check uses the MBeans that this client sees.
            if (name != null && !isRegistered(name, null)) {
                throw Refusals.bare(new InstanceNotFoundException(name.toString()));
            }
            throw refused("only " + StateNotifications.SOURCE + " accepts listeners");
        }
    }

    private static RuntimeException refused(String sentence) {
        return Refusals.of(Reason.FORBIDDEN, sentence);
    }

    /** Refuses a listener that is an MBean, since its arguments would be deserialized here. */
    @Override
    @SuppressWarnings("rawtypes") // as RMIConnection has it
    public void addNotificationListener(
            ObjectName name, ObjectName listener, MarshalledObject filter, MarshalledObject handback, Subject subject) {
        TenantJmxSocket.loggedInOnThisThread();
        throw refused("an MBean cannot be added as a listener");
    }

    @Override
    public void removeNotificationListener(ObjectName name, ObjectName listener, Subject subject) {
        TenantJmxSocket.loggedInOnThisThread();
        throw refused("an MBean cannot be removed as a listener");
    }

    @Override
    @SuppressWarnings("rawtypes") // as RMIConnection has it
    public void removeNotificationListener(
            ObjectName name, ObjectName listener, MarshalledObject filter, MarshalledObject handback, Subject subject) {
        TenantJmxSocket.loggedInOnThisThread();
        throw refused("an MBean cannot be removed as a listener");
    }

    @Override
    public void removeNotificationListeners(ObjectName name, Integer[] ids, Subject subject)
            throws ListenerNotFoundException {
        TenantJmxSocket.loggedInOnThisThread();
        Optional<NotificationSubscription> mine = mine();
        List<Integer> gone = ids == null
                ? List.of()
                : Arrays.stream(ids).filter(Objects::nonNull).toList();
        if (mine.isEmpty() || !mine.get().remove(gone)) {
            throw Refusals.bare(new ListenerNotFoundException("there is no such listener"));
        }
    }

    @Override
    public NotificationResult fetchNotifications(long from, int most, long timeoutMillis) throws IOException {
        TenantJmxSocket.loggedInOnThisThread();
        Optional<NotificationSubscription> mine = mine();
        return mine.isPresent()
                ? subscriptions.fetch(mine.get(), from, most, timeoutMillis)
                : NotificationSubscription.nothing();
    }

    private synchronized Optional<NotificationSubscription> mine() {
        return listening;
    }

    @Override
    public void close() throws IOException {
        Optional<NotificationSubscription> mine;
        synchronized (this) {
            closed = true;
            mine = listening;
            listening = Optional.empty();
        }
        mine.ifPresent(subscriptions::giveBack);
        try {
            super.close();
        } finally {
            slot.giveBack();
        }
    }
}
