package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;
import org.esbmt.tenancy.api.quota.Limit;

/**
 * A quota, as administrators see it.
 *
 * @param used the use of it; empty for a resource that the nodes enforce and the registry does not count
 * @param revision the revision that a change expects; it grows with each change of the limit, not with the use
 */
public record QuotaView(QuotaId id, Limit limit, OptionalLong used, long revision) {
    public QuotaView {
        requireNonNull(id, "id");
        requireNonNull(limit, "limit");
        requireNonNull(used, "used");
    }
}
