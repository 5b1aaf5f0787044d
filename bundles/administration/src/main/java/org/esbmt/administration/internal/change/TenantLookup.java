package org.esbmt.administration.internal.change;

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

/** Looks up existing tenants and users. For the administration of tenants, the system's own tenant does not exist. */
public final class TenantLookup {
    private TenantLookup() {}

    public static Optional<Versioned<Tenant>> find(TenantRegistry tenants, TenantId tenant) throws RegistryException {
        return tenant.equals(TenantRegistry.SYSTEM) ? Optional.empty() : tenants.findTenant(tenant);
    }

    public static Versioned<Tenant> tenant(TenantRegistry tenants, TenantId tenant)
            throws RegistryException, AdministrationException {
        return tenant(tenant, tenants::findTenant);
    }

    /** Reads a tenant. */
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

    /** Finds a tenant and locks it: its state does not change before the end of this unit of work. */
    static Versioned<Tenant> held(TenantRegistry tenants, TenantId tenant)
            throws RegistryException, AdministrationException {
        return tenant(tenant, tenants::holdTenant);
    }

    /** The kinds of additions to a tenant. */
    public enum Admission {
        USERS("takes no new users"),
        ASSEMBLIES("takes no new assemblies"),
        /**
         * Services, which only describe, and limits and permissions: quotas, contingents, links. A purge removes them with the
         * tenant.
         */
        ANYTHING_ELSE("takes nothing new");

        private final String refused;

        Admission(String refused) {
            this.refused = refused;
        }
    }

    /**
     * Refuses an addition that the tenant's state does not admit. The state does not change before the end of this unit
     * of work. Only this method decides the additions to a tenant that is leaving.
     */
    public static void taking(TenantRegistry tenants, TenantId tenant, Admission gift)
            throws RegistryException, AdministrationException {
        Tenant found = held(tenants, tenant).value();
        boolean takes =
                switch (found.state()) {
                    case PROVISIONING, ACTIVE, SUSPENDED -> true;
                    case DRAINING -> gift != Admission.ASSEMBLIES;
                    case OFFBOARDING -> gift == Admission.ANYTHING_ELSE;
                    case DELETED -> false;
                };
        if (!takes) {
            throw new AdministrationException(
                    CONFLICT, "tenant '" + found.name() + "' is " + found.state() + ", and " + gift.refused);
        }
    }

    /** Refuses a tenant that was purged. The tenant is not purged before the end of this unit of work. */
    public static void notPurged(TenantRegistry tenants, TenantId tenant)
            throws RegistryException, AdministrationException {
        taking(tenants, tenant, Admission.ANYTHING_ELSE);
    }

    /** As {@link Change#checkSeen}. */
    public static void checkSeen(Change change, Versioned<TenantUser> user) throws RegistryException.Stale {
        change.checkSeen("User " + user.value().id(), user.revision());
    }

    public static Versioned<TenantUser> user(TenantRegistry tenants, TenantId tenant, UserId user)
            throws RegistryException, AdministrationException {
        tenant(tenants, tenant);
        return tenants.findUser(tenant, user)
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "tenant " + tenant + " has no user " + user));
    }
}
