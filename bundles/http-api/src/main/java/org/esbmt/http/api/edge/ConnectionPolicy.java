package org.esbmt.http.api.edge;

import java.net.InetAddress;
import org.osgi.annotation.versioning.ConsumerType;

/** Decides about new connections by their source, beside the limits. Called on the event loops; must not block. */
@ConsumerType
public interface ConnectionPolicy {
    /** Admits every connection. */
    ConnectionPolicy ALL = new ConnectionPolicy() {
        @Override
        public boolean admits(InetAddress source) {
            return true;
        }

        @Override
        public void ended(InetAddress source, boolean answered) {}
    };

    /** Returns false for a connection that is closed at once, before a handshake of TLS. */
    boolean admits(InetAddress source);

    /**
     * Called at the end of an admitted connection.
     *
     * @param answered true if a handler has answered one of its requests
     */
    void ended(InetAddress source, boolean answered);
}
