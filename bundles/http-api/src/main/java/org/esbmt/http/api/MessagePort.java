package org.esbmt.http.api;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** The port of this node that serves the messages of tenants. Any thread. */
@ProviderType
public interface MessagePort {

    /** The bound address for clients without TLS; empty while the port is closed. */
    Optional<InetSocketAddress> listening();

    /**
     * The address for clients, as the WSDL of an endpoint has it: {@code https://bus.example}. Empty while the port is
     * closed.
     */
    Optional<String> clientAddress();
}
