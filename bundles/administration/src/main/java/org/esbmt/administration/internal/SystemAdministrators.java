package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Role;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The administrators of the installation: active users of the system tenant who have {@link Role#SYSTEM_ADMIN}. */
@Component(service = SystemAdministrators.class)
public final class SystemAdministrators {
    private static final UserId NOBODY = new UserId(new UUID(0x8000L, 0x8000_0000_0000_0000L));

    private final BusServices services;

    @Activate
    public SystemAdministrators(@Reference BusServices services) {
        this.services = requireNonNull(services, "services");
    }

    /** An administrator and the password's verifier. */
    record SystemAdministrator(UserId id, StoredCredential credential) {}

    /** Whoever may act now under that login; empty for everybody else. */
    Optional<UserId> findId(String login) throws RegistryException {
        TenantRegistry registry = services.tenants();
        Optional<UserId> id = activeUser(registry, login);
        return id.isPresent() && mayAdminister(registry, id.get()) ? id : Optional.empty();
    }

    /** Asks the registry as often for a login that is unknown as for one that is known. */
    Optional<SystemAdministrator> find(String login) throws RegistryException {
        TenantRegistry registry = services.tenants();
        Optional<UserId> id = activeUser(registry, login);
        UserId asked = id.orElse(NOBODY);
        boolean allowed = mayAdminister(registry, asked);
        Optional<StoredCredential> credential = services.credentials().find(TenantRegistry.SYSTEM, asked);
        return id.isPresent() && allowed && credential.isPresent()
                ? Optional.of(new SystemAdministrator(asked, credential.get()))
                : Optional.empty();
    }

    private static Optional<UserId> activeUser(TenantRegistry registry, String login) throws RegistryException {
        Login known;
        try {
            known = new Login(login);
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // no administrator has a login of that form
        }
        return registry.findUser(TenantRegistry.SYSTEM, known)
                .map(Versioned::value)
                .filter(u -> u.state() == UserState.ACTIVE)
                .map(TenantUser::id);
    }

    private static boolean mayAdminister(TenantRegistry registry, UserId user) throws RegistryException {
        return registry.roles(TenantRegistry.SYSTEM, user).contains(Role.SYSTEM_ADMIN);
    }
}
