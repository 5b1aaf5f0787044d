package org.esbmt.administration.internal;

import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantState;
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

    /** One that was purged gets nothing any more, and is not purged before the end of this unit of work. */
    static void notPurged(TenantRegistry tenants, TenantId tenant) throws RegistryException, AdministrationException {
        Tenant found = held(tenants, tenant).value();
        if (found.state() == TenantState.DELETED) {
            throw new AdministrationException(CONFLICT, "tenant '" + found.name() + "' is DELETED");
        }
    }

    /** One that leaves, or has left, gets no new users, and does not ask to leave before the end of this unit of work. */
    static void takingUsers(TenantRegistry tenants, TenantId tenant) throws RegistryException, AdministrationException {
        Tenant found = held(tenants, tenant).value();
        if (found.state() == TenantState.OFFBOARDING || found.state() == TenantState.DELETED) {
            throw new AdministrationException(
                    CONFLICT, "tenant '" + found.name() + "' is " + found.state() + ", and takes no new users");
        }
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
