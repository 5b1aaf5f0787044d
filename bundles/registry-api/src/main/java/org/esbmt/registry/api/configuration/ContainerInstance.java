package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A node of a cluster in the registry.
 *
 * @param joinedRevision the last revision of the log when the node registered; later operations wait for the node
 * @param observedRevision from its last heartbeat
 * @param stateHash from its last heartbeat; empty before the first
 * @param silent the time since its last report, measured by the registry's clock alone
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
