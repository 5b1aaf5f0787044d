package org.esbmt.administration.internal;

import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** Tenants and users that are there. The system's own tenant is not, for whoever administers tenants. */
final class Existing {
    private Existing() {}

    static Optional<Versioned<Tenant>> find(TenantRegistry tenants, TenantId tenant) throws RegistryException {
        return tenant.equals(TenantRegistry.SYSTEM) ? Optional.empty() : tenants.findTenant(tenant);
    }

    static Versioned<Tenant> tenant(TenantRegistry tenants, TenantId tenant)
            throws RegistryException, AdministrationException {
        return tenant(tenant, tenants::findTenant);
    }

    /** How a tenant is read. */
    @FunctionalInterface
    private interface Reading {
        Optional<Versioned<Tenant>> of(TenantId tenant) throws RegistryException;
    }

    private static Versioned<Tenant> tenant(TenantId tenant, Reading reading)
            throws RegistryException, AdministrationException {
        Optional<Versioned<Tenant>> found =
                tenant.equals(TenantRegistry.SYSTEM) ? Optional.empty() : reading.of(tenant);
        return found.orElseThrow(() -> new AdministrationException(NOT_FOUND, "there is no tenant " + tenant));
    }

    /** One whose state does not change before the end of this unit of work. */
    static Versioned<Tenant> held(TenantRegistry tenants, TenantId tenant)
            throws RegistryException, AdministrationException {
        return tenant(tenant, tenants::holdTenant);
    }

    /** What a tenant may get. */
    enum Gift {
        USERS("takes no new users"),
        ASSEMBLIES("takes no new assemblies"),
        /** Services, which only describe, and what bounds or lets through: quotas, contingents, links. A purge takes it along. */
        ANYTHING_ELSE("takes nothing new");

        private final String refused;

        Gift(String refused) {
            this.refused = refused;
        }
    }

    /**
     * One that takes it in the state that it is in, which does not change before the end of this unit of work. Nowhere else is decided
     * what a tenant on its way out still gets.
     */
    static void taking(TenantRegistry tenants, TenantId tenant, Gift gift)
            throws RegistryException, AdministrationException {
        Tenant found = held(tenants, tenant).value();
        boolean takes =
                switch (found.state()) {
                    case PROVISIONING, ACTIVE, SUSPENDED -> true;
                    case DRAINING -> gift != Gift.ASSEMBLIES;
                    case OFFBOARDING -> gift == Gift.ANYTHING_ELSE;
                    case DELETED -> false;
                };
        if (!takes) {
            throw new AdministrationException(
                    CONFLICT, "tenant '" + found.name() + "' is " + found.state() + ", and " + gift.refused);
        }
    }

    /** One that was purged gets nothing any more, and is not purged before the end of this unit of work. */
    static void notPurged(TenantRegistry tenants, TenantId tenant) throws RegistryException, AdministrationException {
        taking(tenants, tenant, Gift.ANYTHING_ELSE);
    }

    /** As {@link Change#checkSeen}. */
    static void checkSeen(Change change, Versioned<TenantUser> user) throws RegistryException.Stale {
        change.checkSeen("User " + user.value().id(), user.revision());
    }

    static Versioned<TenantUser> user(TenantRegistry tenants, TenantId tenant, UserId user)
            throws RegistryException, AdministrationException {
        tenant(tenants, tenant);
        return tenants.findUser(tenant, user)
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "tenant " + tenant + " has no user " + user));
    }
}
