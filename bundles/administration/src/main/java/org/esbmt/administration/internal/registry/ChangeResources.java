package org.esbmt.administration.internal.registry;

import static java.util.Objects.requireNonNull;

import org.esbmt.management.api.cluster.ClusterChanges;
import org.esbmt.registry.api.configuration.AuditTrail;
import org.esbmt.registry.api.configuration.Consumption;
import org.esbmt.registry.api.configuration.Contingents;
import org.esbmt.registry.api.configuration.OperationJournal;
import org.esbmt.registry.api.configuration.Quotas;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.transaction.api.UnitOfWork;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The resources of a change's unit of work. The service appears once each of them has been reached. It stays while one is
 * out of reach, and calls to that one then fail.
 */
@Component(service = ChangeResources.class)
public final class ChangeResources {
    private final UnitOfWork units;
    private final ServiceRegistry services;
    private final Consumption consumption;
    private final Quotas quotas;
    private final Contingents contingents;
    private final AuditTrail audit;
    private final OperationJournal journal;
    private final ClusterChanges nodes;

    @Activate
    public ChangeResources(
            @Reference UnitOfWork units,
            @Reference ServiceRegistry services,
            @Reference Consumption consumption,
            @Reference Quotas quotas,
            @Reference Contingents contingents,
            @Reference AuditTrail audit,
            @Reference OperationJournal journal,
            @Reference ClusterChanges nodes) {
        this.units = requireNonNull(units, "units");
        this.services = requireNonNull(services, "services");
        this.consumption = requireNonNull(consumption, "consumption");
        this.quotas = requireNonNull(quotas, "quotas");
        this.contingents = requireNonNull(contingents, "contingents");
        this.audit = requireNonNull(audit, "audit");
        this.journal = requireNonNull(journal, "journal");
        this.nodes = requireNonNull(nodes, "nodes");
    }

    public UnitOfWork units() {
        return units;
    }

    public ServiceRegistry services() {
        return services;
    }

    public Consumption consumption() {
        return consumption;
    }

    public Quotas quotas() {
        return quotas;
    }

    public Contingents contingents() {
        return contingents;
    }

    public AuditTrail audit() {
        return audit;
    }

    public OperationJournal journal() {
        return journal;
    }

    public ClusterChanges nodes() {
        return nodes;
    }
}
