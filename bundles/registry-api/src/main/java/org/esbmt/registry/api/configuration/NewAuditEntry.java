package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * An action that a user did or was refused.
 *
 * @param chain the tenant that it concerns; {@link org.esbmt.registry.api.TenantRegistry#SYSTEM} for the installation
 * @param actorTenant the tenant of the acting user
 * @param action 1 to 128 characters, such as {@code deploy} or {@code deploy refused: FORBIDDEN}
 * @param object the object of the action; up to 1,024 characters
 * @param before the object before, without secrets; at most 64 KiB in UTF-8
 * @param after the object afterwards, without secrets; at most 64 KiB in UTF-8
 */
public record NewAuditEntry(
        TenantId chain,
        TenantId actorTenant,
        UserId actor,
        String action,
        String object,
        Optional<String> before,
        Optional<String> after,
        Optional<OperationId> operation) {
    /** The limit of the object before and of the object afterwards, in UTF-8. */
    public static final int MAX_BYTES = 65_536;

    public NewAuditEntry {
        requireNonNull(chain, "chain");
        requireNonNull(actorTenant, "actorTenant");
        requireNonNull(actor, "actor");
        StoredTexts.check("an action", action, 1, 128);
        StoredTexts.check("an object", object, 0, 1_024);
        before.ifPresent(text -> checkBytes("the object before", text));
        after.ifPresent(text -> checkBytes("the object afterwards", text));
        requireNonNull(operation, "operation");
    }

    private static void checkBytes(String name, String text) {
        StoredTexts.check(name, text, 0, MAX_BYTES);
        if (text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw new IllegalArgumentException(name + " has at most " + MAX_BYTES + " bytes in UTF-8");
        }
    }
}
