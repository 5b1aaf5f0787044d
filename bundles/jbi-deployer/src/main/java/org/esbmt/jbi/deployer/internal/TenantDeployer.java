package org.esbmt.jbi.deployer.internal;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.archive.AssemblyDescriptor;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyKey;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyStatus;
import org.esbmt.management.api.ArchiveForm;
import org.esbmt.management.api.CheckedAssembly;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.management.api.Deployer;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** The {@link Deployer} for tenants: a tenant's operations reach that tenant's assemblies and no others. */
final class TenantDeployer implements Deployer {
    private final AssemblyManager assemblies;

    TenantDeployer(AssemblyManager assemblies) {
        this.assemblies = assemblies;
    }

    @Override
    public CheckedAssembly check(TenantId tenant, Optional<UserId> user, InputStream archive)
            throws DeploymentException {
        return assemblies.check(tenant, user, archive);
    }

    @Override
    public DeployedAssembly deploy(
            TenantId tenant, Optional<UserId> user, InputStream archive, DeployedAssembly.State initial)
            throws DeploymentException {
        Owner owner = user.map(u -> Owner.of(tenant, u)).orElseGet(() -> Owner.of(tenant));
        AssemblyManager.Initial wanted = AssemblyManager.Initial.valueOf(initial.name());
        return deployed(tenant, assemblies.deploy(owner, archive, wanted, Optional.empty()));
    }

    @Override
    public DeployedAssembly update(TenantId tenant, InputStream archive) throws DeploymentException {
        return deployed(tenant, assemblies.update(Owner.of(tenant), archive, Optional.empty()));
    }

    @Override
    public DeployedAssembly switchTo(TenantId tenant, InputStream archive) throws DeploymentException {
        return deployed(tenant, assemblies.switchTo(Owner.of(tenant), archive));
    }

    @Override
    public DeployedAssembly keep(TenantId tenant, InputStream archive) throws DeploymentException {
        return deployed(tenant, assemblies.keep(Owner.of(tenant), archive));
    }

    @Override
    public DeployedAssembly rollback(TenantId tenant, String assembly) throws DeploymentException {
        return deployed(tenant, assemblies.rollback(key(tenant, assembly)));
    }

    @Override
    public void undeploy(TenantId tenant, String assembly) throws DeploymentException {
        assemblies.undeploy(key(tenant, assembly));
    }

    @Override
    public DeployedAssembly start(TenantId tenant, String assembly) throws DeploymentException {
        return deployed(tenant, assemblies.start(key(tenant, assembly)));
    }

    @Override
    public DeployedAssembly stop(TenantId tenant, String assembly) throws DeploymentException {
        return deployed(tenant, assemblies.bringToStopped(key(tenant, assembly)));
    }

    @Override
    public DeployedAssembly shutDown(TenantId tenant, String assembly) throws DeploymentException {
        return deployed(tenant, assemblies.shutDown(key(tenant, assembly)));
    }

    @Override
    public byte[] archive(TenantId tenant, String assembly, ArchiveForm form) throws DeploymentException {
        return assemblies.archive(key(tenant, assembly), form);
    }

    @Override
    public Optional<DeployedAssembly> find(TenantId tenant, String assembly) {
        if (!AssemblyDescriptor.isName(assembly)) {
            return Optional.empty();
        }
        return assemblies.find(new AssemblyKey(Owner.of(tenant), assembly)).map(status -> deployed(tenant, status));
    }

    @Override
    public List<DeployedAssembly> assemblies() {
        return assemblies.all().stream()
                .flatMap(status -> status.key().owner().tenant().map(tenant -> deployed(tenant, status)).stream())
                .toList();
    }

    @Override
    public List<DeployedAssembly> assemblies(TenantId tenant) {
        Owner owner = Owner.of(tenant);
        return assemblies.all().stream()
                .filter(status -> status.key().owner().equals(owner))
                .map(status -> deployed(tenant, status))
                .toList();
    }

    private static AssemblyKey key(TenantId tenant, String assembly) throws DeploymentException {
        if (!AssemblyDescriptor.isName(assembly)) {
            throw new DeploymentException(Reason.NO_SUCH_ASSEMBLY, "there is no assembly of this name");
        }
        return new AssemblyKey(Owner.of(tenant), assembly);
    }

    private static DeployedAssembly deployed(TenantId tenant, AssemblyStatus status) {
        return new DeployedAssembly(
                tenant,
                status.owner().user(),
                status.key().name(),
                status.descriptor().description(),
                status.state(),
                status.descriptor().units().stream()
                        .map(unit -> new DeployedAssembly.DeployedUnit(unit.name(), unit.component()))
                        .toList(),
                status.digest(),
                status.rewritten(),
                status.former());
    }
}
