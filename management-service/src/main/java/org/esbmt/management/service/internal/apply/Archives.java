package org.esbmt.management.service.internal.apply;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.management.api.cluster.ArtifactSource;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.message.Artifact;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.tenancy.api.TenantId;

/** Fetches archives and checks each against the digest in the sealed message. Confined to one thread at a time. */
final class Archives {
    /** The longest time that an archive may be missing: a change is committed in one database after the other. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Longer than the clock skew between two nodes. */
    private static final Duration OLD = Duration.ofMinutes(5);

    private final ArtifactSource source;
    private final Clock clock;
    private final Map<Sha256, Instant> missedSince = new HashMap<>();
    private Instant decidedAt = Instant.parse("9999-01-01T00:00:00Z");

    Archives(ArtifactSource source, Clock clock) {
        this.source = source;
        this.clock = clock;
    }

    /**
     * Sets the time of the decision that needs the archives fetched from now on. An archive for an old decision is
     * present or will never be.
     */
    void decidedAt(Instant time) {
        decidedAt = time;
    }

    /**
     * The archive.
     *
     * @param tenant the owner of the archive; empty: the installation
     * @throws ClusterUnavailableException if it may be available later
     * @throws DeploymentException if its digest differs, or it has been missing for too long
     */
    byte[] fetch(Optional<TenantId> tenant, Artifact artifact) throws DeploymentException, ClusterUnavailableException {
        Optional<byte[]> archive = source.read(tenant, artifact);
        if (archive.isEmpty()) {
            throw missing(artifact.digest());
        }
        missedSince.remove(artifact.digest());
        Sha256 digest = Sha256.of(archive.get());
        if (!digest.equals(artifact.digest())) {
            throw new DeploymentException(
                    Reason.INVALID_ARCHIVE,
                    "the archive in the service registry has the digest " + digest + " and not " + artifact.digest()
                            + ": it was changed there; deploy it again");
        }
        return archive.get();
    }

    /**
     * Returns true if the cluster has, or once had, this installer. The service registry keeps installers after the
     * removal of their components.
     *
     * @throws ClusterUnavailableException if the service registry is unavailable now
     */
    boolean knowsInstaller(Sha256 digest) throws ClusterUnavailableException {
        return source.read(Optional.empty(), new Artifact(digest, 1)).isPresent();
    }

    private ClusterUnavailableException missing(Sha256 digest) throws DeploymentException {
        Instant now = clock.instant();
        Instant since = missedSince.computeIfAbsent(digest, unused -> now);
        if (Duration.between(since, now).compareTo(PATIENCE) >= 0
                || decidedAt.plus(OLD).isBefore(now)) {
            missedSince.remove(digest);
            throw new DeploymentException(
                    Reason.INVALID_ARCHIVE,
                    "the archive " + digest
                            + " is not in the service registry: it was removed since, with its tenant for"
                            + " one; if not, deploy it again");
        }
        return new ClusterUnavailableException("The archive " + digest + " is not in the service registry yet.", null);
    }
}
