package org.esbmt.registry.testing.configuration;

import static java.util.Comparator.comparing;
import static org.esbmt.registry.testing.configuration.Moments.listing;
import static org.esbmt.registry.testing.configuration.Moments.now;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.configuration.Cluster;
import org.esbmt.registry.api.configuration.ClusterDirectory;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ClusterMembership;
import org.esbmt.registry.api.configuration.ClusterName;
import org.esbmt.registry.api.configuration.ContainerInstance;
import org.esbmt.registry.api.configuration.Health;
import org.esbmt.registry.api.configuration.Heartbeat;
import org.esbmt.registry.api.configuration.HostName;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.InstanceState;
import org.esbmt.registry.testing.Restorable;
import org.esbmt.tenancy.api.UserId;

/** Clusters and their nodes without a database. Every operation holds the one lock; there are no units of work. */
public final class InMemoryClusters implements ClusterDirectory, ClusterMembership, Restorable {
    private final Map<ClusterId, Cluster> clusters = new LinkedHashMap<>();
    private final Map<InstanceId, ContainerInstance> instances = new LinkedHashMap<>();

    @Override
    public synchronized Cluster createCluster(ClusterName name, UserId by) throws RegistryException {
        if (findCluster(name).isPresent()) {
            throw new RegistryException.Conflict("There is a cluster named '" + name + "' already.");
        }
        Cluster created = new Cluster(ClusterId.random(), name, 0, now());
        clusters.put(created.id(), created);
        return created;
    }

    @Override
    public synchronized Optional<Cluster> findCluster(ClusterId cluster) {
        return Optional.ofNullable(clusters.get(cluster));
    }

    @Override
    public synchronized Optional<Cluster> findCluster(ClusterName name) {
        return clusters.values().stream().filter(c -> c.name().equals(name)).findFirst();
    }

    @Override
    public synchronized Listing<Cluster> listClusters(Slice slice) {
        return listing(
                clusters.values().stream()
                        .sorted(comparing(c -> c.name().value()))
                        .toList(),
                slice);
    }

    @Override
    public synchronized ContainerInstance register(ClusterId cluster, InstanceId instance, HostName host)
            throws RegistryException {
        Cluster joined = clusters.get(cluster);
        if (joined == null) {
            throw new RegistryException.NotFound("There is no cluster " + cluster + ".");
        }
        ContainerInstance old = instances.get(instance);
        if (old != null && !old.cluster().equals(cluster)) {
            throw new RegistryException.Conflict("Node " + instance + " is in cluster " + old.cluster() + ".");
        }
        boolean goesOn = old != null && old.state() != InstanceState.LEFT;
        ContainerInstance registered = new ContainerInstance(
                instance,
                cluster,
                host,
                InstanceState.JOINING,
                Health.UNKNOWN,
                goesOn ? old.joinedRevision() : joined.lastRevision(),
                goesOn ? old.observedRevision() : 0,
                goesOn ? old.stateHash() : Optional.empty(),
                now(),
                Duration.ZERO);
        instances.put(instance, registered);
        return registered;
    }

    @Override
    public synchronized ContainerInstance heartbeat(InstanceId instance, Heartbeat heartbeat) throws RegistryException {
        ContainerInstance old = staying(instance);
        if (heartbeat.observedRevision() > clusters.get(old.cluster()).lastRevision()) {
            throw new RegistryException.RuleBroken(
                    "Node " + instance + " has observed revision " + heartbeat.observedRevision()
                            + ", which its cluster does not have.",
                    null);
        }
        boolean caughtUp = heartbeat.observedRevision() >= old.joinedRevision();
        ContainerInstance heard = new ContainerInstance(
                instance,
                old.cluster(),
                old.host(),
                old.state() == InstanceState.JOINING && caughtUp ? InstanceState.UP : old.state(),
                heartbeat.health(),
                old.joinedRevision(),
                heartbeat.observedRevision(),
                Optional.of(heartbeat.state()),
                now(),
                Duration.ZERO);
        instances.put(instance, heard);
        return heard;
    }

    @Override
    public synchronized ContainerInstance drain(InstanceId instance) throws RegistryException {
        return put(staying(instance), InstanceState.DRAINING);
    }

    @Override
    public synchronized ContainerInstance leave(InstanceId instance) throws RegistryException {
        return put(known(instance), InstanceState.LEFT);
    }

    @Override
    public synchronized Optional<ContainerInstance> findInstance(InstanceId instance) {
        return Optional.ofNullable(instances.get(instance)).map(i -> with(i, i.state()));
    }

    @Override
    public synchronized Listing<ContainerInstance> listInstances(ClusterId cluster, Slice slice) {
        return listing(of(cluster), slice);
    }

    /** Nodes of a cluster by their identifier. The order of the text is the order of the bytes. */
    synchronized List<ContainerInstance> of(ClusterId cluster) {
        return instances.values().stream()
                .filter(i -> i.cluster().equals(cluster))
                .map(i -> with(i, i.state()))
                .sorted(comparing(i -> i.id().toString()))
                .toList();
    }

    /** Advances the revision by one. */
    synchronized long advance(ClusterId id) throws RegistryException {
        Cluster old = clusters.get(id);
        if (old == null) {
            throw new RegistryException.NotFound("There is no cluster " + id + ".");
        }
        Cluster next = new Cluster(id, old.name(), old.lastRevision() + 1, old.createdAt());
        clusters.put(id, next);
        return next.lastRevision();
    }

    private ContainerInstance known(InstanceId instance) throws RegistryException {
        ContainerInstance known = instances.get(instance);
        if (known == null) {
            throw new RegistryException.NotFound("There is no node " + instance + ".");
        }
        return known;
    }

    private ContainerInstance staying(InstanceId instance) throws RegistryException {
        ContainerInstance known = known(instance);
        if (known.state() == InstanceState.LEFT) {
            throw new RegistryException.RuleBroken("Node " + instance + " has left its cluster.", null);
        }
        return known;
    }

    private ContainerInstance put(ContainerInstance old, InstanceState state) {
        ContainerInstance changed = with(old, state);
        instances.put(old.id(), changed);
        return changed;
    }

    private static ContainerInstance with(ContainerInstance old, InstanceState state) {
        Instant seen = old.lastSeen();
        return new ContainerInstance(
                old.id(),
                old.cluster(),
                old.host(),
                state,
                old.health(),
                old.joinedRevision(),
                old.observedRevision(),
                old.stateHash(),
                seen,
                Duration.between(seen, now()));
    }

    @Override
    public synchronized Runnable remember() {
        Map<ClusterId, Cluster> clustersThen = new LinkedHashMap<>(clusters);
        Map<InstanceId, ContainerInstance> instancesThen = new LinkedHashMap<>(instances);
        return () -> {
            synchronized (this) {
                clusters.clear();
                clusters.putAll(clustersThen);
                instances.clear();
                instances.putAll(instancesThen);
            }
        };
    }
}
