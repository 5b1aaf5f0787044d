package org.esbmt.registry.api;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * The PostgreSQL server of the registries. The embedded server registers this service once it accepts connections, and
 * unregisters it before it stops. An external server is configuration of the registries.
 */
@ConsumerType
public interface DatabaseServer {

    String host();

    int port();

    /** A role that may create databases and roles. */
    String user();

    /** A new array each time, which the caller clears. */
    char[] password();
}
