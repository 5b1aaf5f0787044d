package org.esbmt.jbi.deployer.internal.assembly;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.felix.framework.FrameworkFactory;
import org.esbmt.jbi.container.api.unit.UnitReader;
import org.esbmt.jbi.deployer.internal.archive.ArchiveLimits;
import org.esbmt.jbi.deployer.internal.installer.ComponentLibraries;
import org.esbmt.jbi.deployer.internal.installer.InstalledParts;
import org.esbmt.jbi.deployer.internal.installer.Installers;
import org.esbmt.jbi.deployer.internal.tenant.TenantArchives;
import org.esbmt.tenancy.api.TenantNames;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;

/**
 * A real framework on a folder, with a bundle whose context is the deployer's. Another instance continues on the same
 * folder.
 */
public final class TestNode {
    private static final String HOST = "test:deployer";

    public static final TenantNames NAMES = new TenantNames(TenantNames.DEFAULT_PREFIX);

    private final Path folder;
    private final Set<String> withoutReader = new HashSet<>();
    private final List<String> diary = Collections.synchronizedList(new ArrayList<>());
    private final TestComponents components = new TestComponents();
    private final Framework framework;
    private Assemblies assemblies;
    private InstalledParts parts;
    private Installers installers;

    public TestNode(Path folder) throws BundleException, IOException {
        this.folder = folder;
        this.framework = new FrameworkFactory()
                .newFramework(Map.of(
                        Constants.FRAMEWORK_STORAGE,
                        folder.resolve("cache").toString(),
                        "felix.log.level",
                        "1",
                        Constants.FRAMEWORK_BUNDLE_PARENT,
                        Constants.FRAMEWORK_BUNDLE_PARENT_FRAMEWORK));
        framework.start();
        if (framework.getBundleContext().getBundle(HOST) == null) {
            Bundle host = framework
                    .getBundleContext()
                    .installBundle(
                            HOST,
                            new ByteArrayInputStream(Archives.zip(Map.of("META-INF/MANIFEST.MF", Archives.text("""
                                            Manifest-Version: 1.0
                                            Bundle-ManifestVersion: 2
                                            Bundle-SymbolicName: test.deployer

                                            """)))));
            host.start();
        }
    }

    /** Installs a component that records in the node's diary. */
    public RecordingComponent component(String name) {
        RecordingComponent component = new RecordingComponent(name, diary);
        components.install(name, component);
        return component;
    }

    /** Installs a component that supports succession. */
    public SucceedingComponent succeeding(String name) {
        SucceedingComponent component = new SucceedingComponent(name, diary);
        components.install(name, component);
        return component;
    }

    public TestComponents components() {
        return components;
    }

    public Assemblies open() throws IOException {
        return open(ComponentLibraries.NONE);
    }

    /** Opens the assemblies, with libraries for installed components. */
    public Assemblies open(ComponentLibraries libraries) throws IOException {
        parts = InstalledParts.open(components, folder.resolve("assemblies/installed"), libraries);
        assemblies = Assemblies.open(
                context(),
                components,
                folder.resolve("assemblies"),
                new TenantArchives(NAMES, this::reader, ArchiveLimits.DEFAULTS),
                ArchiveLimits.DEFAULTS);
        installers = new Installers(parts, components, assemblies, ArchiveLimits.DEFAULTS);
        components.listen(assemblies);
        return assemblies;
    }

    public Installers installers() {
        return installers;
    }

    private Optional<UnitReader> reader(String component) {
        return components.find(component).isEmpty() || withoutReader.contains(component)
                ? Optional.empty()
                : Optional.of(new TestUnitReader());
    }

    /** Installs a component without a reader of units. */
    public RecordingComponent componentWithoutReader(String name) {
        withoutReader.add(name);
        return component(name);
    }

    public Assemblies assemblies() {
        return assemblies;
    }

    public BundleContext context() {
        return framework.getBundleContext().getBundle(HOST).getBundleContext();
    }

    /** The operations on units since the last call. */
    public List<String> diary() {
        return RecordingComponent.take(diary);
    }

    /** The assemblies' bundles. */
    public List<Bundle> bundles() {
        return Arrays.stream(context().getBundles())
                .filter(bundle -> bundle.getLocation().startsWith("esbmt:"))
                .toList();
    }

    public Bundle bundle(AssemblyKey key) {
        return context().getBundle(key.location());
    }

    /** All files of the deployer on the disk. */
    public List<String> files() throws IOException {
        Path root = folder.resolve("assemblies");
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    /** Stops the framework first, like Karaf: bundle events arrive while the deployer is still open. */
    public void close() throws BundleException, InterruptedException {
        framework.stop();
        framework.waitForStop(30_000);
    }
}
