package org.esbmt.management.cluster.internal;

import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.Acknowledgements;
import org.esbmt.registry.api.configuration.AuditTrail;
import org.esbmt.registry.api.configuration.ClusterDirectory;
import org.esbmt.registry.api.configuration.ClusterMembership;
import org.esbmt.registry.api.configuration.ComponentCatalog;
import org.esbmt.registry.api.configuration.ComponentStates;
import org.esbmt.registry.api.configuration.RevisionLog;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** The registries. They may start later than this node, or not at all. Thread-safe. */
@Component(service = RegistryReferences.class)
public final class RegistryReferences {
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile ClusterDirectory directory;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile ClusterMembership membership;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile RevisionLog log;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile Acknowledgements acknowledgements;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile ServiceRegistry services;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile ComponentCatalog catalog;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile ComponentStates states;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile TenantRegistry tenants;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile AuditTrail audit;

    public RegistryReferences() {}

    RegistryReferences(
            ClusterDirectory directory,
            ClusterMembership membership,
            RevisionLog log,
            Acknowledgements acknowledgements,
            ServiceRegistry services,
            ComponentCatalog catalog,
            ComponentStates states,
            TenantRegistry tenants,
            AuditTrail audit) {
        this.directory = directory;
        this.membership = membership;
        this.log = log;
        this.acknowledgements = acknowledgements;
        this.services = services;
        this.catalog = catalog;
        this.states = states;
        this.tenants = tenants;
        this.audit = audit;
    }

    ClusterDirectory directory() throws ClusterUnavailableException {
        return there(directory, "configuration");
    }

    ClusterMembership membership() throws ClusterUnavailableException {
        return there(membership, "configuration");
    }

    RevisionLog log() throws ClusterUnavailableException {
        return there(log, "configuration");
    }

    Acknowledgements acknowledgements() throws ClusterUnavailableException {
        return there(acknowledgements, "configuration");
    }

    ServiceRegistry services() throws ClusterUnavailableException {
        return there(services, "service");
    }

    ComponentCatalog catalog() throws ClusterUnavailableException {
        return there(catalog, "configuration");
    }

    ComponentStates states() throws ClusterUnavailableException {
        return there(states, "configuration");
    }

    TenantRegistry tenants() throws ClusterUnavailableException {
        return there(tenants, "tenant");
    }

    AuditTrail audit() throws ClusterUnavailableException {
        return there(audit, "configuration");
    }

    /** Returns true if the registries for clusters are registered; a call to them can still fail. */
    boolean inService() {
        return directory != null && membership != null;
    }

    private static <S> S there(S service, String registry) throws ClusterUnavailableException {
        if (service == null) {
            throw new ClusterUnavailableException("The " + registry + " registry is not in service.", null);
        }
        return service;
    }

    /** Converts a failure that a later attempt may overcome. */
    static ClusterUnavailableException unavailable(RegistryException e) {
        return new ClusterUnavailableException(e.getMessage(), e);
    }
}
