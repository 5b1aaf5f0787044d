package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import org.esbmt.tenancy.api.quota.Limit;

/**
 * A ceiling for a tenant.
 *
 * @param used the used amount of a counted resource; 0 for other resources
 */
public record Quota(QuotaKey key, Limit limit, long used) {
    public Quota {
        requireNonNull(key, "key");
        requireNonNull(limit, "limit");
    }
}
