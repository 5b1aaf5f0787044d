package org.esbmt.jbi.deployer.internal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.deployer.internal.archive.ArchiveLimits;
import org.esbmt.jbi.deployer.internal.assembly.Assemblies;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager;
import org.esbmt.jbi.deployer.internal.installer.ComponentLibraries;
import org.esbmt.jbi.deployer.internal.installer.InstalledParts;
import org.esbmt.jbi.deployer.internal.installer.Installers;
import org.esbmt.jbi.deployer.internal.tenant.TenantArchives;
import org.esbmt.jbi.deployer.internal.tenant.TrackedUnitReaders;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.Deployer;
import org.esbmt.tenancy.api.TenantNames;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Opens the installed components and the assemblies of this node, and registers the deployer's services.
 * {@link Deployer} and {@link ComponentDeployer} are for all bundles. {@link AssemblyManager} and {@link Installers}
 * are for this bundle, since only it has their packages.
 */
@Component(
        immediate = true,
        service = {},
        configurationPid = "org.esbmt.jbi.deployer")
@Capability(
        namespace = "osgi.service",
        effective = "active",
        attribute = "objectClass:List<String>=\"org.esbmt.management.api.Deployer\"")
@Capability(
        namespace = "osgi.service",
        effective = "active",
        attribute = "objectClass:List<String>=\"org.esbmt.jbi.deployer.internal.assembly.AssemblyManager\"")
@Capability(
        namespace = "osgi.service",
        effective = "active",
        attribute = "objectClass:List<String>=\"org.esbmt.management.api.ComponentDeployer\"")
@Capability(
        namespace = "osgi.service",
        effective = "active",
        attribute = "objectClass:List<String>=\"org.esbmt.jbi.deployer.internal.installer.Installers\"")
@Designate(ocd = DeployerConfiguration.class)
// The services are registered in code, after the assemblies are open; resolvers therefore need explicit capabilities.
public final class DeployerComponent {
    private final InstalledParts parts;
    private final TrackedUnitReaders readers;
    private final Assemblies assemblies;
    private final List<ServiceRegistration<?>> services = new ArrayList<>();

    /**
     * Opens the assemblies of the last run.
     *
     * @throws IOException if the folder of the assemblies cannot be used
     */
    @Activate
    public DeployerComponent(
            BundleContext context,
            @Reference InstalledComponents components,
            @Reference TenantNames names,
            DeployerConfiguration configuration)
            throws IOException {
        ArchiveLimits tenants = ArchiveLimits.ofMebibytes(
                atLeastOne("archive.packed.mib", configuration.archive_packed_mib()),
                atLeastOne("archive.unpacked.mib", configuration.archive_unpacked_mib()),
                atLeastOne("archive.ratio", configuration.archive_ratio()),
                atLeastOne("archive.entries", configuration.archive_entries()),
                atLeastOne("archive.depth", configuration.archive_depth()));
        ArchiveLimits plain = ArchiveLimits.ofMebibytes(
                atLeastOne("plain.packed.mib", configuration.plain_packed_mib()),
                atLeastOne("plain.unpacked.mib", configuration.plain_unpacked_mib()),
                configuration.archive_ratio(),
                atLeastOne("plain.entries", configuration.plain_entries()),
                configuration.archive_depth());
        Path folder = folder(context, configuration);
        // Components are installed before assemblies look for them.
        this.parts = InstalledParts.open(components, folder.resolve("installed"), libraries(configuration));
        this.readers = new TrackedUnitReaders(context);
        TenantArchives ofTenants = new TenantArchives(names, readers, tenants);
        this.assemblies = openAssemblies(context, components, folder, ofTenants, plain);
        Installers installers = new Installers(parts, components, assemblies, plain);
        services.add(context.registerService(InstalledComponents.Listener.class, assemblies, null));
        services.add(context.registerService(Deployer.class, new TenantDeployer(assemblies), null));
        services.add(context.registerService(AssemblyManager.class, assemblies, null));
        services.add(context.registerService(
                new String[] {Installers.class.getName(), ComponentDeployer.class.getName()}, installers, null));
    }

    private Assemblies openAssemblies(
            BundleContext context,
            InstalledComponents components,
            Path folder,
            TenantArchives tenants,
            ArchiveLimits plain)
            throws IOException {
        try {
            return Assemblies.open(context, components, folder, tenants, plain);
        } catch (IOException | RuntimeException e) {
            readers.close();
            parts.close();
            throw e;
        }
    }

    @Deactivate
    public void close() {
        for (int i = services.size() - 1; i >= 0; i--) {
            services.get(i).unregister();
        }
        assemblies.close();
        readers.close();
        parts.close();
    }

    private static ComponentLibraries libraries(DeployerConfiguration configuration) throws IOException {
        String folder = configuration.component_libraries().strip();
        return folder.isEmpty() ? ComponentLibraries.NONE : ComponentLibraries.of(Path.of(folder));
    }

    private static int atLeastOne(String key, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(key + " must be 1 or more, but is " + value);
        }
        return value;
    }

    private static Path folder(BundleContext context, DeployerConfiguration configuration) throws IOException {
        if (!configuration.directory().isBlank()) {
            return Path.of(configuration.directory().strip());
        }
        if (context.getDataFile("assemblies") == null) {
            throw new IOException(
                    "this framework has no folder for bundles: set directory in org.esbmt.jbi.deployer.cfg");
        }
        return context.getDataFile("assemblies").toPath();
    }
}
