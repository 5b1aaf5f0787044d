package org.esbmt.registry.api.configuration;

/** What a tenant may have so much of. */
public enum Resource {
    /** Deployed service assemblies. */
    SERVICE_ASSEMBLIES(Semantics.COUNT),
    /** Service units of deployed assemblies. */
    SERVICE_UNITS(Semantics.COUNT),
    ENDPOINTS(Semantics.COUNT),
    /** Entries in the service registry. */
    REGISTERED_SERVICES(Semantics.COUNT),
    USERS(Semantics.COUNT),
    /** What is kept of artifacts, in bytes. */
    REGISTRY_BYTES(Semantics.COUNT),
    /** Parked messages. */
    DEAD_LETTERS(Semantics.COUNT),
    /** Messages taken, a second. */
    MESSAGES(Semantics.RATE),
    /** Bytes of payload taken, a second. */
    PAYLOAD(Semantics.RATE),
    /** Open exchanges. */
    IN_FLIGHT(Semantics.CONCURRENCY),
    /** Bytes of payload held for open exchanges. */
    IN_FLIGHT_BYTES(Semantics.CONCURRENCY),
    /** Share in the fair queue, to be compared with other tenants'. */
    WEIGHT(Semantics.SHARE);

    /** Who keeps a limit, and how. */
    public enum Semantics {
        /** The registry, exactly, in the transaction that changes what is counted. */
        COUNT,
        /** Each node, so much a second. */
        RATE,
        /** Each node, so much at once. */
        CONCURRENCY,
        /** Each node, in proportion. */
        SHARE
    }

    private final Semantics semantics;

    Resource(Semantics semantics) {
        this.semantics = semantics;
    }

    public Semantics semantics() {
        return semantics;
    }
}
