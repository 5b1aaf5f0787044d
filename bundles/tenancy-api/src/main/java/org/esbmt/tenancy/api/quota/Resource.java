package org.esbmt.tenancy.api.quota;

import java.util.Arrays;

/** A resource of a tenant that quotas limit. */
public enum Resource {
    /** Deployed service assemblies. */
    SERVICE_ASSEMBLIES(Semantics.COUNT, true),
    /** Service units of deployed assemblies. */
    SERVICE_UNITS(Semantics.COUNT, true),
    ENDPOINTS(Semantics.COUNT, true),
    /** Entries in the service registry. */
    REGISTERED_SERVICES(Semantics.COUNT, true),
    USERS(Semantics.COUNT, true),
    /** Contacts, by which operators reach the tenant. */
    CONTACTS(Semantics.COUNT, true),
    /** Private keys that are not revoked. */
    TENANT_KEYS(Semantics.COUNT, true),
    /** Secrets, such as passwords of back ends. */
    TENANT_SECRETS(Semantics.COUNT, true),
    /** Certificates of partners that are not revoked. */
    TENANT_PARTNERS(Semantics.COUNT, true),
    /** Issuers of tokens. */
    TENANT_ISSUERS(Semantics.COUNT, true),
    /** Certificate authorities. */
    TENANT_AUTHORITIES(Semantics.COUNT, true),
    /** The stored archives and documents, in bytes. */
    REGISTRY_BYTES(Semantics.COUNT, true),
    /** Parked messages. */
    DEAD_LETTERS(Semantics.COUNT, false),
    /** Accepted messages, a second. */
    MESSAGES(Semantics.RATE, false),
    /** Bytes of accepted payload, a second. */
    PAYLOAD(Semantics.RATE, false),
    /** Open exchanges. */
    IN_FLIGHT(Semantics.CONCURRENCY, false),
    /** Bytes of payload held for open exchanges. */
    IN_FLIGHT_BYTES(Semantics.CONCURRENCY, false),
    /** Share in the fair queue, relative to other tenants' shares. */
    WEIGHT(Semantics.SHARE, false);

    /** The way a limit is enforced, and the part of the bus that enforces it. */
    public enum Semantics {
        /** The registry enforces it exactly, in the transaction that changes the count. */
        COUNT,
        /** Each node enforces it as a rate, an amount a second. */
        RATE,
        /** Each node enforces it as an amount at one time. */
        CONCURRENCY,
        /** Each node enforces it in proportion. */
        SHARE
    }

    private final Semantics semantics;
    private final boolean enforced;

    Resource(Semantics semantics, boolean enforced) {
        this.semantics = semantics;
        this.enforced = enforced;
    }

    /**
     * The resource of a name, in upper or lower case, and with dashes for underscores.
     *
     * @throws IllegalArgumentException if there is none; the message lists the known names
     */
    public static Resource of(String name) {
        for (Resource resource : values()) {
            if (resource.name().equalsIgnoreCase(name.replace('-', '_'))) {
                return resource;
            }
        }
        throw new IllegalArgumentException(
                "a resource is one of " + Arrays.toString(values()) + ", not '" + name + "'");
    }

    /** True if this version enforces a limit of the resource; a limit of another resource is refused. */
    public boolean isEnforced() {
        return enforced;
    }

    public Semantics semantics() {
        return semantics;
    }
}
