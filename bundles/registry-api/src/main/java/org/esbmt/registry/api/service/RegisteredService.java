package org.esbmt.registry.api.service;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * A service that a tenant describes to its users.
 *
 * @param wsdl the artifact that describes it
 * @param by who changed it last
 */
public record RegisteredService(TenantId tenant, ServiceName name, Optional<Digest> wsdl, UserId by, Instant at) {
    public RegisteredService {
        requireNonNull(tenant, "tenant");
        requireNonNull(name, "name");
        requireNonNull(wsdl, "wsdl");
        requireNonNull(by, "by");
        requireNonNull(at, "at");
    }
}
