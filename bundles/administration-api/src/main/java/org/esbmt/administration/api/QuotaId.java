package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.tenancy.api.TenantId;

/**
 * The subject of a quota: a resource of a tenant.
 *
 * @param cluster on that one only; empty: on all of them together
 * @param component of that one only; empty: of all of them together
 */
public record QuotaId(TenantId tenant, Resource resource, Optional<UUID> cluster, Optional<String> component) {
    public QuotaId {
        requireNonNull(tenant, "tenant");
        requireNonNull(resource, "resource");
        requireNonNull(cluster, "cluster");
        requireNonNull(component, "component");
    }

    /** A quota for the whole bus. */
    public static QuotaId of(TenantId tenant, Resource resource) {
        return new QuotaId(tenant, resource, Optional.empty(), Optional.empty());
    }

    /** The resources that a quota limits. */
    public enum Resource {
        /** Deployed service assemblies. */
        SERVICE_ASSEMBLIES,
        /** Service units of deployed assemblies. */
        SERVICE_UNITS,
        ENDPOINTS,
        /** Entries in the service registry. */
        REGISTERED_SERVICES,
        USERS,
        /** Kept archives, in bytes. */
        REGISTRY_BYTES,
        /** Parked messages. */
        DEAD_LETTERS,
        /** Messages taken, a second. */
        MESSAGES,
        /** Bytes of payload taken, a second. */
        PAYLOAD,
        /** Open exchanges. */
        IN_FLIGHT,
        /** Bytes of payload held for open exchanges. */
        IN_FLIGHT_BYTES,
        /** Share in the fair queue, to be compared with other tenants'. */
        WEIGHT;

        /** The resource of that name, in upper or lower case, and with dashes if need be; the refusal names the known ones. */
        public static Resource of(String name) {
            for (Resource resource : values()) {
                if (resource.name().equalsIgnoreCase(name.replace('-', '_'))) {
                    return resource;
                }
            }
            throw new IllegalArgumentException(
                    "a resource is one of " + Arrays.toString(values()) + ", not '" + name + "'");
        }
    }
}
