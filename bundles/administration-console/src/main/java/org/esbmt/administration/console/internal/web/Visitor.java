package org.esbmt.administration.console.internal.web;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.Set;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.tenancy.api.TenantId;

/**
 * The logged-in administrator of a request.
 *
 * @param token of each form of this session
 * @param tenant the user's tenant; empty for a user of the installation
 * @param parts the parts of administration that the user sees
 */
public record Visitor(Administrator by, String token, Optional<TenantId> tenant, Set<String> roles, Set<Part> parts) {
    public Visitor {
        requireNonNull(by, "by");
        requireNonNull(token, "token");
        requireNonNull(tenant, "tenant");
        roles = Set.copyOf(roles);
        parts = Set.copyOf(parts);
    }

    public boolean sees(Part part) {
        return parts.contains(part);
    }
}
