package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;
import org.esbmt.tenancy.api.quota.Grantee;

/**
 * A contingent, as administrators see it.
 *
 * @param used the use of it; empty for a resource that the nodes enforce and the registry does not count
 * @param revision the revision that a change expects; it grows with each change of the amount, not with the use
 */
public record ContingentView(QuotaId quota, Grantee grantee, long amount, OptionalLong used, long revision) {
    public ContingentView {
        requireNonNull(quota, "quota");
        requireNonNull(grantee, "grantee");
        requireNonNull(used, "used");
    }
}
