package org.esbmt.registry.api.configuration;

/** A resource of a tenant that quotas limit. */
public enum Resource {
    /** Deployed service assemblies. */
    SERVICE_ASSEMBLIES(Semantics.COUNT),
    /** Service units of deployed assemblies. */
    SERVICE_UNITS(Semantics.COUNT),
    ENDPOINTS(Semantics.COUNT),
    /** Entries in the service registry. */
    REGISTERED_SERVICES(Semantics.COUNT),
    USERS(Semantics.COUNT),
    /** The stored artifacts, in bytes. */
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

    /** The way a limit is enforced, and the part of the bus that enforces it. */
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
