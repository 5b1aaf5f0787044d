package org.esbmt.administration.internal.login;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;
import static org.esbmt.registry.api.TenantRegistry.SYSTEM;

import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.SystemUserAdministration;
import org.esbmt.administration.api.SystemUserView;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.SystemUserCommand.AddSystemUser;
import org.esbmt.administration.api.command.SystemUserCommand.AssignSystemRole;
import org.esbmt.administration.api.command.SystemUserCommand.LockSystemUser;
import org.esbmt.administration.api.command.SystemUserCommand.RemoveSystemUser;
import org.esbmt.administration.api.command.SystemUserCommand.RevokeSystemRole;
import org.esbmt.administration.api.command.SystemUserCommand.SetSystemPassword;
import org.esbmt.administration.api.command.SystemUserCommand.UnlockSystemUser;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.JournaledResult;
import org.esbmt.administration.internal.change.PasswordOwner;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.policy.RememberedLogins;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.administration.internal.registry.SearchText;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserQuery;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Manages the users of the system's own tenant. The registry enforces that an administrator is left. */
@Component(service = {SystemUserAdministration.class, SystemUserManager.class})
public final class SystemUserManager implements SystemUserAdministration {
    private final AccessLayer access;
    private final DynamicServices services;
    private final BoundedHasher hasher;
    private final RepeatedPasswords repeated;
    private final RememberedLogins remembered;

    @Activate
    public SystemUserManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference BoundedHasher hasher,
            @Reference RepeatedPasswords repeated,
            @Reference RememberedLogins remembered) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.hasher = requireNonNull(hasher, "hasher");
        this.repeated = requireNonNull(repeated, "repeated");
        this.remembered = requireNonNull(remembered, "remembered");
    }

    /** The handlers of this manager's commands. */
    public CommandHandlers commands() {
        return new CommandHandlers()
                .add(AddSystemUser.class, (by, c) -> add(by, c.login(), c.password(), c.roles()))
                .add(SetSystemPassword.class, (by, c) -> setPassword(by, c.login(), c.password()))
                .add(LockSystemUser.class, (by, c) -> lock(by, c.login()))
                .add(UnlockSystemUser.class, (by, c) -> unlock(by, c.login()))
                .add(RemoveSystemUser.class, (by, c) -> remove(by, c.login()))
                .add(AssignSystemRole.class, (by, c) -> assignRole(by, c.login(), c.role()))
                .add(RevokeSystemRole.class, (by, c) -> revokeRole(by, c.login(), c.role()));
    }

    private SystemUserView add(Administrator by, String login, Password password, Set<Role> roles)
            throws AdministrationException {
        requireNonNull(password, "password");
        requireNonNull(roles, "roles");
        OperationTarget target = target(login);
        return access.change(by, Operation.ADD_SYSTEM_USER, target, caller -> {
            Login checked = new Login(login);
            Set<Role> having = roles;
            NewUser wanted = new NewUser(checked, hasher.verifier(password.characters()));
            return new PreparedChange<>(
                    target,
                    PreparedChange.request(login, new TreeSet<>(having)),
                    change -> {
                        Versioned<TenantUser> made = services.tenants().addUser(SYSTEM, wanted, having, change.by());
                        change.did(made.value().id().toString());
                        change.set(wanted.verifier());
                        change.to(new TreeSet<>(having).toString());
                        return view(made);
                    },
                    before -> sameAgain(before, password));
        });
    }

    private SystemUserView setPassword(Administrator by, String login, Password password)
            throws AdministrationException {
        requireNonNull(password, "password");
        OperationTarget target = target(login);
        return forgetting(by, Operation.SET_SYSTEM_PASSWORD, login, caller -> {
            existing(login);
            Verifier verifier = hasher.verifier(password.characters());
            return new PreparedChange<>(
                    target,
                    PreparedChange.request(login),
                    change -> {
                        Versioned<TenantUser> now = existing(login);
                        if (now.value().id().equals(change.by())) {
                            throw conflict(now, "is the caller: the own password is changed with the current one");
                        }
                        change.did(now.value().id().toString());
                        change.set(verifier);
                        return view(services.tenants()
                                .setVerifier(SYSTEM, now.value().id(), change.revision(now.revision()), verifier));
                    },
                    before -> sameAgain(before, password));
        });
    }

    private SystemUserView lock(Administrator by, String login) throws AdministrationException {
        return change(
                by,
                Operation.LOCK_SYSTEM_USER,
                login,
                "",
                (change, now) -> become(change, now, UserState.LOCKED, UserState.ACTIVE));
    }

    private SystemUserView unlock(Administrator by, String login) throws AdministrationException {
        return change(
                by,
                Operation.UNLOCK_SYSTEM_USER,
                login,
                "",
                (change, now) -> become(change, now, UserState.ACTIVE, UserState.LOCKED));
    }

    private SystemUserView remove(Administrator by, String login) throws AdministrationException {
        return change(
                by,
                Operation.REMOVE_SYSTEM_USER,
                login,
                "",
                (change, now) ->
                        become(change, now, UserState.REVOKED, now.value().state()));
    }

    private SystemUserView assignRole(Administrator by, String login, Role role) throws AdministrationException {
        Role wanted = role;
        return change(by, Operation.ASSIGN_SYSTEM_ROLE, login, role, (change, now) -> {
            Set<Role> roles = EnumSet.copyOf(now.value().roles());
            if (!roles.add(wanted)) {
                throw conflict(now, "has the role " + wanted + " already");
            }
            return withRoles(change, now, roles);
        });
    }

    private SystemUserView revokeRole(Administrator by, String login, Role role) throws AdministrationException {
        Role unwanted = role;
        return change(by, Operation.REVOKE_SYSTEM_ROLE, login, role, (change, now) -> {
            Set<Role> roles = EnumSet.copyOf(now.value().roles());
            if (!roles.remove(unwanted)) {
                throw conflict(now, "has not got the role " + unwanted);
            }
            if (roles.isEmpty()) {
                throw conflict(now, "has no other role: assign one before, or lock or remove the user");
            }
            return withRoles(change, now, roles);
        });
    }

    @Override
    public SystemUserView find(Administrator by, String login) throws AdministrationException {
        return access.perform(by, Operation.LIST_SYSTEM_USERS, target(login), caller -> {
            try {
                return view(found(new Login(login)));
            } catch (IllegalArgumentException e) {
                throw notFound(login); // no user has a login of that form
            }
        });
    }

    @Override
    public Page<SystemUserView> list(Administrator by, SystemUserFilter filter, PageRequest page)
            throws AdministrationException {
        requireNonNull(filter, "filter");
        requireNonNull(page, "page");
        return access.perform(
                by, Operation.LIST_SYSTEM_USERS, OperationTarget.installation("users of the installation"), caller -> {
                    Listing<Versioned<TenantUser>> listing = services.tenants()
                            .listUsers(
                                    SYSTEM,
                                    new UserQuery(
                                            SearchText.checked("loginContains", filter.loginContains()),
                                            filter.state().map(s -> UserState.valueOf(s.name())),
                                            new Slice(page.offset(), page.limit())));
                    return new Page<>(
                            listing.entries().stream()
                                    .map(SystemUserManager::view)
                                    .toList(),
                            page.offset(),
                            listing.total());
                });
    }

    /** A change of a user who exists and was not removed. */
    @FunctionalInterface
    private interface Doing {
        Versioned<TenantUser> to(Change change, Versioned<TenantUser> now)
                throws AdministrationException, RegistryException;
    }

    /** @param more the arguments of the request besides the login */
    private SystemUserView change(Administrator by, Operation operation, String login, Object more, Doing doing)
            throws AdministrationException {
        OperationTarget target = target(login);
        return forgetting(
                by,
                operation,
                login,
                caller -> new PreparedChange<>(
                        target,
                        PreparedChange.request(login, more),
                        change -> {
                            Versioned<TenantUser> now = existing(login);
                            TenantLookup.checkSeen(change, now);
                            change.did(now.value().id().toString());
                            return view(doing.to(change, now));
                        },
                        before -> view(existing(UserId.of(before.what())))));
    }

    /**
     * Makes a change of a user and forgets the user's remembered login, whatever the outcome, since it may be in doubt.
     * An attempt that was not permitted forgets nothing. Otherwise any caller could lock an administrator out during an
     * outage.
     */
    private SystemUserView forgetting(
            Administrator by, Operation operation, String login, AccessLayer.Preparation<SystemUserView> preparation)
            throws AdministrationException {
        AtomicBoolean permitted = new AtomicBoolean();
        try {
            return access.change(by, operation, target(login), caller -> {
                permitted.set(true);
                return preparation.of(caller);
            });
        } finally {
            if (permitted.get()) {
                remembered.forget(login);
            }
        }
    }

    private Versioned<TenantUser> become(Change change, Versioned<TenantUser> now, UserState state, UserState from)
            throws AdministrationException, RegistryException {
        TenantUser user = now.value();
        if (user.state() != from) {
            throw conflict(now, "is " + user.state() + ", and can become " + state + " only from " + from);
        }
        change.from(user.state().toString());
        change.to(state.toString());
        return services.tenants().changeUserState(SYSTEM, user.id(), change.revision(now.revision()), state);
    }

    private Versioned<TenantUser> withRoles(Change change, Versioned<TenantUser> now, Set<Role> roles)
            throws RegistryException {
        change.from(new TreeSet<>(now.value().roles()).toString());
        change.to(new TreeSet<>(roles).toString());
        return services.tenants()
                .changeRoles(SYSTEM, now.value().id(), change.revision(now.revision()), roles, change.by());
    }

    private SystemUserView sameAgain(JournaledResult before, Password password)
            throws RegistryException, AdministrationException {
        UserId user = UserId.of(before.what());
        repeated.checkSame(before, new PasswordOwner(SYSTEM, user), password);
        return view(existing(user));
    }

    private Versioned<TenantUser> existing(String login) throws RegistryException, AdministrationException {
        Versioned<TenantUser> user = found(new Login(login));
        if (user.value().state() == UserState.REVOKED) {
            throw conflict(user, "was removed for good");
        }
        return user;
    }

    private Versioned<TenantUser> found(Login login) throws RegistryException, AdministrationException {
        return services.tenants().findUser(SYSTEM, login).orElseThrow(() -> notFound(login.value()));
    }

    private static AdministrationException notFound(String login) {
        return new AdministrationException(NOT_FOUND, "the installation has no user '" + login + "'");
    }

    private Versioned<TenantUser> existing(UserId user) throws RegistryException, AdministrationException {
        return services.tenants()
                .findUser(SYSTEM, user)
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "the installation has no user " + user));
    }

    private static AdministrationException conflict(Versioned<TenantUser> user, String what) {
        return new AdministrationException(CONFLICT, "user '" + user.value().login() + "' " + what);
    }

    private static OperationTarget target(String login) {
        return OperationTarget.installation("user " + requireNonNull(login, "login") + " of the installation");
    }

    private static SystemUserView view(Versioned<TenantUser> versioned) {
        TenantUser user = versioned.value();
        return new SystemUserView(
                user.id(),
                user.login().value(),
                UserView.State.valueOf(user.state().name()),
                user.roles(),
                user.createdAt(),
                versioned.revision());
    }
}
