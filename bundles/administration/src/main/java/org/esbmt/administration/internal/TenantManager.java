package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.Optional;
import java.util.Set;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserView;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Role;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantQuery;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Tenants and users over the tenant registry. The system's own tenant is not there for any of its operations. */
@Component(service = TenantAdministration.class)
public final class TenantManager implements TenantAdministration {
    private static final int TRIES = 3;

    private final AccessLayer access;
    private final BusServices services;
    private final BoundedHasher hasher;

    @Activate
    public TenantManager(
            @Reference AccessLayer access, @Reference BusServices services, @Reference BoundedHasher hasher) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.hasher = requireNonNull(hasher, "hasher");
    }

    @Override
    public CreatedTenant createTenant(
            Administrator by, String name, String displayName, String administratorLogin, Password password)
            throws AdministrationException {
        requireNonNull(password, "password");
        return access.perform(by, Operation.CREATE_TENANT, "tenant " + name, admin -> {
            TenantName tenantName = new TenantName(name);
            Login login = new Login(administratorLogin);
            // The rules of names are checked before the slow part.
            Verifier verifier = hasher.verifier(password.characters());
            TenantRegistry.CreatedTenant made = services.tenants()
                    .createTenant(new NewTenant(tenantName, displayName, new NewUser(login, verifier)), admin);
            return new CreatedTenant(Views.tenant(made.tenant()), Views.user(made.administrator()));
        });
    }

    @Override
    public Optional<TenantView> findTenant(Administrator by, TenantId tenant) throws AdministrationException {
        requireNonNull(tenant, "tenant");
        return access.perform(by, Operation.FIND_TENANT, "tenant " + tenant, admin -> find(tenant)
                .map(Views::tenant));
    }

    @Override
    public Optional<TenantView> findTenant(Administrator by, String name) throws AdministrationException {
        requireNonNull(name, "name");
        return access.perform(by, Operation.FIND_TENANT, "tenant " + name, admin -> {
            TenantName tenantName;
            try {
                tenantName = new TenantName(name);
            } catch (IllegalArgumentException e) {
                return Optional.empty(); // no tenant has a name of that form
            }
            return services.tenants()
                    .findTenant(tenantName)
                    .filter(t -> !t.value().id().equals(TenantRegistry.SYSTEM))
                    .map(Views::tenant);
        });
    }

    @Override
    public Page<TenantView> listTenants(Administrator by, TenantFilter filter, PageRequest page)
            throws AdministrationException {
        requireNonNull(filter, "filter");
        requireNonNull(page, "page");
        return access.perform(by, Operation.LIST_TENANTS, "all tenants", admin -> {
            Listing<Versioned<Tenant>> listing = services.tenants()
                    .listTenants(new TenantQuery(
                            filter.nameContains(),
                            filter.state().map(s -> TenantState.valueOf(s.name())),
                            new Slice(page.offset(), page.limit())));
            return new Page<>(listing.entries().stream().map(Views::tenant).toList(), page.offset(), listing.total());
        });
    }

    @Override
    public TenantView suspend(Administrator by, TenantId tenant) throws AdministrationException {
        return step(by, Operation.SUSPEND_TENANT, tenant, TenantState.ACTIVE, TenantState.SUSPENDED);
    }

    @Override
    public TenantView resume(Administrator by, TenantId tenant) throws AdministrationException {
        return step(by, Operation.RESUME_TENANT, tenant, TenantState.SUSPENDED, TenantState.ACTIVE);
    }

    private TenantView step(Administrator by, Operation operation, TenantId tenant, TenantState from, TenantState to)
            throws AdministrationException {
        requireNonNull(tenant, "tenant");
        return access.perform(
                by,
                operation,
                "tenant " + tenant,
                admin -> retried(() -> {
                    Versioned<Tenant> now = existing(tenant);
                    if (now.value().state() != from) {
                        throw new AdministrationException(
                                CONFLICT,
                                "tenant '" + now.value().name() + "' is "
                                        + now.value().state() + ", and can become " + to + " only from " + from);
                    }
                    return Views.tenant(services.tenants().changeTenantState(tenant, now.revision(), to));
                }));
    }

    @Override
    public UserView addUser(Administrator by, TenantId tenant, String login, Password password)
            throws AdministrationException {
        requireNonNull(tenant, "tenant");
        requireNonNull(password, "password");
        return access.perform(by, Operation.ADD_USER, "user " + login + " of tenant " + tenant, admin -> {
            Login checked = new Login(login);
            existing(tenant);
            Verifier verifier = hasher.verifier(password.characters());
            return Views.user(services.tenants()
                    .addUser(tenant, new NewUser(checked, verifier), Set.of(Role.TENANT_USER), admin));
        });
    }

    @Override
    public UserView setPassword(Administrator by, TenantId tenant, UserId user, Password password)
            throws AdministrationException {
        requireNonNull(password, "password");
        return access.perform(by, Operation.SET_PASSWORD, object(tenant, user), admin -> {
            existing(tenant, user);
            Verifier verifier = hasher.verifier(password.characters());
            return retried(() -> Views.user(services.tenants()
                    .setVerifier(tenant, user, existing(tenant, user).revision(), verifier)));
        });
    }

    @Override
    public UserView lockUser(Administrator by, TenantId tenant, UserId user) throws AdministrationException {
        return step(by, Operation.LOCK_USER, tenant, user, UserState.ACTIVE, UserState.LOCKED);
    }

    @Override
    public UserView unlockUser(Administrator by, TenantId tenant, UserId user) throws AdministrationException {
        return step(by, Operation.UNLOCK_USER, tenant, user, UserState.LOCKED, UserState.ACTIVE);
    }

    private UserView step(
            Administrator by, Operation operation, TenantId tenant, UserId user, UserState from, UserState to)
            throws AdministrationException {
        return access.perform(
                by,
                operation,
                object(tenant, user),
                admin -> retried(() -> {
                    Versioned<TenantUser> now = existing(tenant, user);
                    if (now.value().state() != from) {
                        throw new AdministrationException(
                                CONFLICT,
                                "user '" + now.value().login() + "' is "
                                        + now.value().state() + ", and can become " + to + " only from " + from);
                    }
                    return Views.user(services.tenants().changeUserState(tenant, user, now.revision(), to));
                }));
    }

    @Override
    public Optional<UserView> findUser(Administrator by, TenantId tenant, String login) throws AdministrationException {
        requireNonNull(tenant, "tenant");
        requireNonNull(login, "login");
        return access.perform(by, Operation.FIND_USER, "user " + login + " of tenant " + tenant, admin -> {
            existing(tenant);
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
    public Page<UserView> listUsers(Administrator by, TenantId tenant, PageRequest page)
            throws AdministrationException {
        requireNonNull(tenant, "tenant");
        requireNonNull(page, "page");
        return access.perform(by, Operation.LIST_USERS, "tenant " + tenant, admin -> {
            existing(tenant);
            Listing<Versioned<TenantUser>> listing =
                    services.tenants().listUsers(tenant, new Slice(page.offset(), page.limit()));
            return new Page<>(listing.entries().stream().map(Views::user).toList(), page.offset(), listing.total());
        });
    }

    private Optional<Versioned<Tenant>> find(TenantId tenant) throws RegistryException {
        return tenant.equals(TenantRegistry.SYSTEM)
                ? Optional.empty()
                : services.tenants().findTenant(tenant);
    }

    private Versioned<Tenant> existing(TenantId tenant) throws RegistryException, AdministrationException {
        return find(tenant).orElseThrow(() -> new AdministrationException(NOT_FOUND, "there is no tenant " + tenant));
    }

    private Versioned<TenantUser> existing(TenantId tenant, UserId user)
            throws RegistryException, AdministrationException {
        existing(tenant);
        return services.tenants()
                .findUser(tenant, user)
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "tenant " + tenant + " has no user " + user));
    }

    private static String object(TenantId tenant, UserId user) {
        return "user " + requireNonNull(user, "user") + " of tenant " + requireNonNull(tenant, "tenant");
    }

    /** What reads and then changes, once more when somebody else came between. */
    private static <T> T retried(Change<T> change) throws RegistryException, AdministrationException {
        for (int i = 1; ; i++) {
            try {
                return change.make();
            } catch (RegistryException.Stale e) {
                if (i == TRIES) {
                    throw e;
                }
            }
        }
    }

    @FunctionalInterface
    private interface Change<T> {
        T make() throws RegistryException, AdministrationException;
    }
}
