package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * An administrative operation and what came out, as who asks again is answered.
 *
 * @param id chosen by the first caller
 * @param actorTenant the tenant of who asked
 * @param kind as of {@link NewOperation}
 * @param request digest of the request: the same identifier with another digest is another request
 * @param result what it was done to, such as an identifier that was drawn; up to {@value #MAX_RESULT} characters, no secrets
 */
public record DoneOperation(
        OperationId id, TenantId actorTenant, UserId actor, String kind, Sha256 request, String result) {

    /** One setting of a component fits, whatever is in it. */
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
