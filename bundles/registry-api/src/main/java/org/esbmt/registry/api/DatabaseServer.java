package org.esbmt.registry.api;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * The PostgreSQL server of the registries. The embedded one registers itself as this service once it takes connections,
 * and takes the service back before it stops; an external one is configuration of the registries.
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
