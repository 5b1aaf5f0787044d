package org.esbmt.administration.internal.tenant;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.ResetDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.SetPassword;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.JournaledResult;
import org.esbmt.administration.internal.change.NamedUser;
import org.esbmt.administration.internal.change.PasswordOwner;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.change.References;
import org.esbmt.administration.internal.change.StepHandler;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.change.Views;
import org.esbmt.administration.internal.login.BoundedHasher;
import org.esbmt.administration.internal.login.RepeatedPasswords;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.quota.QuotaConsumption;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Adds users and sets their passwords, over the tenant registry. A repetition under the same identifier has the first outcome if the
 * password is the same. The system's own tenant is not found by any of these operations.
 */
@Component(service = CredentialManager.class)
public final class CredentialManager {
    private final DynamicServices services;
    private final BoundedHasher hasher;
    private final RepeatedPasswords repeated;
    private final QuotaConsumption quotaConsumption;
    private final CommandHandlers commands;

    @Activate
    public CredentialManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference BoundedHasher hasher,
            @Reference RepeatedPasswords repeated,
            @Reference QuotaConsumption quotaConsumption) {
        requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.hasher = requireNonNull(hasher, "hasher");
        this.repeated = requireNonNull(repeated, "repeated");
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
        this.commands = new CommandHandlers()
                .add(
                        AddUser.class,
                        StepHandler.<AddUser, UserView>of(
                                        access,
                                        Operation.ADD_USER,
                                        (c, references) ->
                                                NamedUser.of(c.login()).target(references.tenant(c.tenant())),
                                        (c, references) ->
                                                adding(references.added(c), c.login(), c.password(), c.roles()))
                                .checkedBy((by, c) -> TenantLookup.tenant(
                                        services.tenants(), References.OF_ONE_COMMAND.tenant(c.tenant()))))
                .add(
                        SetPassword.class,
                        StepHandler.<SetPassword, UserView>of(
                                        access,
                                        Operation.SET_PASSWORD,
                                        (c, references) ->
                                                NamedUser.of(c.user()).target(references.tenant(c.tenant())),
                                        (c, references) -> settingPassword(
                                                references.tenant(c.tenant()), NamedUser.of(c.user()), c.password()))
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
                                .checkedBy((by, c) -> administrator(References.OF_ONE_COMMAND.tenant(c.tenant()))));
    }

    public CommandHandlers commands() {
        return commands;
    }

    /** @param ids the identifiers of the tenant and the user */
    private PreparedChange<UserView> adding(PasswordOwner ids, String login, Password password, Set<Role> roles)
            throws RegistryException {
        TenantId tenant = ids.tenant();
        Login checked = new Login(login);
        NewUser wanted = new NewUser(ids.user(), checked, hasher.verifier(password.characters()));
        return new PreparedChange<>(
                NamedUser.of(login).target(tenant),
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

    private PreparedChange<UserView> settingPassword(TenantId tenant, NamedUser named, Password password)
            throws RegistryException {
        Verifier verifier = hasher.verifier(password.characters());
        return new PreparedChange<>(
                named.target(tenant),
                PreparedChange.request(tenant, named),
                change -> {
                    Versioned<TenantUser> now = named.in(services, tenant);
                    UserId user = now.value().id();
                    TenantLookup.checkSeen(change, now);
                    if (now.value().defaultAdministrator() && !user.equals(change.by())) {
                        throw new AdministrationException(
                                CONFLICT,
                                "user '" + now.value().login() + "' is the default administrator; only that"
                                        + " user may set the password");
                    }
                    change.did(user.toString());
                    change.set(verifier);
                    return Views.user(
                            services.tenants().setVerifier(tenant, user, change.revision(now.revision()), verifier));
                },
                before -> sameAgain(before, tenant, UserId.of(before.what()), password));
    }

    private static OperationTarget administrators(TenantId tenant) {
        return OperationTarget.of(tenant, "the default administrator of tenant " + tenant);
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
            throw new AdministrationException(
                    CONFLICT, "the default administrator is '" + is + "', not the given user");
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
        TenantLookup.tenant(services.tenants(), tenant);
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
        repeated.checkSame(before, new PasswordOwner(tenant, user), password);
        return Views.user(existing(tenant, user));
    }

    /** A user whose password a step of an earlier change has set. */
    public PasswordOwner owner(TenantId tenant, UserRef user) throws RegistryException, AdministrationException {
        if (user instanceof UserRef.ById known) {
            return new PasswordOwner(tenant, known.id());
        }
        String login = ((UserRef.ByLogin) user).login();
        return new PasswordOwner(
                tenant,
                services.tenants()
                        .findUser(tenant, new Login(login))
                        .orElseThrow(() ->
                                new AdministrationException(NOT_FOUND, "the user " + login + " was removed meanwhile"))
                        .value()
                        .id());
    }

    /** The default administrator whose password a step of an earlier change has set. */
    public PasswordOwner administratorNamed(TenantId tenant, Optional<String> login)
            throws RegistryException, AdministrationException {
        return login.isPresent()
                ? owner(tenant, UserRef.of(login.get()))
                : new PasswordOwner(tenant, administrator(tenant).value().id());
    }

    private Versioned<TenantUser> existing(TenantId tenant, UserId user)
            throws RegistryException, AdministrationException {
        return TenantLookup.user(services.tenants(), tenant, user);
    }
}
