package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * An administrative operation and its outcome. A repeated request receives this outcome as its answer.
 *
 * @param id chosen by the first caller
 * @param actorTenant the tenant of the user who asked
 * @param kind as of {@link NewOperation}
 * @param request digest of the request: the same identifier with another digest is another request
 * @param result the object of the operation, such as a new identifier; up to {@value #MAX_RESULT} characters, no
 * secrets
 */
public record DoneOperation(
        OperationId id, TenantId actorTenant, UserId actor, String kind, Sha256 request, String result) {

    /** Large enough for one setting of a component with any value. */
    public static final int MAX_RESULT = 32_768;

    public DoneOperation {
        requireNonNull(id, "id");
        requireNonNull(actorTenant, "actorTenant");
        requireNonNull(actor, "actor");
        requireNonNull(request, "request");
        StoredTexts.checkKind(kind);
        StoredTexts.check("a result", result, 0, MAX_RESULT);
    }
}
