package org.esbmt.http.bc.internal.deployed;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.jbi.component.Component;
import org.apache.felix.framework.FrameworkFactory;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.http.bc.internal.unit.HttpUnitReader;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.deployer.internal.archive.ArchiveLimits;
import org.esbmt.jbi.deployer.internal.assembly.Assemblies;
import org.esbmt.jbi.deployer.internal.tenant.TenantArchives;
import org.esbmt.tenancy.api.TenantNames;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;

/** A bus with the real deployer on a real framework: archives come in, and HTTP requests. */
final class DeployingBus implements InstalledComponents, AutoCloseable {
    private static final String HOST = "test:deployer";

    private final Path folder;
    private final Framework framework;
    private final TestBus bus;
    private final Assemblies assemblies;

    DeployingBus(Path folder, Map<String, Object> configuration) throws BundleException, IOException {
        this.folder = folder;
        this.bus = new TestBus(configuration);
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
            byte[] manifest = "Manifest-Version: 1.0\nBundle-ManifestVersion: 2\nBundle-SymbolicName: test.deployer\n"
                    .getBytes(StandardCharsets.UTF_8);
            framework
                    .getBundleContext()
                    .installBundle(HOST, new ByteArrayInputStream(zip(Map.of("META-INF/MANIFEST.MF", manifest))))
                    .start();
        }
        TenantArchives ofTenants = new TenantArchives(
                new TenantNames(TenantNames.DEFAULT_PREFIX),
                component -> Optional.of(new HttpUnitReader()),
                ArchiveLimits.DEFAULTS);
        this.assemblies =
                Assemblies.open(context(), this, folder.resolve("assemblies"), ofTenants, ArchiveLimits.DEFAULTS);
        assemblies.installed(bus.installed());
    }

    private BundleContext context() {
        return framework.getBundleContext().getBundle(HOST).getBundleContext();
    }

    TestBus bus() {
        return bus;
    }

    Assemblies assemblies() {
        return assemblies;
    }

    @Override
    public InstalledComponent add(Component component, Map<String, ?> properties) {
        throw new UnsupportedOperationException("this bus has one component");
    }

    @Override
    public void remove(InstalledComponent component) {
        throw new UnsupportedOperationException("this bus keeps its component");
    }

    @Override
    public Optional<InstalledComponent> find(String name) {
        return all().stream().filter(component -> component.name().equals(name)).findFirst();
    }

    @Override
    public List<InstalledComponent> all() {
        return List.of(bus.installed());
    }

    /** The number of bundles, and of files and folders of bundles and assemblies. */
    String left() {
        List<String> left = new ArrayList<>();
        Arrays.stream(framework.getBundleContext().getBundles())
                .map(Bundle::getLocation)
                .forEach(left::add);
        try (Stream<Path> files = Files.walk(folder)) {
            files.map(file -> folder.relativize(file).toString())
                    .filter(file -> !file.endsWith("bundle.id"))
                    .sorted()
                    .forEach(left::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return String.join("\n", left);
    }

    /** An assembly with a proxy, in one unit or in two. */
    static InputStream archive(String name, String consumer, String... providers) {
        StringBuilder units = new StringBuilder();
        Map<String, byte[]> entries = new LinkedHashMap<>();
        List<String> all = new ArrayList<>(List.of(consumer));
        all.addAll(List.of(providers));
        for (int i = 0; i < all.size(); i++) {
            units.append(("<service-unit><identification><name>%1$s</name><description/></identification><target>"
                            + "<artifacts-zip>%1$s.zip</artifacts-zip><component-name>http-bc</component-name></target>"
                            + "</service-unit>")
                    .formatted("unit" + i));
            String xbean = "<beans xmlns:http=\"http://servicemix.apache.org/http/1.0\" xmlns:s=\"urn:orders\">"
                    + all.get(i) + "</beans>";
            entries.put("unit" + i + ".zip", zip(Map.of("xbean.xml", xbean.getBytes(StandardCharsets.UTF_8))));
        }
        String jbi = "<jbi xmlns=\"http://java.sun.com/xml/ns/jbi\" version=\"1.0\"><service-assembly><identification>"
                + "<name>" + name + "</name><description/></identification>" + units + "</service-assembly></jbi>";
        entries.put("META-INF/jbi.xml", jbi.getBytes(StandardCharsets.UTF_8));
        return new ByteArrayInputStream(zip(entries));
    }

    private static byte[] zip(Map<String, byte[]> content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : content.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    @Override
    public void close() throws BundleException {
        assemblies.close();
        framework.stop();
        try {
            framework.waitForStop(30_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        bus.close();
    }
}
