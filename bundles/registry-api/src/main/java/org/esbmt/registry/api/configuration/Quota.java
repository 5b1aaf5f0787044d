package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import org.esbmt.tenancy.api.quota.Limit;

/**
 * A ceiling for a tenant.
 *
 * @param used of resources that are counted; 0 of others
 */
public record Quota(QuotaKey key, Limit limit, long used) {
    public Quota {
        requireNonNull(key, "key");
        requireNonNull(limit, "limit");
    }
}
