package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import org.esbmt.tenancy.api.quota.Grantee;

/**
 * The part of a quota that a grantee has.
 *
 * @param used the used amount of a counted resource; 0 for other resources
 */
public record Contingent(QuotaKey quota, Grantee grantee, long amount, long used) {
    public Contingent {
        requireNonNull(quota, "quota");
        requireNonNull(grantee, "grantee");
    }
}
