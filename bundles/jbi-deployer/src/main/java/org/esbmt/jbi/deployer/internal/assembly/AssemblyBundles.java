package org.esbmt.jbi.deployer.internal.assembly;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.esbmt.files.api.OwnerOnly;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The framework's bundles of this node's assemblies, made from the store. Threads: any. */
final class AssemblyBundles {
    private static final Logger LOG = LoggerFactory.getLogger(AssemblyBundles.class);

    private final BundleContext context;
    private final AssemblyStore store;

    /**
     * @throws IOException if the access to the framework's own copies of bundles cannot be restricted to the user of
     * the bus
     */
    AssemblyBundles(BundleContext context, AssemblyStore store) throws IOException {
        this.context = context;
        this.store = store;
        String storage = context.getProperty(Constants.FRAMEWORK_STORAGE);
        if (storage != null && Files.isDirectory(Path.of(storage))) {
            OwnerOnly.close(Path.of(storage));
        }
    }

    Optional<Bundle> find(AssemblyKey key) {
        return Optional.ofNullable(context.getBundle(key.location()));
    }

    boolean isActive(AssemblyKey key) {
        return find(key).map(AssemblyBundles::isActive).orElse(false);
    }

    static boolean isActive(Bundle bundle) {
        return bundle.getState() == Bundle.ACTIVE;
    }

    Bundle install(AssemblyKey key, String content) throws BundleException, IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(store.bundle(content)))) {
            Bundle bundle = context.installBundle(key.location(), in);
            // Assemblies can be active at the start level of this bundle. The framework's default may be a level that
            // is not reached yet.
            int level = context.getBundle().adapt(BundleStartLevel.class).getStartLevel();
            if (bundle.adapt(BundleStartLevel.class).getStartLevel() != level) {
                bundle.adapt(BundleStartLevel.class).setStartLevel(level);
            }
            return bundle;
        }
    }

    void replace(AssemblyKey key, String content) throws BundleException, IOException {
        Bundle bundle = find(key).orElse(null);
        if (bundle == null) {
            throw new BundleException("the bundle " + key.location() + " is gone");
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(store.bundle(content)))) {
            bundle.update(in);
        }
    }

    void replaceQuietly(AssemblyKey key, String content) {
        try {
            replace(key, content);
        } catch (BundleException | IOException e) {
            LOG.warn("The bundle of the assembly {} cannot be restored; the next start does that.", key, e);
        }
    }

    void uninstall(AssemblyKey key) {
        find(key).ifPresent(AssemblyBundles::uninstall);
    }

    /** Uninstalls the bundles of assemblies at other locations than these. */
    void uninstallAllBut(Set<String> locations) {
        for (Bundle bundle : context.getBundles()) {
            if (AssemblyKey.isLocation(bundle.getLocation()) && !locations.contains(bundle.getLocation())) {
                LOG.info("Removing the bundle {}, left by an incomplete deployment.", bundle.getLocation());
                uninstall(bundle);
            }
        }
    }

    private static void uninstall(Bundle bundle) {
        try {
            bundle.uninstall();
        } catch (BundleException | IllegalStateException e) {
            LOG.warn("The bundle {} cannot be uninstalled; the next start does that.", bundle.getLocation(), e);
        }
    }
}
