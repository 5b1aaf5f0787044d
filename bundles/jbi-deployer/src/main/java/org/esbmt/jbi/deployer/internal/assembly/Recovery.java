package org.esbmt.jbi.deployer.internal.assembly;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive.Trust;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyRecord.Desired;
import org.esbmt.management.api.DeploymentException;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restores the assemblies of the last run: makes the framework's bundles and the units' folders agree with the records.
 */
final class Recovery {
    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    private final AssemblyStore store;
    private final AssemblyBundles bundles;
    private final AssemblyRegister register;
    private final AvailableComponents components;

    Recovery(AssemblyStore store, AssemblyBundles bundles, AssemblyRegister register, AvailableComponents components) {
        this.store = store;
        this.bundles = bundles;
        this.register = register;
        this.components = components;
    }

    /**
     * Recovers the assemblies once, before the bundles are followed. An assembly that cannot be recovered is logged and
     * stays undeployed.
     */
    void run() throws IOException {
        AssemblyStore.Found found = store.recover();
        if (found.complete()) {
            Set<String> recorded = found.records().stream()
                    .map(record -> record.key().location())
                    .collect(Collectors.toSet());
            bundles.uninstallAllBut(recorded);
        }
        for (AssemblyRecord record : found.records()) {
            try {
                recover(record);
            } catch (IOException | BundleException | DeploymentException | RuntimeException e) {
                LOG.error("The assembly {} of the last run cannot be restored; deploy it again.", record.key(), e);
            }
        }
    }

    /** The trust in an archive of this owner. */
    static Trust trust(AssemblyKey key) {
        return key.owner().tenant().isPresent() ? Trust.DECLARATIVE : Trust.TRUSTED;
    }

    private void recover(AssemblyRecord record) throws IOException, BundleException, DeploymentException {
        AssemblyKey key = record.key();
        AssemblyArchive archive = store.archive(record.content(), trust(key));
        store.rebuildUnits(record.owner(), record.content(), archive);

        Optional<Bundle> there = bundles.find(key);
        Bundle bundle = there.isPresent() ? there.get() : bundles.install(key, record.content());
        if (!AssemblyBundle.digest(bundle).equals(record.digests().original())) {
            bundles.replace(key, record.content());
        }
        if (record.desired() == Desired.SHUTDOWN) {
            bundle.stop();
        } else {
            bundle.start();
        }
        Assembly.Version version = Assembly.Version.of(key, archive, record.current(), store);
        register.recover(key, version);
        register.put(new Assembly(key, record.owner(), version, record.desired(), record.former(), components));
    }
}
