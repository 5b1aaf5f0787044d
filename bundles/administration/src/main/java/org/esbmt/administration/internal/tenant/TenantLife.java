package org.esbmt.administration.internal.tenant;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;

import java.util.List;
import java.util.Set;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.change.Views;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.quota.QuotaConsumption;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.management.api.message.TenantManagementCommand;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;

/** The steps from one state of a tenant to another. Threads: any. */
final class TenantLife {
    private static final Set<TenantState> OUT_OF_SERVICE =
            Set.of(TenantState.SUSPENDED, TenantState.DRAINING, TenantState.OFFBOARDING);
    private static final Besides NOTHING = change -> {};
    /**
     * A tenant that has asked to leave is suspended, too. Otherwise it could withdraw the request and be active again.
     */
    private static final Step SUSPEND =
            new Step(Set.of(TenantState.ACTIVE, TenantState.OFFBOARDING), TenantState.SUSPENDED, NOTHING);

    private static final Step RESUME = new Step(OUT_OF_SERVICE, TenantState.ACTIVE, NOTHING);
    private static final Step DRAIN =
            new Step(Set.of(TenantState.ACTIVE, TenantState.SUSPENDED), TenantState.DRAINING, NOTHING);
    private static final Step LEAVE =
            new Step(Set.of(TenantState.ACTIVE, TenantState.SUSPENDED), TenantState.OFFBOARDING, NOTHING);

    private final DynamicServices services;
    private final QuotaConsumption quotaConsumption;

    TenantLife(DynamicServices services, QuotaConsumption quotaConsumption) {
        this.services = requireNonNull(services, "services");
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
    }

    /** A step from one state to another, with its further work. */
    private record Step(Set<TenantState> from, TenantState to, Besides besides) {}

    /** The further work of a step. */
    @FunctionalInterface
    private interface Besides {
        void done(Change change) throws RegistryException;
    }

    /**
     * Prepares the step of the operation.
     *
     * @throws IllegalArgumentException if the operation does not lead to one fixed state
     */
    PreparedChange<TenantView> stepping(TenantId tenant, Operation operation) {
        Step step =
                switch (operation) {
                    case SUSPEND_TENANT -> SUSPEND;
                    case RESUME_TENANT -> RESUME;
                    case DRAIN_TENANT -> DRAIN;
                    case REQUEST_OFFBOARDING -> LEAVE;
                    case PURGE_TENANT -> purge(tenant);
                    default -> throw new IllegalArgumentException(operation + " is no step in a tenant's life");
                };
        return new PreparedChange<>(
                OperationTarget.of(tenant),
                PreparedChange.request(tenant),
                change -> stepped(tenant, step, change),
                before -> Views.tenant(existing(tenant)));
    }

    /** Purges a tenant. The caller repeats its name, since a purge cannot be undone. */
    PreparedChange<TenantView> purging(TenantId tenant, String name) {
        return new PreparedChange<>(
                OperationTarget.of(tenant),
                PreparedChange.request(tenant, name),
                change -> {
                    String is = existing(tenant).value().name().value();
                    if (!is.equals(name)) {
                        throw new AdministrationException(
                                INVALID, "the tenant's name is " + is + ", not the given one; nothing was done");
                    }
                    return stepped(tenant, purge(tenant), change);
                },
                before -> Views.tenant(existing(tenant)));
    }

    private Step purge(TenantId tenant) {
        Besides besides = change -> {
            services.contacts().removeAll(tenant);
            services.accessCredentials().removeAll(tenant);
            services.userCertificates().removeAll(tenant);
            services.keys().removeAll(tenant);
            services.partners().removeAll(tenant);
            services.issuers().removeAll(tenant);
            services.authorities().removeAll(tenant);
            services.resources().services().purge(tenant);
            services.resources().consumption().releaseAll(tenant);
            change.tell(new TenantManagementCommand(tenant, TenantManagementCommand.Action.PURGE));
        };
        return new Step(OUT_OF_SERVICE, TenantState.DELETED, besides);
    }

    /** Takes the tenant back to its state before it asked to leave. */
    PreparedChange<TenantView> staying(TenantId tenant) {
        return new PreparedChange<>(
                OperationTarget.of(tenant),
                PreparedChange.request(tenant),
                change -> stayed(tenant, change),
                before -> Views.tenant(existing(tenant)));
    }

    private TenantView stayed(TenantId tenant, Change change) throws RegistryException, AdministrationException {
        Versioned<Tenant> now = seen(tenant, change);
        TenantState before = now.value()
                .beforeOffboarding()
                .orElseThrow(() -> new AdministrationException(
                        CONFLICT,
                        "tenant '" + now.value().name() + "' is " + now.value().state()
                                + ", so it has no request to withdraw"));
        return Views.tenant(moved(now, before, change));
    }

    private TenantView stepped(TenantId tenant, Step step, Change change)
            throws RegistryException, AdministrationException {
        if (step.to() == TenantState.DELETED) {
            quotaConsumption.holdAll(List.of(tenant));
        }
        Versioned<Tenant> now = seen(tenant, change);
        if (!step.from().contains(now.value().state())) {
            throw new AdministrationException(
                    CONFLICT,
                    "tenant '" + now.value().name() + "' is " + now.value().state() + ", and can become " + step.to()
                            + " only from " + alternatives(step.from()));
        }
        Versioned<Tenant> changed = moved(now, step.to(), change);
        step.besides().done(change);
        return Views.tenant(changed);
    }

    private Versioned<Tenant> seen(TenantId tenant, Change change) throws RegistryException, AdministrationException {
        Versioned<Tenant> now = existing(tenant);
        change.checkSeen("Tenant " + tenant, now.revision());
        return now;
    }

    private Versioned<Tenant> moved(Versioned<Tenant> now, TenantState to, Change change) throws RegistryException {
        change.from(now.value().state().toString());
        change.to(to.toString());
        return services.tenants().changeTenantState(now.value().id(), change.revision(now.revision()), to);
    }

    private static String alternatives(Set<TenantState> states) {
        return String.join(
                " or ", states.stream().map(TenantState::toString).sorted().toList());
    }

    private Versioned<Tenant> existing(TenantId tenant) throws RegistryException, AdministrationException {
        return TenantLookup.tenant(services.tenants(), tenant);
    }
}
