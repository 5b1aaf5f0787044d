package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;
import org.esbmt.tenancy.api.quota.Limit;

/**
 * A quota, as administrators see it.
 *
 * @param used how much of it; empty for what is not counted in the registry but kept on the nodes
 * @param revision grows with each change of the limit, not with its use; what a change expects
 */
public record QuotaView(QuotaId id, Limit limit, OptionalLong used, long revision) {
    public QuotaView {
        requireNonNull(id, "id");
        requireNonNull(limit, "limit");
        requireNonNull(used, "used");
    }
}
