package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.management.api.ArchiveForm;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.management.api.Deployer;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Service assemblies over this node's deployer. What brings new configuration onto the bus needs the registry's word
 * on the tenant; what stops, starts, removes or lists goes on while the registry is out of reach.
 */
@Component(service = AssemblyAdministration.class)
public final class AssemblyManager implements AssemblyAdministration {
    private final AccessLayer access;
    private final BusServices services;

    @Activate
    public AssemblyManager(@Reference AccessLayer access, @Reference BusServices services) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
    }

    /** What the deployer is asked, once everything else is decided. */
    @FunctionalInterface
    private interface Asking<W> {
        DeployedAssembly of(Deployer deployer, TenantId tenant, W what) throws DeploymentException;
    }

    @Override
    public AssemblyView deploy(Administrator by, TenantId tenant, Optional<UserId> user, InputStream archive)
            throws AdministrationException {
        requireNonNull(tenant, "tenant");
        requireNonNull(archive, "archive");
        String whose = user.map(u -> ", for its user " + u).orElse("");
        return access.perform(
                by,
                Operation.DEPLOY_ASSEMBLY,
                "tenant " + tenant + whose,
                done -> object(tenant, done.name()) + whose,
                admin -> {
                    staying(tenant);
                    if (user.isPresent()) {
                        staying(tenant, user.get());
                    }
                    return Views.assembly(services.deployer().deploy(tenant, user, archive));
                });
    }

    @Override
    public AssemblyView update(Administrator by, TenantId tenant, InputStream archive) throws AdministrationException {
        return bring(by, Operation.UPDATE_ASSEMBLY, tenant, archive, Deployer::update);
    }

    @Override
    public AssemblyView switchTo(Administrator by, TenantId tenant, InputStream archive)
            throws AdministrationException {
        return bring(by, Operation.SWITCH_ASSEMBLY, tenant, archive, Deployer::switchTo);
    }

    /** What comes back was allowed when it was brought, so the registry is not asked. */
    @Override
    public AssemblyView rollback(Administrator by, TenantId tenant, String assembly) throws AdministrationException {
        return change(by, Operation.ROLL_BACK_ASSEMBLY, tenant, assembly, Deployer::rollback);
    }

    private AssemblyView bring(
            Administrator by, Operation operation, TenantId tenant, InputStream archive, Asking<InputStream> asking)
            throws AdministrationException {
        requireNonNull(tenant, "tenant");
        requireNonNull(archive, "archive");
        return access.perform(by, operation, "tenant " + tenant, done -> object(tenant, done.name()), admin -> {
            staying(tenant);
            return Views.assembly(asking.of(services.deployer(), tenant, archive));
        });
    }

    @Override
    public void undeploy(Administrator by, TenantId tenant, String assembly) throws AdministrationException {
        access.perform(by, Operation.UNDEPLOY_ASSEMBLY, object(tenant, assembly), admin -> {
            services.deployer().undeploy(tenant, assembly);
            return assembly;
        });
    }

    @Override
    public AssemblyView start(Administrator by, TenantId tenant, String assembly) throws AdministrationException {
        return change(by, Operation.START_ASSEMBLY, tenant, assembly, Deployer::start);
    }

    @Override
    public AssemblyView stop(Administrator by, TenantId tenant, String assembly) throws AdministrationException {
        return change(by, Operation.STOP_ASSEMBLY, tenant, assembly, Deployer::stop);
    }

    @Override
    public AssemblyView shutDown(Administrator by, TenantId tenant, String assembly) throws AdministrationException {
        return change(by, Operation.SHUT_DOWN_ASSEMBLY, tenant, assembly, Deployer::shutDown);
    }

    private AssemblyView change(
            Administrator by, Operation operation, TenantId tenant, String assembly, Asking<String> asking)
            throws AdministrationException {
        return access.perform(
                by,
                operation,
                object(tenant, assembly),
                admin -> Views.assembly(asking.of(services.deployer(), tenant, assembly)));
    }

    @Override
    public byte[] archive(Administrator by, TenantId tenant, String assembly, Archive which)
            throws AdministrationException {
        ArchiveForm form =
                switch (which) {
                    case ORIGINAL -> ArchiveForm.ORIGINAL;
                    case REWRITTEN -> ArchiveForm.REWRITTEN;
                };
        return access.perform(by, Operation.EXPORT_ASSEMBLY, object(tenant, assembly), admin -> services.deployer()
                .archive(tenant, assembly, form));
    }

    @Override
    public List<AssemblyView> list(Administrator by, TenantId tenant) throws AdministrationException {
        requireNonNull(tenant, "tenant");
        return access.perform(by, Operation.LIST_ASSEMBLIES, "tenant " + tenant, admin -> {
            List<AssemblyView> assemblies = services.deployer().assemblies(tenant).stream()
                    .map(Views::assembly)
                    .toList();
            if (assemblies.isEmpty()) {
                existing(tenant);
            }
            return assemblies;
        });
    }

    private Versioned<Tenant> existing(TenantId tenant) throws RegistryException, AdministrationException {
        Optional<Versioned<Tenant>> found = tenant.equals(TenantRegistry.SYSTEM)
                ? Optional.empty()
                : services.tenants().findTenant(tenant);
        return found.orElseThrow(() -> new AdministrationException(NOT_FOUND, "there is no tenant " + tenant));
    }

    /** A tenant on its way out gets nothing new. */
    private void staying(TenantId tenant) throws RegistryException, AdministrationException {
        Tenant found = existing(tenant).value();
        switch (found.state()) {
            case PROVISIONING, ACTIVE, SUSPENDED -> {}
            case DRAINING, OFFBOARDING, DELETED ->
                throw new AdministrationException(
                        CONFLICT,
                        "tenant '" + found.name() + "' is " + found.state() + ", and takes no new assemblies");
        }
    }

    /** A user who is locked out may come back; one who was revoked does not. */
    private void staying(TenantId tenant, UserId user) throws RegistryException, AdministrationException {
        TenantUser found = services.tenants()
                .findUser(tenant, user)
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "tenant " + tenant + " has no user " + user))
                .value();
        if (found.state() == UserState.REVOKED) {
            throw new AdministrationException(
                    CONFLICT, "user '" + found.login().value() + "' is " + found.state() + ", and gets no assemblies");
        }
    }

    private static String object(TenantId tenant, String assembly) {
        return "assembly " + requireNonNull(assembly, "assembly") + " of tenant " + requireNonNull(tenant, "tenant");
    }
}
