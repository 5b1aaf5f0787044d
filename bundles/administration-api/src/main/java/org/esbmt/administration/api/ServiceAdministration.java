package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Queries about the registered services of a tenant, and about its present and former deployments. Threads as those of
 * {@link TenantAdministration}.
 */
@ProviderType
public interface ServiceAdministration {
    /** The largest number of bytes of a WSDL or policy. */
    int MAX_DOCUMENT_BYTES = 1 << 20;

    /** Lists services by namespace, local name and version. */
    Page<ServiceView> find(Administrator by, TenantId tenant, ServiceFilter filter, PageRequest page)
            throws AdministrationException;

    /**
     * Finds a service.
     *
     * @throws AdministrationException NOT_FOUND if there is no such service
     */
    ServiceView service(Administrator by, TenantId tenant, ServiceId service) throws AdministrationException;

    /**
     * Returns a service's WSDL, byte for byte.
     *
     * @throws AdministrationException NOT_FOUND if there is no such service, or it has none
     */
    byte[] wsdl(Administrator by, TenantId tenant, ServiceId service) throws AdministrationException;

    /**
     * Returns a policy, byte for byte.
     *
     * @throws AdministrationException NOT_FOUND if there is no such service, or it has no such policy
     */
    byte[] policy(Administrator by, TenantId tenant, ServiceId service, String policy) throws AdministrationException;

    /** The endpoints that the tenant's deployed assemblies provide and consume, by assembly and unit. */
    Page<EndpointView> endpoints(Administrator by, TenantId tenant, PageRequest page) throws AdministrationException;

    /**
     * Lists the periods in which versions of an assembly were deployed, newest first, also of an undeployed assembly.
     */
    Page<PeriodView> history(Administrator by, TenantId tenant, String assembly, PageRequest page)
            throws AdministrationException;

    /** The assemblies that were deployed at a moment, by name. */
    Page<PeriodView> deployedAt(Administrator by, TenantId tenant, Instant at, PageRequest page)
            throws AdministrationException;

    /**
     * Selects registered services.
     *
     * @param namespace the only namespace of the selection
     * @param nameContains any part of the local name
     */
    record ServiceFilter(Optional<String> namespace, Optional<String> nameContains) {
        /** Selects all services. */
        public static final ServiceFilter ALL = new ServiceFilter(Optional.empty(), Optional.empty());
    }

    /**
     * A registered service.
     *
     * @param wsdl SHA-256 of its description, 64 hexadecimal digits
     * @param policies the names of its policies
     * @param by the user who changed it last
     * @param revision the revision that a change expects; it grows with each change
     */
    record ServiceView(
            TenantId tenant,
            ServiceId id,
            Optional<String> wsdl,
            SortedSet<String> policies,
            UserId by,
            Instant at,
            long revision) {
        public ServiceView {
            requireNonNull(tenant, "tenant");
            requireNonNull(id, "id");
            requireNonNull(wsdl, "wsdl");
            policies = Collections.unmodifiableSortedSet(new TreeSet<>(policies));
            requireNonNull(by, "by");
            requireNonNull(at, "at");
        }
    }

    /**
     * An endpoint of a deployed assembly.
     *
     * @param service the service's name in the archive
     * @param busService the service's name on the bus, with the tenant in it
     * @param path the path below which the bus accepts messages for it from outside; empty if it accepts none
     */
    record EndpointView(
            String assembly,
            String unit,
            String component,
            String direction,
            QName service,
            QName busService,
            String endpoint,
            Optional<String> path) {
        public EndpointView {
            requireNonNull(assembly, "assembly");
            requireNonNull(unit, "unit");
            requireNonNull(component, "component");
            requireNonNull(direction, "direction");
            requireNonNull(service, "service");
            requireNonNull(busService, "busService");
            requireNonNull(endpoint, "endpoint");
            requireNonNull(path, "path");
        }
    }

    /**
     * The period in which a version was deployed.
     *
     * @param version the number of the version, from 1
     * @param cause {@code DEPLOY}, {@code UPDATE}, {@code SWITCH} or {@code ROLLBACK}
     * @param to the end; empty while the version is deployed
     */
    record PeriodView(String assembly, int version, String cause, UserId by, Instant from, Optional<Instant> to) {
        public PeriodView {
            requireNonNull(assembly, "assembly");
            requireNonNull(cause, "cause");
            requireNonNull(by, "by");
            requireNonNull(from, "from");
            requireNonNull(to, "to");
        }
    }
}
