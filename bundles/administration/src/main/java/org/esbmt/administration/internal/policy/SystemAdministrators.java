package org.esbmt.administration.internal.policy;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toUnmodifiableSet;

import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.AccessCredential;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.AccessCredentialId;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Finds administrators: active users with their roles, of the system tenant or of a tenant that is not gone. Only users
 * of the system tenant with {@link Role#SYSTEM_ADMIN} log into the container. The others have a login of their own,
 * which opens only the operations of the administration.
 */
@Component(service = SystemAdministrators.class)
public final class SystemAdministrators {
    private static final Set<TenantState> OPEN =
            Set.of(TenantState.ACTIVE, TenantState.SUSPENDED, TenantState.DRAINING, TenantState.OFFBOARDING);
    private static final Set<TenantState> ACTIVE = Set.of(TenantState.ACTIVE);
    private static final UserId NOBODY = new UserId(new UUID(0x8000L, 0x8000_0000_0000_0000L));

    private final DynamicServices services;
    private final InstantSource clock;

    @Activate
    public SystemAdministrators(@Reference DynamicServices services) {
        this(services, InstantSource.system());
    }

    public SystemAdministrators(DynamicServices services, InstantSource clock) {
        this.services = requireNonNull(services, "services");
        this.clock = requireNonNull(clock, "clock");
    }

    /** A user who may log in by name and password, with their tenant. */
    public record Operator(TenantId tenant, UserId id, StoredCredential credential) {}

    /**
     * Finds the user who now has any permission under that name. Queries the registry as often for an unknown tenant or
     * login as for a known one.
     */
    public Optional<Operator> findOperator(Administrator by) throws RegistryException {
        TenantRegistry registry = services.tenants();
        Optional<TenantId> tenant = tenant(registry, by.tenant(), OPEN);
        TenantId asked = tenant.orElse(TenantRegistry.SYSTEM);
        // For an unknown tenant, a user found in its place counts as none.
        Optional<UserId> id = activeUser(registry, asked, by.user()).filter(found -> tenant.isPresent());
        UserId user = id.orElse(NOBODY);
        boolean mayAsk = AccessPolicy.mayAsk(registry.roles(asked, user));
        Optional<StoredCredential> credential = services.credentials().find(asked, user);
        return id.isPresent() && mayAsk && credential.isPresent()
                ? Optional.of(new Operator(asked, user, credential.get()))
                : Optional.empty();
    }

    /** An administrator and the password's verifier. */
    public record SystemAdministrator(UserId id, StoredCredential credential) {}

    /**
     * Finds the user who may act now under that name, with all their roles. Empty for every other name, also for a
     * login with a former password, and for a token or certificate that has ended.
     */
    public Optional<Caller> findCaller(Administrator by) throws RegistryException {
        TenantRegistry registry = services.tenants();
        boolean withPassword = by.accessCredential().isEmpty();
        Optional<TenantId> tenant = tenant(registry, by.tenant(), withPassword ? OPEN : ACTIVE);
        if (tenant.isEmpty()) {
            return Optional.empty();
        }
        Optional<UserId> user = activeUser(registry, tenant.get(), by.user());
        if (user.isEmpty()) {
            return Optional.empty();
        }
        if (by.credential().isPresent()
                && !has(tenant.get(), user.get(), by.credential().getAsLong())) {
            return Optional.empty();
        }
        Optional<Scope> scope = Optional.empty();
        if (!withPassword) {
            scope = scope(tenant.get(), user.get(), by.accessCredential().get());
            if (scope.isEmpty()) {
                return Optional.empty();
            }
        }
        Set<Role> roles = registry.roles(tenant.get(), user.get());
        return AccessPolicy.mayAsk(roles)
                ? Optional.of(new Caller(tenant.get(), user.get(), roles, scope))
                : Optional.empty();
    }

    /** The scope of the user's own token or certificate; empty if it has ended. */
    private Optional<Scope> scope(TenantId tenant, UserId user, AccessCredentialId id) throws RegistryException {
        return services.accessCredentials()
                .find(tenant, id)
                .filter(found -> found.owner().equals(user) && found.isOpen(clock.instant()))
                .map(SystemAdministrators::scope);
    }

    /** The scope that the registry keeps. Parts that this version does not know are not in it. */
    public static Scope scope(AccessCredential credential) {
        return new Scope(
                credential.changes(),
                Arrays.stream(Part.values())
                        .filter(part -> credential.parts().contains(part.name()))
                        .collect(toUnmodifiableSet()));
    }

    /** Tells whether the password is still the one of the login. */
    private boolean has(TenantId tenant, UserId user, long version) throws RegistryException {
        return services.credentials()
                .find(tenant, user)
                .filter(now -> now.version() == version)
                .isPresent();
    }

    /**
     * Finds a tenant by its name; without one, the system tenant. A user of a suspended or drained tenant may still log
     * in, since only they export its data. So may a user of a tenant that has asked to leave, since only they withdraw
     * that. Their programs wait: tokens and certificates work for an active tenant only.
     *
     * @param states those in which the tenant counts
     */
    private static Optional<TenantId> tenant(TenantRegistry registry, Optional<String> name, Set<TenantState> states)
            throws RegistryException {
        if (name.isEmpty()) {
            return Optional.of(TenantRegistry.SYSTEM);
        }
        TenantName known;
        try {
            known = new TenantName(name.get());
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // no tenant has a name of that form
        }
        return registry.findTenant(known)
                .map(Versioned::value)
                .filter(t -> !t.id().equals(TenantRegistry.SYSTEM))
                .filter(t -> states.contains(t.state()))
                .map(t -> t.id());
    }

    /**
     * Finds an administrator of the installation. Queries the registry as often for an unknown login as for a known
     * one.
     */
    public Optional<SystemAdministrator> find(String login) throws RegistryException {
        TenantRegistry registry = services.tenants();
        Optional<UserId> id = activeUser(registry, TenantRegistry.SYSTEM, login);
        UserId asked = id.orElse(NOBODY);
        boolean allowed = registry.roles(TenantRegistry.SYSTEM, asked).contains(Role.SYSTEM_ADMIN);
        Optional<StoredCredential> credential = services.credentials().find(TenantRegistry.SYSTEM, asked);
        return id.isPresent() && allowed && credential.isPresent()
                ? Optional.of(new SystemAdministrator(asked, credential.get()))
                : Optional.empty();
    }

    private static Optional<UserId> activeUser(TenantRegistry registry, TenantId tenant, String login)
            throws RegistryException {
        Login known;
        try {
            known = new Login(login);
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // no administrator has a login of that form
        }
        return registry.findUser(tenant, known)
                .map(Versioned::value)
                .filter(u -> u.state() == UserState.ACTIVE)
                .map(TenantUser::id);
    }
}
