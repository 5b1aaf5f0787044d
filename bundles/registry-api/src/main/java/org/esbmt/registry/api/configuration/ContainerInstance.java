package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A node of a cluster, as the registry knows it.
 *
 * @param joinedRevision what the revision log had when it registered; it is waited for in later operations
 * @param observedRevision from its last heartbeat
 * @param stateHash from its last heartbeat; empty before the first
 * @param silent since it was last heard of, by the registry's clock alone
 */
public record ContainerInstance(
        InstanceId id,
        ClusterId cluster,
        HostName host,
        InstanceState state,
        Health health,
        long joinedRevision,
        long observedRevision,
        Optional<Sha256> stateHash,
        Instant lastSeen,
        Duration silent) {
    public ContainerInstance {
        requireNonNull(id, "id");
        requireNonNull(cluster, "cluster");
        requireNonNull(host, "host");
        requireNonNull(state, "state");
        requireNonNull(health, "health");
        requireNonNull(stateHash, "stateHash");
        requireNonNull(lastSeen, "lastSeen");
        requireNonNull(silent, "silent");
    }
}
