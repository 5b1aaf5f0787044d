package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;
import org.esbmt.administration.api.CreatedTenant;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.TenantView;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Resource;

/** Changes of tenants. */
public sealed interface TenantCommand<R> extends BatchableCommand<R> {

    /**
     * Creates an active tenant together with its default administrator, since no active tenant lacks one.
     *
     * @param as the name for later steps of the batch
     * @param name see {@link TenantView#name}
     * @param administratorLogin the first user, who may send messages too
     * @param quotas hard limits in place of the default quotas of new tenants; empty for the defaults
     */
    record CreateTenant(
            Optional<TenantRef.CreatedBefore> as,
            String name,
            String displayName,
            String administratorLogin,
            Password password,
            Map<Resource, Long> quotas)
            implements TenantCommand<CreatedTenant> {
        public CreateTenant {
            requireNonNull(as, "as");
            requireNonNull(name, "name");
            requireNonNull(displayName, "displayName");
            requireNonNull(administratorLogin, "administratorLogin");
            requireNonNull(password, "password");
            quotas = Map.copyOf(quotas);
        }

        /** With the quotas of new tenants, for a request of its own. */
        public CreateTenant(String name, String displayName, String administratorLogin, Password password) {
            this(Optional.empty(), name, displayName, administratorLogin, password, Map.of());
        }

        @Override
        public TenantRef tenant() {
            return as.<TenantRef>map(ref -> ref).orElseGet(TenantRef.Unnamed::new);
        }

        @Override
        public boolean hasRevision() {
            return false;
        }
    }

    /**
     * From ACTIVE or OFFBOARDING to SUSPENDED. Messages are refused on every node within 2 s; those under way are answered. A
     * request to leave ends with it.
     */
    record SuspendTenant(TenantRef tenant) implements TenantCommand<TenantView> {
        public SuspendTenant {
            requireNonNull(tenant, "tenant");
        }

        public SuspendTenant(TenantId tenant) {
            this(TenantRef.of(tenant));
        }
    }

    /** From SUSPENDED, DRAINING or OFFBOARDING to ACTIVE. */
    record ResumeTenant(TenantRef tenant) implements TenantCommand<TenantView> {
        public ResumeTenant {
            requireNonNull(tenant, "tenant");
        }

        public ResumeTenant(TenantId tenant) {
            this(TenantRef.of(tenant));
        }
    }

    /** From ACTIVE or SUSPENDED to DRAINING: no messages and no new assemblies; deployed assemblies stay until {@link PurgeTenant}. */
    record DrainTenant(TenantRef tenant) implements TenantCommand<TenantView> {
        public DrainTenant {
            requireNonNull(tenant, "tenant");
        }

        public DrainTenant(TenantId tenant) {
            this(TenantRef.of(tenant));
        }
    }

    /**
     * From SUSPENDED, DRAINING or OFFBOARDING, for good: undeploys the tenant's assemblies on every node and removes its contacts
     * and its entries of the service registry. Its name stays taken, and its audit trail is kept.
     *
     * @param name the tenant's name as a confirmation; another name is INVALID. Empty for no confirmation
     */
    record PurgeTenant(TenantRef tenant, Optional<String> name) implements TenantCommand<TenantView> {
        public PurgeTenant {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
        }

        public PurgeTenant(TenantId tenant) {
            this(TenantRef.of(tenant), Optional.empty());
        }
    }

    /**
     * From ACTIVE or SUSPENDED to OFFBOARDING: the tenant's own administrator asks to leave. The tenant's messages are refused on
     * every node within 2 s; those under way are answered. It gets no new users and no new assemblies. Its users log in until the
     * installation's administrator {@linkplain PurgeTenant purges} or {@linkplain ResumeTenant resumes} it.
     *
     * @param name the tenant's name as a confirmation; another name is INVALID
     */
    record RequestOffboarding(TenantRef tenant, String name) implements TenantCommand<TenantView> {
        public RequestOffboarding {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
        }

        public RequestOffboarding(TenantId tenant, String name) {
            this(TenantRef.of(tenant), name);
        }
    }

    /** From OFFBOARDING to the state before, ACTIVE or SUSPENDED: the tenant's own administrator withdraws the request. */
    record WithdrawOffboarding(TenantRef tenant) implements TenantCommand<TenantView> {
        public WithdrawOffboarding {
            requireNonNull(tenant, "tenant");
        }

        public WithdrawOffboarding(TenantId tenant) {
            this(TenantRef.of(tenant));
        }
    }
}
