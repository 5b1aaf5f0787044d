package org.esbmt.administration.internal.registry;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.configuration.Cluster;
import org.esbmt.registry.api.configuration.ClusterDirectory;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ClusterMembership;
import org.esbmt.registry.api.configuration.ContainerInstance;
import org.esbmt.registry.api.configuration.LoggedOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.RevisionLog;
import org.esbmt.registry.api.configuration.TenantOperations;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The registry's data about clusters, their nodes, and the commands to these nodes. */
@Component(service = NodeRegistry.class)
public final class NodeRegistry {
    private final ClusterDirectory clusters;
    private final ClusterMembership membership;
    private final RevisionLog log;
    private final TenantOperations ofTenants;

    @Activate
    public NodeRegistry(
            @Reference ClusterDirectory clusters,
            @Reference ClusterMembership membership,
            @Reference RevisionLog log,
            @Reference TenantOperations ofTenants) {
        this.clusters = requireNonNull(clusters, "clusters");
        this.membership = requireNonNull(membership, "membership");
        this.log = requireNonNull(log, "log");
        this.ofTenants = requireNonNull(ofTenants, "ofTenants");
    }

    public Cluster cluster(ClusterId id) throws RegistryException {
        return clusters.findCluster(id)
                .orElseThrow(() -> new RegistryException.NotFound("the registry does not know the cluster " + id));
    }

    public ClusterMembership membership() {
        return membership;
    }

    /** Returns all nodes by their identifier, including those that have left. */
    public List<ContainerInstance> nodes(ClusterId cluster) throws RegistryException {
        List<ContainerInstance> all = new ArrayList<>();
        while (true) {
            Listing<ContainerInstance> part = membership.listInstances(cluster, new Slice(all.size(), Slice.MAX_LIMIT));
            all.addAll(part.entries());
            if (part.entries().isEmpty() || all.size() >= part.total()) {
                return all;
            }
        }
    }

    public Optional<LoggedOperation> logged(OperationId id) throws RegistryException {
        return log.findOperation(id);
    }

    /** Returns the commands between two revisions, oldest first. Commands that are not in the log yet are left out. */
    public List<LoggedOperation> logged(ClusterId cluster, long from, long to) throws RegistryException {
        List<LoggedOperation> found = new ArrayList<>();
        for (long next = from; next <= to; next = from + found.size()) {
            List<LoggedOperation> part = log.read(cluster, next, (int) (to - next + 1));
            if (part.isEmpty()) {
                break;
            }
            found.addAll(part);
        }
        return found;
    }

    /** Lists the commands about a tenant, newest first. */
    public Listing<LoggedOperation> logged(ClusterId cluster, TenantId tenant, Slice slice) throws RegistryException {
        return ofTenants.newest(cluster, tenant, slice);
    }
}
