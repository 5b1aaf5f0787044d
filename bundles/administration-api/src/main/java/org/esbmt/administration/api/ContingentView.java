package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;
import org.esbmt.tenancy.api.quota.Grantee;

/**
 * A contingent, as administrators see it.
 *
 * @param used how much of it; empty for what is not counted in the registry but kept on the nodes
 * @param revision grows with each change of the amount, not with its use; what a change expects
 */
public record ContingentView(QuotaId quota, Grantee grantee, long amount, OptionalLong used, long revision) {
    public ContingentView {
        requireNonNull(quota, "quota");
        requireNonNull(grantee, "grantee");
        requireNonNull(used, "used");
    }
}
