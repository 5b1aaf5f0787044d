package org.esbmt.jbi.container.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import javax.security.auth.Subject;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantPrincipal;

/** Whose an endpoint, a service unit or an exchange is: a tenant's, or the plain JBI world's, which has no tenant. */
public sealed interface Owner {

    /** The world of trusted assemblies and components without tenancy. */
    Owner PLAIN = new Plain();

    static Owner of(TenantId tenant) {
        return new OfTenant(tenant);
    }

    /** The owner that a message's subject names; a message without a tenant principal is plain. */
    static Owner of(Subject subject) {
        Optional<TenantPrincipal> principal = TenantPrincipal.of(subject);
        return principal.isPresent() ? new OfTenant(principal.get().tenant()) : PLAIN;
    }

    /** Empty for {@link #PLAIN}. */
    Optional<TenantId> tenant();

    /** A tenant's. */
    record OfTenant(TenantId id) implements Owner {
        public OfTenant {
            requireNonNull(id, "id");
        }

        @Override
        public Optional<TenantId> tenant() {
            return Optional.of(id);
        }

        @Override
        public String toString() {
            return id.toString();
        }
    }

    /** Nobody's: use {@link #PLAIN}. */
    record Plain() implements Owner {
        @Override
        public Optional<TenantId> tenant() {
            return Optional.empty();
        }

        @Override
        public String toString() {
            return "plain";
        }
    }
}
