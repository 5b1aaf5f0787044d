package org.esbmt.jbi.container.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import javax.security.auth.Subject;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantPrincipal;
import org.esbmt.tenancy.api.UserId;

/**
 * The owner of an endpoint, a service unit or an exchange: a tenant, one user of a tenant, or the plain JBI world,
 * which has no tenant. An exchange of a tenant always has an authenticated sender, so its owner is a user.
 */
public sealed interface Owner {

    /** The world of trusted assemblies and components without tenancy. */
    Owner PLAIN = new Plain();

    static Owner of(TenantId tenant) {
        return new OfTenant(tenant);
    }

    static Owner of(TenantId tenant, UserId user) {
        return new OfUser(new OfTenant(tenant), user);
    }

    /** The owner in a message's subject; a message without a tenant principal is plain. */
    static Owner of(Subject subject) {
        Optional<TenantPrincipal> principal = TenantPrincipal.of(subject);
        return principal.isPresent()
                ? of(principal.get().tenant(), principal.get().user())
                : PLAIN;
    }

    /** Empty for {@link #PLAIN}. */
    Optional<TenantId> tenant();

    /** Empty for an owner that is a whole tenant, and for {@link #PLAIN}. */
    Optional<UserId> user();

    /**
     * The tenant of a user; any other owner itself. Shared resources (threads, places in queues, connections, links)
     * are divided by this owner, so a tenant with many users gets no larger share. No allocation.
     */
    Owner tenantWide();

    /** A whole tenant: its endpoints are for all of its authenticated users. */
    record OfTenant(TenantId id) implements Owner {
        public OfTenant {
            requireNonNull(id, "id");
        }

        @Override
        public Optional<TenantId> tenant() {
            return Optional.of(id);
        }

        @Override
        public Optional<UserId> user() {
            return Optional.empty();
        }

        @Override
        public Owner tenantWide() {
            return this;
        }

        @Override
        public String toString() {
            return id.toString();
        }
    }

    /** One user of a tenant. */
    record OfUser(OfTenant tenantWide, UserId id) implements Owner {
        public OfUser {
            requireNonNull(tenantWide, "tenantWide");
            requireNonNull(id, "id");
        }

        @Override
        public Optional<TenantId> tenant() {
            return tenantWide.tenant();
        }

        @Override
        public Optional<UserId> user() {
            return Optional.of(id);
        }

        @Override
        public String toString() {
            return tenantWide + "/" + id;
        }
    }

    /** The plain JBI world: use {@link #PLAIN}. */
    record Plain() implements Owner {
        @Override
        public Optional<TenantId> tenant() {
            return Optional.empty();
        }

        @Override
        public Optional<UserId> user() {
            return Optional.empty();
        }

        @Override
        public Owner tenantWide() {
            return this;
        }

        @Override
        public String toString() {
            return "plain";
        }
    }
}
