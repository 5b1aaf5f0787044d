package org.esbmt.management.cluster.internal;

import java.util.List;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.cluster.RevisionLog;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.ClusterId;

/** The cluster's part of the revision log in the configuration registry. */
final class LoggedChanges implements RevisionLog {
    private final RegistryReferences registries;
    private final ClusterId cluster;

    LoggedChanges(RegistryReferences registries, ClusterId cluster) {
        this.registries = registries;
        this.cluster = cluster;
    }

    @Override
    public List<Entry> after(long revision, int limit) throws ClusterUnavailableException {
        try {
            return registries.log().read(cluster, revision + 1, limit).stream()
                    .map(logged -> new Entry(logged.revision(), LoggedText.of(logged.payload())))
                    .toList();
        } catch (RegistryException e) {
            throw RegistryReferences.unavailable(e);
        }
    }
}
