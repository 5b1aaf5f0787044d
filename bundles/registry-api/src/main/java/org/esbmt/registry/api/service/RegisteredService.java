package org.esbmt.registry.api.service;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * A service that a tenant describes to its users.
 *
 * @param wsdl the artifact with its description
 * @param policies the artifacts of its policies, by name
 * @param by the user of the last change
 */
public record RegisteredService(
        TenantId tenant,
        ServiceName name,
        Optional<Digest> wsdl,
        SortedMap<PolicyName, Digest> policies,
        UserId by,
        Instant at) {
    public RegisteredService {
        requireNonNull(tenant, "tenant");
        requireNonNull(name, "name");
        requireNonNull(wsdl, "wsdl");
        policies = Collections.unmodifiableSortedMap(new TreeMap<>(policies));
        requireNonNull(by, "by");
        requireNonNull(at, "at");
    }
}
