package org.esbmt.administration.jmx.internal.connector;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.rmi.server.UnicastRemoteObject;
import java.util.Map;
import javax.management.remote.rmi.RMIConnection;
import javax.management.remote.rmi.RMIJRMPServerImpl;
import javax.security.auth.Subject;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.jmx.internal.mbean.ConnectedAdministrator;
import org.esbmt.administration.jmx.internal.notification.NotificationSubscription;
import org.esbmt.administration.jmx.internal.notification.NotificationSubscriptions;

/** Makes a {@link TenantJmxConnection} for each client, and limits the classes that are deserialized from it. */
final class TenantRmiServer extends RMIJRMPServerImpl {
    /** The arguments of operations; an archive may have 10 MiB, and is in an array a little larger. */
    private static final ObjectInputFilter ARGUMENTS =
            ObjectInputFilter.Config.createFilter("maxarray=10500000;maxdepth=6;maxrefs=1000;maxbytes=11000000;"
                    + "java.lang.String;java.lang.Boolean;java.lang.Integer;java.lang.Long;java.lang.Number;java.lang.Object;"
                    + "java.rmi.MarshalledObject;javax.management.ObjectName;!*");

    private final int port;
    private final TenantJmxSockets sockets;
    private final Map<String, ?> environment;
    private final NotificationSubscriptions subscriptions;
    private final ClientSlots clients;

    TenantRmiServer(
            int port, TenantJmxSockets sockets, Map<String, ?> environment, NotificationSubscriptions subscriptions)
            throws IOException {
        super(port, sockets.forClients(), sockets, environment);
        this.port = port;
        this.sockets = sockets;
        this.environment = environment;
        this.subscriptions = subscriptions;
        this.clients = new ClientSlots(sockets.limits().connections());
    }

    @Override
    protected RMIConnection makeClient(String connectionId, Subject subject) throws IOException {
        Administrator by = ConnectedAdministrator.of(subject);
        // Before the connection is made, since that starts a thread.
        ClientSlots.Slot slot = clients.take(by);
        boolean made = false;
        try {
            TenantJmxConnection client = new TenantJmxConnection(
                    this, connectionId, getDefaultClassLoader(), subject, environment, subscriptions, by, slot);
            // From here on the connector closes the connection, at the latest after a time without calls.
            made = true;
            UnicastRemoteObject.exportObject(client, port, sockets.forClients(), sockets, TenantRmiServer::check);
            return client;
        } finally {
            if (!made) {
                slot.giveBack();
            }
        }
    }

    /** The number of logged-in clients. */
    int clients() {
        return clients.taken();
    }

    /**
     * Accepts the array of subjects that a listening client sends, without a subject in it; a subject itself is
     * rejected.
     */
    private static ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info) {
        boolean subjects = Subject[].class.equals(info.serialClass())
                && info.arrayLength() <= NotificationSubscription.LISTENERS_AT_MOST;
        return subjects ? ObjectInputFilter.Status.ALLOWED : ARGUMENTS.checkInput(info);
    }
}
