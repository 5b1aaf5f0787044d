package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.CreatedTenant;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.TenantCommand;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.DrainTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantCommand.RequestOffboarding;
import org.esbmt.administration.api.command.TenantCommand.ResumeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.TenantCommand.WithdrawOffboarding;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.LockUser;
import org.esbmt.administration.api.command.UserCommand.ResetDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.SetPassword;
import org.esbmt.administration.api.command.UserCommand.UnlockUser;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.administration.internal.RepeatedPasswords.Owner;
import org.esbmt.administration.internal.UserManager.Who;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
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
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Resource;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Tenants and passwords of their users, over the tenant registry. The system's own tenant is not there for any of its operations. */
@Component(service = {TenantAdministration.class, TenantManager.class})
public final class TenantManager implements TenantAdministration {
    private final AccessLayer access;
    private final DynamicServices services;
    private final BoundedHasher hasher;
    private final RepeatedPasswords repeated;
    private final QuotaConsumption quotaConsumption;
    private final TenantLife life;
    private final CommandHandlers commands;

    @Activate
    public TenantManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference BoundedHasher hasher,
            @Reference RepeatedPasswords repeated,
            @Reference QuotaConsumption quotaConsumption) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.hasher = requireNonNull(hasher, "hasher");
        this.repeated = requireNonNull(repeated, "repeated");
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
        this.life = new TenantLife(services, quotaConsumption);
        this.commands = new CommandHandlers()
                .add(
                        CreateTenant.class,
                        StepHandler.of(
                                access,
                                Operation.CREATE_TENANT,
                                (c, references) -> Target.installation("tenant " + c.name()),
                                (c, references) -> creating(references.created(c), c)))
                .add(SuspendTenant.class, stepping(Operation.SUSPEND_TENANT))
                .add(ResumeTenant.class, stepping(Operation.RESUME_TENANT))
                .add(DrainTenant.class, stepping(Operation.DRAIN_TENANT))
                .add(
                        PurgeTenant.class,
                        ofTenant(
                                Operation.PURGE_TENANT,
                                (c, tenant) -> c.name().isPresent()
                                        ? life.purging(tenant, c.name().get())
                                        : life.stepping(tenant, Operation.PURGE_TENANT)))
                .add(RequestOffboarding.class, ofTenant(Operation.REQUEST_OFFBOARDING, (c, tenant) -> {
                    checkName(tenant, c.name());
                    return life.stepping(tenant, Operation.REQUEST_OFFBOARDING);
                }))
                .add(
                        WithdrawOffboarding.class,
                        ofTenant(Operation.WITHDRAW_OFFBOARDING, (c, tenant) -> life.staying(tenant)))
                .add(
                        AddUser.class,
                        StepHandler.<AddUser, UserView>of(
                                        access,
                                        Operation.ADD_USER,
                                        (c, references) -> target(references.tenant(c.tenant()), c.login()),
                                        (c, references) ->
                                                adding(references.added(c), c.login(), c.password(), c.roles()))
                                .checkedBy((by, c) -> existing(References.OF_ONE_COMMAND.tenant(c.tenant()))))
                .add(
                        SetPassword.class,
                        StepHandler.<SetPassword, UserView>of(
                                        access,
                                        Operation.SET_PASSWORD,
                                        (c, references) -> target(references.tenant(c.tenant()), Who.of(c.user())),
                                        (c, references) -> settingPassword(
                                                references.tenant(c.tenant()), Who.of(c.user()), c.password()))
                                .checkedBy((by, c) -> {
                                    TenantId tenant = References.OF_ONE_COMMAND.tenant(c.tenant());
                                    existing(tenant, References.OF_ONE_COMMAND.user(services, tenant, c.user()));
                                }))
                .add(
                        ResetDefaultAdmin.class,
                        StepHandler.<ResetDefaultAdmin, UserView>of(
                                        access,
                                        Operation.RESET_DEFAULT_ADMIN,
                                        (c, references) -> administrators(references.tenant(c.tenant())),
                                        (c, references) ->
                                                resetting(references.tenant(c.tenant()), c.login(), c.password()))
                                .checkedBy((by, c) -> administrator(References.OF_ONE_COMMAND.tenant(c.tenant()))))
                .add(LockUser.class, locking(Operation.LOCK_USER, LockUser::tenant, LockUser::user, true))
                .add(UnlockUser.class, locking(Operation.UNLOCK_USER, UnlockUser::tenant, UnlockUser::user, false));
    }

    CommandHandlers commands() {
        return commands;
    }

    private <C extends TenantCommand<TenantView>> StepHandler<C, TenantView, TenantView> stepping(Operation operation) {
        return ofTenant(operation, (c, tenant) -> life.stepping(tenant, operation));
    }

    /** Prepares a command about an existing tenant. */
    @FunctionalInterface
    private interface OfTenant<C> {
        PreparedChange<TenantView> prepared(C command, TenantId tenant)
                throws AdministrationException, RegistryException;
    }

    private <C extends TenantCommand<TenantView>> StepHandler<C, TenantView, TenantView> ofTenant(
            Operation operation, OfTenant<C> preparation) {
        return StepHandler.of(
                access,
                operation,
                (c, references) -> Target.of(references.tenant(c.tenant())),
                (c, references) -> preparation.prepared(c, references.tenant(c.tenant())));
    }

    private <C extends UserCommand<UserView>> StepHandler<C, UserView, UserView> locking(
            Operation operation, Function<C, TenantRef> tenant, Function<C, UserRef> user, boolean locked) {
        return StepHandler.of(
                access,
                operation,
                (c, references) -> target(references.tenant(tenant.apply(c)), Who.of(user.apply(c))),
                (c, references) -> locking(references.tenant(tenant.apply(c)), Who.of(user.apply(c)), locked));
    }

    private void checkName(TenantId tenant, String name) throws AdministrationException, RegistryException {
        TenantName known = existing(tenant).value().name();
        if (!known.value().equals(name)) {
            throw new AdministrationException(
                    INVALID, "the tenant's name is " + known + ", not the given one; nothing was done");
        }
    }

    /** @param ids of the tenant and its default administrator */
    private PreparedChange<CreatedTenant> creating(Owner ids, CreateTenant command) throws RegistryException {
        Map<Resource, Long> quotas = quotas(command.quotas());
        TenantName name = new TenantName(command.name());
        Login login = new Login(command.administratorLogin());
        // The rules of names are checked before the slow part.
        Verifier verifier = hasher.verifier(command.password().characters());
        NewTenant wanted =
                new NewTenant(ids.tenant(), name, command.displayName(), new NewUser(ids.user(), login, verifier));
        return new PreparedChange<>(
                Target.installation("tenant " + name),
                PreparedChange.request(
                        command.name(), command.displayName(), command.administratorLogin(), new TreeMap<>(quotas)),
                change -> created(wanted, quotas, change),
                before -> createdAgain(before, command.password()));
    }

    private static Map<Resource, Long> quotas(Map<Resource, Long> asked) {
        Map<Resource, Long> quotas = new EnumMap<>(Resource.class);
        asked.forEach((resource, hard) -> {
            QuotaTexts.notKept(resource).ifPresent(why -> {
                throw new IllegalArgumentException(why);
            });
            quotas.put(resource, hard);
        });
        return quotas;
    }

    private CreatedTenant created(NewTenant wanted, Map<Resource, Long> quotas, Change change)
            throws RegistryException {
        TenantRegistry.CreatedTenant made = services.tenants().createTenant(wanted, change.by());
        UserId administrator = made.administrator().value().id();
        change.to(quotaConsumption.first(wanted.id(), quotas, change.by()).toString());
        quotaConsumption.user(change, wanted.id(), administrator);
        change.did(wanted.id() + " " + administrator);
        change.set(wanted.administrator().verifier());
        return new CreatedTenant(Views.tenant(made.tenant()), Views.user(made.administrator()));
    }

    private CreatedTenant createdAgain(JournaledResult before, Password password)
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
        // The owner of the name is not known before; a user of a tenant finds no name but its own.
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

    /** @param ids of the tenant, and of the user */
    private PreparedChange<UserView> adding(Owner ids, String login, Password password, Set<Role> roles)
            throws RegistryException {
        TenantId tenant = ids.tenant();
        Login checked = new Login(login);
        NewUser wanted = new NewUser(ids.user(), checked, hasher.verifier(password.characters()));
        return new PreparedChange<>(
                target(tenant, login),
                PreparedChange.request(tenant, login, new TreeSet<>(roles)),
                change -> {
                    quotaConsumption.holdForUsers(tenant);
                    TenantLookup.taking(services.tenants(), tenant, TenantLookup.Admission.USERS);
                    Versioned<TenantUser> made = services.tenants().addUser(tenant, wanted, roles, change.by());
                    quotaConsumption.user(change, tenant, made.value().id());
                    change.did(made.value().id().toString());
                    change.set(wanted.verifier());
                    change.to(new TreeSet<>(roles).toString());
                    return Views.user(made);
                },
                before -> sameAgain(before, tenant, UserId.of(before.what()), password));
    }

    private PreparedChange<UserView> settingPassword(TenantId tenant, Who who, Password password)
            throws RegistryException {
        Verifier verifier = hasher.verifier(password.characters());
        return new PreparedChange<>(
                target(tenant, who),
                PreparedChange.request(tenant, who),
                change -> {
                    Versioned<TenantUser> now = who.in(services, tenant);
                    UserId user = now.value().id();
                    TenantLookup.checkSeen(change, now);
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

    private static Target administrators(TenantId tenant) {
        return Target.of(tenant, "the default administrator of tenant " + tenant);
    }

    /** @param login the login of the presumed default administrator; empty for the present one */
    private PreparedChange<UserView> resetting(TenantId tenant, Optional<String> login, Password password)
            throws RegistryException {
        Verifier verifier = hasher.verifier(password.characters());
        return new PreparedChange<>(
                administrators(tenant),
                PreparedChange.request(tenant, login.orElse("")),
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

    private UserView sameAgain(JournaledResult before, TenantId tenant, UserId user, Password password)
            throws RegistryException, AdministrationException {
        repeated.checkSame(before, new Owner(tenant, user), password);
        return Views.user(existing(tenant, user));
    }

    /** A user whose password a step of an earlier change has set. */
    Owner owner(TenantId tenant, UserRef user) throws RegistryException, AdministrationException {
        if (user instanceof UserRef.ById known) {
            return new Owner(tenant, known.id());
        }
        String login = ((UserRef.ByLogin) user).login();
        return new Owner(
                tenant,
                services.tenants()
                        .findUser(tenant, new Login(login))
                        .orElseThrow(
                                () -> new AdministrationException(NOT_FOUND, "the user " + login + " is gone since"))
                        .value()
                        .id());
    }

    /** The default administrator whose password a step of an earlier change has set. */
    Owner administratorNamed(TenantId tenant, Optional<String> login)
            throws RegistryException, AdministrationException {
        return login.isPresent()
                ? owner(tenant, UserRef.of(login.get()))
                : new Owner(tenant, administrator(tenant).value().id());
    }

    /** @param locked whether the user is, afterwards */
    private PreparedChange<UserView> locking(TenantId tenant, Who who, boolean locked) {
        return new PreparedChange<>(
                target(tenant, who),
                PreparedChange.request(tenant, who),
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
        TenantLookup.checkSeen(change, now);
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

    private Optional<Versioned<Tenant>> find(TenantId tenant) throws RegistryException {
        return TenantLookup.find(services.tenants(), tenant);
    }

    private Versioned<Tenant> existing(TenantId tenant) throws RegistryException, AdministrationException {
        return TenantLookup.tenant(services.tenants(), tenant);
    }

    private Versioned<TenantUser> existing(TenantId tenant, UserId user)
            throws RegistryException, AdministrationException {
        return TenantLookup.user(services.tenants(), tenant, user);
    }

    private static Target target(TenantId tenant, String login) {
        return Target.of(tenant, "user " + login + " of tenant " + tenant);
    }

    private static Target target(TenantId tenant, Who who) {
        return target(tenant, who.toString());
    }
}
