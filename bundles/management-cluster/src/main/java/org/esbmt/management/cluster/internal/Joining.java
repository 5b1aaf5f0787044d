package org.esbmt.management.cluster.internal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.message.SealKey;
import org.esbmt.management.api.message.SealKeys;
import org.esbmt.management.cluster.internal.NodeFile.Joined;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.Cluster;
import org.esbmt.registry.api.configuration.ContainerInstance;
import org.esbmt.registry.api.configuration.InstanceState;
import org.esbmt.tenancy.api.UserId;

/** Determines the identity of this node. Without the registry, the data from an earlier start is enough. */
final class Joining {
    /**
     * The creator of a cluster that no administrator made: the bus itself. Its id is that of the system tenant and no
     * user's.
     */
    private static final UserId BUS = new UserId(TenantRegistry.SYSTEM.value());

    private final ClusterSettings settings;
    private final RegistryReferences registries;

    Joining(ClusterSettings settings, RegistryReferences registries) {
        this.settings = settings;
        this.registries = registries;
    }

    /**
     * Joins the cluster.
     *
     * @throws ClusterUnavailableException if the registry is needed and unavailable
     * @throws IOException if an administrator has to repair something first; the message names the remedy
     */
    LocalNode join() throws IOException, ClusterUnavailableException {
        Path file = settings.folder().resolve("node");
        NodeFile node = NodeFile.load(file);
        Optional<SealKey> key = SealKeyFile.read(settings.keyFile());
        if (node.cluster().isPresent()) {
            Joined joined = node.cluster().get();
            if (!joined.name().equals(settings.cluster())) {
                throw new IOException("This node was part of the cluster '" + joined.name() + "', as the file " + file
                        + " says, and not of '" + settings.cluster()
                        + "'. Set cluster.name back, or start it with data of its own.");
            }
            if (key.isPresent()) {
                return node(joined.id(), node.instance(), key.get());
            }
        }
        Cluster cluster = cluster();
        UUID id = cluster.id().value();
        if (node.cluster().isPresent() && !node.cluster().get().id().equals(id)) {
            throw new IOException("The configuration registry has another cluster '" + settings.cluster()
                    + "' than the one that this node was part of. Start it with data of its own.");
        }
        SealKey used = key.isPresent() ? key.get() : firstKey(cluster, node.instance());
        node.join(new Joined(id, cluster.name())).write(file);
        return node(id, node.instance(), used);
    }

    private LocalNode node(UUID cluster, UUID instance, SealKey current) throws IOException {
        List<SealKey> former = new ArrayList<>();
        for (Path file : settings.formerKeyFiles()) {
            former.add(SealKeyFile.read(file)
                    .orElseThrow(
                            () -> new IOException("There is no file " + file + ", which former.key.files names.")));
        }
        return new LocalNode(cluster, instance, new SealKeys(current, former), settings.changeLimit());
    }

    /** The cluster; the first node creates it. */
    private Cluster cluster() throws ClusterUnavailableException {
        try {
            Optional<Cluster> there = registries.directory().findCluster(settings.cluster());
            return there.isPresent() ? there.get() : registries.directory().createCluster(settings.cluster(), BUS);
        } catch (RegistryException e) {
            // A conflict, too: another node has just created the cluster, and the next attempt finds it.
            throw RegistryReferences.unavailable(e);
        }
    }

    /**
     * Generates the first key of a cluster. With a second key, this node and the others could not verify each other's
     * messages.
     */
    private SealKey firstKey(Cluster cluster, UUID self) throws IOException, ClusterUnavailableException {
        if (cluster.lastRevision() > 0 || !isAlone(cluster, self)) {
            throw new IOException("The cluster '" + cluster.name() + "' has a key already, and " + settings.keyFile()
                    + " is not there: copy it from another node, or put it back from a backup.");
        }
        return SealKeyFile.generate(settings.keyFile());
    }

    private boolean isAlone(Cluster cluster, UUID self) throws ClusterUnavailableException {
        try {
            List<ContainerInstance> some = registries
                    .membership()
                    .listInstances(cluster.id(), new Slice(0, 1_000))
                    .entries();
            return some.stream().allMatch(i -> i.id().value().equals(self) || i.state() == InstanceState.LEFT);
        } catch (RegistryException e) {
            throw RegistryReferences.unavailable(e);
        }
    }
}
