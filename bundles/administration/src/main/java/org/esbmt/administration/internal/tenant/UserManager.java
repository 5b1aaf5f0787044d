package org.esbmt.administration.internal.tenant;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.FORBIDDEN;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand;
import org.esbmt.administration.api.command.UserCommand.AssignDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.AssignRole;
import org.esbmt.administration.api.command.UserCommand.HandOverDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.LockUser;
import org.esbmt.administration.api.command.UserCommand.RemoveUser;
import org.esbmt.administration.api.command.UserCommand.RevokeCredential;
import org.esbmt.administration.api.command.UserCommand.RevokeRole;
import org.esbmt.administration.api.command.UserCommand.UnlockUser;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.NamedUser;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.change.StepHandler;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.change.Views;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.RefusalAdvice;
import org.esbmt.administration.internal.quota.QuotaConsumption;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Manages states, roles and the removal of users, over the tenant registry. The system's own tenant is not found by any of these
 * operations.
 */
@Component(service = UserManager.class)
public final class UserManager {
    private final AccessLayer access;
    private final DynamicServices services;
    private final QuotaConsumption quotaConsumption;
    private final CommandHandlers commands;

    @Activate
    public UserManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference QuotaConsumption quotaConsumption) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
        this.commands = new CommandHandlers()
                .add(
                        AssignRole.class,
                        handler(Operation.ASSIGN_ROLE, AssignRole::tenant, AssignRole::user, this::assigning))
                .add(
                        RevokeRole.class,
                        handler(Operation.REVOKE_ROLE, RevokeRole::tenant, RevokeRole::user, this::revoking))
                .add(
                        RemoveUser.class,
                        handler(Operation.REMOVE_USER, RemoveUser::tenant, RemoveUser::user, this::removing))
                .add(
                        LockUser.class,
                        handler(
                                Operation.LOCK_USER,
                                LockUser::tenant,
                                LockUser::user,
                                (c, tenant, user) -> locking(tenant, user, true)))
                .add(
                        UnlockUser.class,
                        handler(
                                Operation.UNLOCK_USER,
                                UnlockUser::tenant,
                                UnlockUser::user,
                                (c, tenant, user) -> locking(tenant, user, false)))
                .add(
                        RevokeCredential.class,
                        handler(
                                Operation.REVOKE_CREDENTIAL,
                                RevokeCredential::tenant,
                                RevokeCredential::user,
                                this::revokingCredential))
                .add(
                        HandOverDefaultAdmin.class,
                        handler(
                                Operation.HAND_OVER_DEFAULT_ADMIN,
                                HandOverDefaultAdmin::tenant,
                                HandOverDefaultAdmin::user,
                                this::handingOver))
                .add(
                        AssignDefaultAdmin.class,
                        handler(
                                Operation.ASSIGN_DEFAULT_ADMIN,
                                AssignDefaultAdmin::tenant,
                                AssignDefaultAdmin::user,
                                this::makingDefault));
    }

    public CommandHandlers commands() {
        return commands;
    }

    /** Prepares a command about one user. */
    @FunctionalInterface
    private interface Preparing<C> {
        PreparedChange<UserView> of(C command, TenantId tenant, NamedUser user);
    }

    private <C extends UserCommand<UserView>> StepHandler<C, UserView, UserView> handler(
            Operation operation, Function<C, TenantRef> tenant, Function<C, UserRef> user, Preparing<C> preparing) {
        return StepHandler.of(
                access,
                operation,
                (c, references) -> NamedUser.of(user.apply(c)).target(references.tenant(tenant.apply(c))),
                (c, references) -> preparing.of(c, references.tenant(tenant.apply(c)), NamedUser.of(user.apply(c))));
    }

    private PreparedChange<UserView> assigning(AssignRole command, TenantId tenant, NamedUser user) {
        Role wanted = command.role();
        return asked(tenant, user, command.role(), (change, now) -> {
            if (now.value().roles().contains(wanted)) {
                throw conflict(now, "has the role " + wanted + " already");
            }
            Set<Role> roles = EnumSet.copyOf(now.value().roles());
            roles.add(wanted);
            return withRoles(change, now, roles);
        });
    }

    private PreparedChange<UserView> revoking(RevokeRole command, TenantId tenant, NamedUser user) {
        Role unwanted = command.role();
        return asked(tenant, user, command.role(), (change, now) -> {
            Set<Role> roles = EnumSet.copyOf(now.value().roles());
            if (!roles.remove(unwanted)) {
                throw conflict(now, "has not got the role " + unwanted);
            }
            if (roles.isEmpty()) {
                throw conflict(now, "has no other role: assign one before, or lock or remove the user");
            }
            if (unwanted == Role.TENANT_ADMIN) {
                notDefault(now);
            }
            return withRoles(change, now, roles);
        });
    }

    /** @param locked the state of the lock after the change */
    private PreparedChange<UserView> locking(TenantId tenant, NamedUser named, boolean locked) {
        return new PreparedChange<>(
                named.target(tenant),
                PreparedChange.request(tenant, named),
                change -> {
                    Versioned<TenantUser> now = named.in(services, tenant);
                    change.did(now.value().id().toString());
                    return locked(change, now, locked);
                },
                before -> Views.user(TenantLookup.user(services.tenants(), tenant, UserId.of(before.what()))));
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

    private PreparedChange<UserView> removing(RemoveUser command, TenantId tenant, NamedUser user) {
        return asked(tenant, user, "", this::removed);
    }

    private PreparedChange<UserView> revokingCredential(RevokeCredential command, TenantId tenant, NamedUser user) {
        return asked(tenant, user, "", this::withoutPassword);
    }

    private PreparedChange<UserView> handingOver(HandOverDefaultAdmin command, TenantId tenant, NamedUser user) {
        return asked(tenant, user, "", (change, now) -> {
            boolean theirs = services.tenants()
                    .findUser(tenant, change.by())
                    .filter(caller -> caller.value().defaultAdministrator())
                    .isPresent();
            if (!theirs) {
                throw new RefusalAdvice.Told(
                        FORBIDDEN,
                        "only the default administrator hands over, and that is another user",
                        "them, or for " + RefusalAdvice.may(Operation.ASSIGN_DEFAULT_ADMIN) + " to assign another");
            }
            // The registry checks once more, under its lock, that the caller is still the default administrator.
            return madeDefault(change, now, revision -> services.tenants()
                    .handOverDefaultAdministrator(
                            tenant, change.by(), now.value().id(), revision));
        });
    }

    /** Prepares the assignment by the installation's administrator. */
    private PreparedChange<UserView> makingDefault(AssignDefaultAdmin command, TenantId tenant, NamedUser user) {
        return asked(
                tenant,
                user,
                "",
                (change, now) -> madeDefault(change, now, revision -> services.tenants()
                        .changeDefaultAdministrator(tenant, now.value().id(), revision, change.by())));
    }

    private Versioned<TenantUser> withRoles(Change change, Versioned<TenantUser> now, Set<Role> roles)
            throws RegistryException {
        TenantUser user = now.value();
        change.from(new TreeSet<>(user.roles()).toString());
        change.to(new TreeSet<>(roles).toString());
        return services.tenants()
                .changeRoles(user.tenant(), user.id(), change.revision(now.revision()), roles, change.by());
    }

    private Versioned<TenantUser> removed(Change change, Versioned<TenantUser> now)
            throws AdministrationException, RegistryException {
        TenantUser user = now.value();
        quotaConsumption.holdAll(List.of(user.tenant()));
        notDefault(now);
        List<AssemblyName> own = quotaConsumption.deployed(user.tenant(), user.id());
        if (!own.isEmpty()) {
            throw conflict(now, "has assemblies of their own: undeploy " + own + " before");
        }
        change.from(user.state().toString());
        change.to(UserState.REVOKED.toString());
        Versioned<TenantUser> revoked = services.tenants()
                .changeUserState(user.tenant(), user.id(), change.revision(now.revision()), UserState.REVOKED);
        services.userCertificates()
                .revokeAll(user.tenant(), user.id(), Instant.now().truncatedTo(ChronoUnit.MILLIS));
        services.issuers().removeAll(user.tenant(), user.id());
        quotaConsumption.left(user.tenant(), user.id());
        return revoked;
    }

    private Versioned<TenantUser> withoutPassword(Change change, Versioned<TenantUser> now)
            throws AdministrationException, RegistryException {
        notDefault(now);
        return services.tenants()
                .removeVerifier(now.value().tenant(), now.value().id(), change.revision(now.revision()));
    }

    /** Makes the user the default administrator, at this revision. */
    @FunctionalInterface
    private interface MakingDefault {
        Versioned<TenantUser> at(long revision) throws RegistryException;
    }

    private Versioned<TenantUser> madeDefault(Change change, Versioned<TenantUser> now, MakingDefault making)
            throws AdministrationException, RegistryException {
        TenantUser user = now.value();
        if (user.defaultAdministrator()) {
            throw conflict(now, "is the default administrator already");
        }
        if (user.state() != UserState.ACTIVE) {
            throw conflict(now, "is " + user.state() + ": the default administrator is an active user");
        }
        if (services.credentials().find(user.tenant(), user.id()).isEmpty()) {
            throw conflict(now, "has no password: the default administrator could not log in");
        }
        change.to("default administrator " + user.login());
        return making.at(change.revision(now.revision()));
    }

    private static void notDefault(Versioned<TenantUser> user) throws AdministrationException {
        if (user.value().defaultAdministrator()) {
            throw conflict(user, "is the default administrator: hand that over before");
        }
    }

    private static AdministrationException conflict(Versioned<TenantUser> user, String what) {
        return new AdministrationException(CONFLICT, "user '" + user.value().login() + "' " + what);
    }

    /** A change of a user. */
    @FunctionalInterface
    private interface Doing {
        Versioned<TenantUser> to(Change change, Versioned<TenantUser> now)
                throws AdministrationException, RegistryException;
    }

    private PreparedChange<UserView> asked(TenantId tenant, NamedUser user, Object more, Doing doing) {
        return new PreparedChange<>(
                user.target(tenant),
                PreparedChange.request(tenant, user, more),
                change -> {
                    Versioned<TenantUser> now = user.in(services, tenant);
                    TenantLookup.checkSeen(change, now);
                    if (now.value().state() == UserState.REVOKED) {
                        throw conflict(now, "was removed for good");
                    }
                    change.did(now.value().id().toString());
                    return Views.user(doing.to(change, now));
                },
                before -> Views.user(TenantLookup.user(services.tenants(), tenant, UserId.of(before.what()))));
    }
}
