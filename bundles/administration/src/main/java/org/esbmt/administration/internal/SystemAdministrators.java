package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.administration.api.Administrator;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Role;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Who administers: active users with their roles, of the system tenant or of a tenant that is not gone. Only
 * users of the system tenant with {@link Role#SYSTEM_ADMIN} log into the container; the others come in by a door of their
 * own, behind which there are only the operations of the administration.
 */
@Component(service = SystemAdministrators.class)
public final class SystemAdministrators {
    private static final Set<TenantState> OPEN =
            Set.of(TenantState.ACTIVE, TenantState.SUSPENDED, TenantState.DRAINING, TenantState.OFFBOARDING);
    private static final UserId NOBODY = new UserId(new UUID(0x8000L, 0x8000_0000_0000_0000L));

    private final BusServices services;

    @Activate
    public SystemAdministrators(@Reference BusServices services) {
        this.services = requireNonNull(services, "services");
    }

    /** Who may come in by name and password, and where they belong. */
    record Operator(TenantId tenant, UserId id, StoredCredential credential) {}

    /**
     * Whoever may ask for anything under that name now. Asks the registry as often for a tenant or a login that is unknown as
     * for one that is known.
     */
    Optional<Operator> findOperator(Administrator by) throws RegistryException {
        TenantRegistry registry = services.tenants();
        Optional<TenantId> tenant = tenant(registry, by.tenant());
        TenantId asked = tenant.orElse(TenantRegistry.SYSTEM);
        // Who is found in place of a tenant that is not there is nobody.
        Optional<UserId> id = activeUser(registry, asked, by.user()).filter(found -> tenant.isPresent());
        UserId user = id.orElse(NOBODY);
        boolean mayAsk = AccessPolicy.mayAsk(registry.roles(asked, user));
        Optional<StoredCredential> credential = services.credentials().find(asked, user);
        return id.isPresent() && mayAsk && credential.isPresent()
                ? Optional.of(new Operator(asked, user, credential.get()))
                : Optional.empty();
    }

    /** An administrator and the password's verifier. */
    record SystemAdministrator(UserId id, StoredCredential credential) {}

    /**
     * Whoever may act now under that name, with all their roles; empty for everybody else, also for who came in with a password
     * that is not theirs any more.
     */
    Optional<Caller> findCaller(Administrator by) throws RegistryException {
        TenantRegistry registry = services.tenants();
        Optional<TenantId> tenant = tenant(registry, by.tenant());
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
        Set<Role> roles = registry.roles(tenant.get(), user.get());
        return AccessPolicy.mayAsk(roles) ? Optional.of(new Caller(tenant.get(), user.get(), roles)) : Optional.empty();
    }

    /** Whether the password is still the one that somebody came in with. */
    private boolean has(TenantId tenant, UserId user, long version) throws RegistryException {
        return services.credentials()
                .find(tenant, user)
                .filter(now -> now.version() == version)
                .isPresent();
    }

    /**
     * Whoever is suspended or drained, or has asked to leave, may still look after what is theirs: nobody else exports it, nor
     * takes that back.
     */
    private static Optional<TenantId> tenant(TenantRegistry registry, Optional<String> name) throws RegistryException {
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
                .filter(t -> OPEN.contains(t.state()))
                .map(t -> t.id());
    }

    /** Asks the registry as often for a login that is unknown as for one that is known. */
    Optional<SystemAdministrator> find(String login) throws RegistryException {
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
