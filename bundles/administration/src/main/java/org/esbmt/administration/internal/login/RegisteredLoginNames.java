package org.esbmt.administration.internal.login;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.administration.api.LoginNames;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The logins of the tenant registry. */
@Component(service = LoginNames.class)
public final class RegisteredLoginNames implements LoginNames {
    private static final Logger LOG = LoggerFactory.getLogger(RegisteredLoginNames.class);

    private final DynamicServices services;

    @Activate
    public RegisteredLoginNames(@Reference DynamicServices services) {
        this.services = requireNonNull(services, "services");
    }

    @Override
    public Optional<String> find(TenantId tenant, UserId user) {
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
        if (tenant.equals(TenantRegistry.SYSTEM)) {
            return Optional.empty();
        }
        try {
            TenantRegistry registry = services.tenants();
            // Both queries in any case: an unknown tenant takes as long as an unknown user.
            Optional<Tenant> owner = registry.findTenant(tenant).map(Versioned::value);
            Optional<TenantUser> found = registry.findUser(tenant, user).map(Versioned::value);
            return owner.flatMap(o -> found.map(u -> o.name() + "/" + u.login()));
        } catch (RegistryException e) {
            LOG.debug("The login of user {} of tenant {} is unknown now.", user, tenant, e);
            return Optional.empty();
        }
    }
}
