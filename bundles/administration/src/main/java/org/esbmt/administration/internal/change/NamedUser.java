package org.esbmt.administration.internal.change;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** A user, as a command names one: by identifier or by login. */
public record NamedUser(String name, Finding finding) {

    /** Finds an existing user. */
    @FunctionalInterface
    interface Finding {
        public Versioned<TenantUser> in(DynamicServices services, TenantId tenant)
                throws RegistryException, AdministrationException;
    }

    public static NamedUser of(UserRef user) {
        return user instanceof UserRef.ById known ? of(known.id()) : of(((UserRef.ByLogin) user).login());
    }

    public static NamedUser of(UserId user) {
        return new NamedUser(
                requireNonNull(user, "user").toString(),
                (services, tenant) -> TenantLookup.user(services.tenants(), tenant, user));
    }

    public static NamedUser of(String login) {
        return new NamedUser(requireNonNull(login, "login"), (services, tenant) -> services.tenants()
                .findUser(tenant, new Login(login))
                .orElseThrow(() ->
                        new AdministrationException(NOT_FOUND, "tenant " + tenant + " has no user '" + login + "'")));
    }

    public Versioned<TenantUser> in(DynamicServices services, TenantId tenant)
            throws RegistryException, AdministrationException {
        TenantState state =
                TenantLookup.tenant(services.tenants(), tenant).value().state();
        if (state == TenantState.DELETED) {
            throw new AdministrationException(CONFLICT, "tenant " + tenant + " is DELETED");
        }
        return finding.in(services, tenant);
    }

    @Override
    public String toString() {
        return name;
    }

    /** The user as the object of an operation. */
    public OperationTarget target(TenantId tenant) {
        return OperationTarget.of(tenant, "user " + name + " of tenant " + tenant);
    }
}
