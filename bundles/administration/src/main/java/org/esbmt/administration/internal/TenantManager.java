package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Grantee;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.internal.RepeatedPasswords.Owner;
import org.esbmt.administration.internal.UserManager.Who;
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
import org.esbmt.registry.api.UserQuery;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.Resource;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Tenants and users over the tenant registry. The system's own tenant is not there for any of its operations. */
@Component(service = {TenantAdministration.class, TenantManager.class})
public final class TenantManager implements TenantAdministration {
    private final AccessLayer access;
    private final BusServices services;
    private final BoundedHasher hasher;
    private final RepeatedPasswords repeated;
    private final Allotments allotments;
    private final TenantLife life;

    @Activate
    public TenantManager(
            @Reference AccessLayer access,
            @Reference BusServices services,
            @Reference BoundedHasher hasher,
            @Reference RepeatedPasswords repeated,
            @Reference Allotments allotments) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.hasher = requireNonNull(hasher, "hasher");
        this.repeated = requireNonNull(repeated, "repeated");
        this.allotments = requireNonNull(allotments, "allotments");
        this.life = new TenantLife(services, allotments);
    }

    /** What a tenant goes through, for steps of several. */
    TenantLife life() {
        return life;
    }

    @Override
    public CreatedTenant createTenant(
            Administrator by, String name, String displayName, String administratorLogin, Password password)
            throws AdministrationException {
        requireNonNull(password, "password");
        return access.change(
                by,
                Operation.CREATE_TENANT,
                Target.installation("tenant " + name),
                caller -> creating(
                        new Owner(new TenantId(UUID.randomUUID()), new UserId(UUID.randomUUID())),
                        name,
                        displayName,
                        administratorLogin,
                        password,
                        Map.of()));
    }

    /**
     * As one step of several.
     *
     * @param ids of the tenant and its default administrator
     * @param quotas instead of those that new tenants get; empty for these
     */
    Ask<CreatedTenant> creating(
            Owner ids,
            String name,
            String displayName,
            String administratorLogin,
            Password password,
            Map<Resource, Long> quotas)
            throws RegistryException {
        TenantName tenantName = new TenantName(name);
        Login login = new Login(administratorLogin);
        // The rules of names are checked before the slow part.
        Verifier verifier = hasher.verifier(password.characters());
        NewTenant wanted =
                new NewTenant(ids.tenant(), tenantName, displayName, new NewUser(ids.user(), login, verifier));
        return new Ask<>(
                Target.installation("tenant " + name),
                Ask.request(name, displayName, administratorLogin, new TreeMap<>(quotas)),
                change -> created(wanted, quotas, change),
                before -> createdAgain(before, password));
    }

    private CreatedTenant created(NewTenant wanted, Map<Resource, Long> quotas, Change change)
            throws RegistryException {
        TenantRegistry.CreatedTenant made = services.tenants().createTenant(wanted, change.by());
        UserId administrator = made.administrator().value().id();
        change.to(allotments.first(wanted.id(), quotas, change.by()).toString());
        allotments.user(change, wanted.id(), administrator);
        change.did(wanted.id() + " " + administrator);
        change.set(wanted.administrator().verifier());
        return new CreatedTenant(Views.tenant(made.tenant()), Views.user(made.administrator()));
    }

    private CreatedTenant createdAgain(Remembered before, Password password)
            throws RegistryException, AdministrationException {
        String done = before.what();
        TenantId tenant = TenantId.of(done.substring(0, done.indexOf(' ')));
        UserId administrator = UserId.of(done.substring(done.indexOf(' ') + 1));
        repeated.checkSame(before, new Owner(tenant, administrator), password);
        return new CreatedTenant(Views.tenant(existing(tenant)), Views.user(existing(tenant, administrator)));
    }

    @Override
    public Optional<TenantView> findTenant(Administrator by, TenantId tenant) throws AdministrationException {
        return access.perform(by, Operation.FIND_TENANT, Target.of(tenant), caller -> find(tenant)
                .map(Views::tenant));
    }

    @Override
    public Optional<TenantView> findTenant(Administrator by, String name) throws AdministrationException {
        requireNonNull(name, "name");
        // Whose name it is, is not known before; to a user of a tenant there is no name but its own.
        Optional<TenantId> own = access.own(by).filter(tenant -> by.tenant().equals(Optional.of(name)));
        Target target = new Target(own, "tenant " + name);
        Operation operation = own.isPresent() ? Operation.FIND_TENANT : Operation.LIST_TENANTS;
        return access.perform(by, operation, target, caller -> {
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
        return access.perform(by, Operation.LIST_TENANTS, Target.installation("all tenants"), caller -> {
            Listing<Versioned<Tenant>> listing = services.tenants()
                    .listTenants(new TenantQuery(
                            SearchText.checked("nameContains", filter.nameContains()),
                            filter.state().map(s -> TenantState.valueOf(s.name())),
                            SearchText.checked("nameAfter", filter.nameAfter()),
                            new Slice(page.offset(), page.limit())));
            return new Page<>(
                    listing.entries().stream().map(Views::tenant).toList(),
                    page.offset(),
                    listing.total(),
                    listing.exact());
        });
    }

    @Override
    public TenantView suspend(Administrator by, TenantId tenant) throws AdministrationException {
        return step(by, Operation.SUSPEND_TENANT, tenant);
    }

    @Override
    public TenantView resume(Administrator by, TenantId tenant) throws AdministrationException {
        return step(by, Operation.RESUME_TENANT, tenant);
    }

    @Override
    public TenantView drain(Administrator by, TenantId tenant) throws AdministrationException {
        return step(by, Operation.DRAIN_TENANT, tenant);
    }

    @Override
    public TenantView purge(Administrator by, TenantId tenant) throws AdministrationException {
        return step(by, Operation.PURGE_TENANT, tenant);
    }

    @Override
    public TenantView requestOffboarding(Administrator by, TenantId tenant, String name)
            throws AdministrationException {
        requireNonNull(name, "name");
        return access.change(by, Operation.REQUEST_OFFBOARDING, Target.of(tenant), caller -> {
            TenantName known = existing(tenant).value().name();
            if (!known.value().equals(name)) {
                throw new AdministrationException(
                        INVALID, "the tenant's name is " + known + ", not the given one; nothing was done");
            }
            return life.stepping(tenant, Operation.REQUEST_OFFBOARDING);
        });
    }

    @Override
    public TenantView withdrawOffboarding(Administrator by, TenantId tenant) throws AdministrationException {
        return access.change(by, Operation.WITHDRAW_OFFBOARDING, Target.of(tenant), caller -> life.staying(tenant));
    }

    private TenantView step(Administrator by, Operation operation, TenantId tenant) throws AdministrationException {
        return access.change(by, operation, Target.of(tenant), caller -> life.stepping(tenant, operation));
    }

    @Override
    public UserView addUser(Administrator by, TenantId tenant, String login, Password password, Set<Grantee.Role> roles)
            throws AdministrationException {
        requireNonNull(password, "password");
        requireNonNull(roles, "roles");
        return access.change(by, Operation.ADD_USER, target(tenant, login), caller -> {
            existing(tenant);
            return adding(new Owner(tenant, new UserId(UUID.randomUUID())), login, password, roles);
        });
    }

    /**
     * As one step of several: the tenant need not be there before.
     *
     * @param ids of the tenant, and of the user
     */
    Ask<UserView> adding(Owner ids, String login, Password password, Set<Grantee.Role> roles) throws RegistryException {
        TenantId tenant = ids.tenant();
        Set<Role> having = roles.stream().map(role -> Role.valueOf(role.name())).collect(toSet());
        Login checked = new Login(login);
        NewUser wanted = new NewUser(ids.user(), checked, hasher.verifier(password.characters()));
        return new Ask<>(
                target(tenant, login),
                Ask.request(tenant, login, new TreeSet<>(having)),
                change -> {
                    allotments.holdForUsers(tenant);
                    Existing.taking(services.tenants(), tenant, Existing.Gift.USERS);
                    Versioned<TenantUser> made = services.tenants().addUser(tenant, wanted, having, change.by());
                    allotments.user(change, tenant, made.value().id());
                    change.did(made.value().id().toString());
                    change.set(wanted.verifier());
                    change.to(new TreeSet<>(having).toString());
                    return Views.user(made);
                },
                before -> sameAgain(before, tenant, UserId.of(before.what()), password));
    }

    @Override
    public UserView setPassword(Administrator by, TenantId tenant, UserId user, Password password)
            throws AdministrationException {
        requireNonNull(password, "password");
        return access.change(by, Operation.SET_PASSWORD, target(tenant, user), caller -> {
            existing(tenant, user);
            return settingPassword(tenant, Who.of(user), password);
        });
    }

    /** As one step of several: the user need not be there before. */
    Ask<UserView> settingPassword(TenantId tenant, Who who, Password password) throws RegistryException {
        Verifier verifier = hasher.verifier(password.characters());
        return new Ask<>(
                target(tenant, who),
                Ask.request(tenant, who),
                change -> {
                    Versioned<TenantUser> now = who.in(services, tenant);
                    UserId user = now.value().id();
                    Existing.checkSeen(change, now);
                    if (now.value().defaultAdministrator() && !user.equals(change.by())) {
                        throw new AdministrationException(
                                CONFLICT,
                                "user '" + now.value().login() + "' is the default administrator, whose password"
                                        + " nobody else of the tenant sets");
                    }
                    change.did(user.toString());
                    change.set(verifier);
                    return Views.user(
                            services.tenants().setVerifier(tenant, user, change.revision(now.revision()), verifier));
                },
                before -> sameAgain(before, tenant, UserId.of(before.what()), password));
    }

    @Override
    public UserView resetDefaultAdmin(Administrator by, TenantId tenant, Password password)
            throws AdministrationException {
        requireNonNull(password, "password");
        Target target = Target.of(tenant, "the default administrator of tenant " + tenant);
        return access.change(by, Operation.RESET_DEFAULT_ADMIN, target, caller -> {
            administrator(tenant);
            return resetting(tenant, Optional.empty(), password);
        });
    }

    /**
     * As one step of several: the tenant need not be there before.
     *
     * @param login of who is taken for the default administrator; empty for whoever it is
     */
    Ask<UserView> resetting(TenantId tenant, Optional<String> login, Password password) throws RegistryException {
        Verifier verifier = hasher.verifier(password.characters());
        return new Ask<>(
                Target.of(tenant, "the default administrator of tenant " + tenant),
                Ask.request(tenant, login.orElse("")),
                change -> reset(tenant, login, verifier, change),
                before -> sameAgain(before, tenant, UserId.of(before.what()), password));
    }

    private UserView reset(TenantId tenant, Optional<String> login, Verifier verifier, Change change)
            throws RegistryException, AdministrationException {
        Versioned<TenantUser> now = administrator(tenant);
        String is = now.value().login().value();
        if (login.isPresent() && !login.get().equals(is)) {
            throw new AdministrationException(CONFLICT, "the default administrator is '" + is + "', and nobody else");
        }
        UserId user = now.value().id();
        long revision = change.revision(now.revision());
        change.from(now.value().state().toString());
        change.to(UserState.ACTIVE.toString());
        if (now.value().state() == UserState.LOCKED) {
            revision = services.tenants()
                    .changeUserState(tenant, user, revision, UserState.ACTIVE)
                    .revision();
        }
        change.did(user.toString());
        change.set(verifier);
        return Views.user(services.tenants().setVerifier(tenant, user, revision, verifier));
    }

    private Versioned<TenantUser> administrator(TenantId tenant) throws RegistryException, AdministrationException {
        existing(tenant);
        int seen = 0;
        Listing<Versioned<TenantUser>> part;
        do {
            part = services.tenants().listUsers(tenant, new Slice(seen, Slice.MAX_LIMIT));
            for (Versioned<TenantUser> user : part.entries()) {
                if (user.value().defaultAdministrator()) {
                    return user;
                }
            }
            seen += part.entries().size();
        } while (!part.entries().isEmpty());
        throw new AdministrationException(CONFLICT, "tenant " + tenant + " has no default administrator");
    }

    private UserView sameAgain(Remembered before, TenantId tenant, UserId user, Password password)
            throws RegistryException, AdministrationException {
        repeated.checkSame(before, new Owner(tenant, user), password);
        return Views.user(existing(tenant, user));
    }

    /** A user whose password a step of an earlier change has set. */
    Owner owner(TenantId tenant, String login) throws RegistryException, AdministrationException {
        return new Owner(
                tenant,
                services.tenants()
                        .findUser(tenant, new Login(login))
                        .orElseThrow(
                                () -> new AdministrationException(NOT_FOUND, "the user " + login + " is gone since"))
                        .value()
                        .id());
    }

    @Override
    public UserView lockUser(Administrator by, TenantId tenant, UserId user) throws AdministrationException {
        return access.change(
                by, Operation.LOCK_USER, target(tenant, user), caller -> locking(tenant, Who.of(user), true));
    }

    @Override
    public UserView unlockUser(Administrator by, TenantId tenant, UserId user) throws AdministrationException {
        return access.change(
                by, Operation.UNLOCK_USER, target(tenant, user), caller -> locking(tenant, Who.of(user), false));
    }

    /**
     * As one step of several.
     *
     * @param locked whether the user is, afterwards
     */
    Ask<UserView> locking(TenantId tenant, Who who, boolean locked) {
        return new Ask<>(
                target(tenant, who),
                Ask.request(tenant, who),
                change -> {
                    Versioned<TenantUser> now = who.in(services, tenant);
                    change.did(now.value().id().toString());
                    return locked(change, now, locked);
                },
                before -> Views.user(existing(tenant, UserId.of(before.what()))));
    }

    private UserView locked(Change change, Versioned<TenantUser> now, boolean locked)
            throws RegistryException, AdministrationException {
        TenantUser user = now.value();
        Existing.checkSeen(change, now);
        UserState from = locked ? UserState.ACTIVE : UserState.LOCKED;
        UserState to = locked ? UserState.LOCKED : UserState.ACTIVE;
        if (user.state() != from) {
            throw new AdministrationException(
                    CONFLICT,
                    "user '" + user.login() + "' is " + user.state() + ", and can become " + to + " only from " + from);
        }
        if (locked && user.defaultAdministrator()) {
            throw new AdministrationException(
                    CONFLICT, "user '" + user.login() + "' is the default administrator: hand that over before");
        }
        change.from(from.toString());
        change.to(to.toString());
        return Views.user(
                services.tenants().changeUserState(user.tenant(), user.id(), change.revision(now.revision()), to));
    }

    @Override
    public Optional<UserView> findUser(Administrator by, TenantId tenant, String login) throws AdministrationException {
        requireNonNull(login, "login");
        return access.perform(by, Operation.FIND_USER, target(tenant, login), caller -> {
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
    public Page<UserView> listUsers(Administrator by, TenantId tenant, UserFilter filter, PageRequest page)
            throws AdministrationException {
        requireNonNull(filter, "filter");
        requireNonNull(page, "page");
        return access.perform(by, Operation.LIST_USERS, Target.of(tenant), caller -> {
            existing(tenant);
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

    private Optional<Versioned<Tenant>> find(TenantId tenant) throws RegistryException {
        return Existing.find(services.tenants(), tenant);
    }

    private Versioned<Tenant> existing(TenantId tenant) throws RegistryException, AdministrationException {
        return Existing.tenant(services.tenants(), tenant);
    }

    private Versioned<TenantUser> existing(TenantId tenant, UserId user)
            throws RegistryException, AdministrationException {
        return Existing.user(services.tenants(), tenant, user);
    }

    private static Target target(TenantId tenant, String login) {
        return Target.of(tenant, "user " + login + " of tenant " + tenant);
    }

    private static Target target(TenantId tenant, Who who) {
        return target(tenant, who.toString());
    }

    private static Target target(TenantId tenant, UserId user) {
        return Target.of(tenant, "user " + requireNonNull(user, "user") + " of tenant " + tenant);
    }
}
