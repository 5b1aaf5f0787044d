package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * A change that every node of a cluster has to make.
 *
 * @param tenant the tenant of the operation; empty: the installation
 * @param by the user of the request
 * @param kind a word in capitals, such as {@code ASSEMBLY_DEPLOY}; 1 to 64 of {@code A-Z 0-9 _}
 * @param request digest of the request: a repetition with another digest is refused
 * @param notAfter the end of validity, by the registry's clock and to the microsecond: nodes skip the operation after
 * it; empty: it stays valid
 */
public record NewOperation(
        OperationId id,
        ClusterId cluster,
        Optional<TenantId> tenant,
        UserId by,
        String kind,
        Sha256 request,
        Optional<Instant> notAfter) {
    public NewOperation {
        requireNonNull(id, "id");
        requireNonNull(cluster, "cluster");
        requireNonNull(tenant, "tenant");
        requireNonNull(by, "by");
        requireNonNull(request, "request");
        notAfter = notAfter.map(time -> time.truncatedTo(ChronoUnit.MICROS));
        StoredTexts.checkKind(kind);
    }
}
