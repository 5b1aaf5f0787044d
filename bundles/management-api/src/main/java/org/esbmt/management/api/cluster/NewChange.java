package org.esbmt.management.api.cluster;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.esbmt.management.api.message.Actor;
import org.esbmt.management.api.message.ManagementOperation;
import org.esbmt.management.api.message.ManagementRequest;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * A change for every node of this node's cluster.
 *
 * @param id an identifier from the caller; the same identifier means the same change
 * @param by the requesting user: of the actor's tenant, or of the system's own
 * @param actor the requesting actor, as nodes see it
 * @param tenant the owner of the change; empty: the installation
 * @param kind a word in capitals for lists of changes, such as {@code ASSEMBLY_DEPLOY}; 1 to 64 of {@code A-Z 0-9 _}
 * @param request digest of the request: a repetition with another digest is refused
 * @param batch the identifier that the operations of one batch share; empty without a batch
 * @param operations 1 to {@value ManagementRequest#MAX_OPERATIONS}, in the order in which they are applied; their ids
 *     are distinct
 */
public record NewChange(
        UUID id,
        UserId by,
        Actor actor,
        Optional<TenantId> tenant,
        String kind,
        Sha256 request,
        Optional<UUID> batch,
        List<ManagementOperation> operations) {
    private static final Pattern KIND = Pattern.compile("[A-Z][A-Z0-9_]{0,63}");

    public NewChange {
        requireNonNull(id, "id");
        requireNonNull(by, "by");
        requireNonNull(actor, "actor");
        requireNonNull(tenant, "tenant");
        requireNonNull(request, "request");
        requireNonNull(batch, "batch");
        operations = List.copyOf(operations);
        if (!KIND.matcher(kind).matches()) {
            throw new IllegalArgumentException("a kind of change is 1 to 64 of A-Z, 0-9 and '_', a letter first");
        }
        if (operations.isEmpty() || operations.size() > ManagementRequest.MAX_OPERATIONS) {
            throw new IllegalArgumentException(
                    "a change has 1 to " + ManagementRequest.MAX_OPERATIONS + " operations, not " + operations.size());
        }
    }
}
