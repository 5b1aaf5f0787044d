package org.esbmt.administration.internal.tenant;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.change.Views;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.administration.internal.registry.SearchText;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserQuery;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Reads the users of tenants from the tenant registry. None of them is of the system's own tenant. Any thread that may block. */
@Component(service = UserAdministration.class)
public final class UserQueries implements UserAdministration {
    private final AccessLayer access;
    private final DynamicServices services;

    @Activate
    public UserQueries(@Reference AccessLayer access, @Reference DynamicServices services) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
    }

    @Override
    public Optional<UserView> findUser(Administrator by, TenantId tenant, String login) throws AdministrationException {
        OperationTarget target =
                OperationTarget.of(tenant, "user " + requireNonNull(login, "login") + " of tenant " + tenant);
        return access.perform(by, Operation.FIND_USER, target, caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            Login checked;
            try {
                checked = new Login(login);
            } catch (IllegalArgumentException e) {
                return Optional.empty(); // no user has a login of that form
            }
            return services.tenants().findUser(tenant, checked).map(Views::user);
        });
    }

    @Override
    public UserView find(Administrator by, TenantId tenant, UserId user) throws AdministrationException {
        OperationTarget target =
                OperationTarget.of(tenant, "user " + requireNonNull(user, "user") + " of tenant " + tenant);
        return access.perform(
                by,
                Operation.FIND_USER,
                target,
                caller -> Views.user(TenantLookup.user(services.tenants(), tenant, user)));
    }

    @Override
    public Page<UserView> listUsers(Administrator by, TenantId tenant, UserFilter filter, PageRequest page)
            throws AdministrationException {
        requireNonNull(filter, "filter");
        requireNonNull(page, "page");
        return access.perform(by, Operation.LIST_USERS, OperationTarget.of(tenant), caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            Listing<Versioned<TenantUser>> listing = services.tenants()
                    .listUsers(
                            tenant,
                            new UserQuery(
                                    SearchText.checked("loginContains", filter.loginContains()),
                                    filter.state().map(s -> UserState.valueOf(s.name())),
                                    new Slice(page.offset(), page.limit())));
            return new Page<>(listing.entries().stream().map(Views::user).toList(), page.offset(), listing.total());
        });
    }
}
