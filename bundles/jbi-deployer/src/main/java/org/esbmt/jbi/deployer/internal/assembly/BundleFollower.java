package org.esbmt.jbi.deployer.internal.assembly;

import java.io.IOException;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyRecord.Desired;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.util.tracker.BundleTracker;
import org.osgi.util.tracker.BundleTrackerCustomizer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows changes of assemblies' bundles by the framework, or by an administrator in its shell. Called under the
 * framework's lock of the bundle, so it takes no operation's lock.
 */
final class BundleFollower implements BundleTrackerCustomizer<Bundle> {
    private static final Logger LOG = LoggerFactory.getLogger(BundleFollower.class);

    private final AssemblyRegister register;
    private final AssemblyStore store;

    private BundleFollower(AssemblyRegister register, AssemblyStore store) {
        this.register = register;
        this.store = store;
    }

    /** Follows the bundles while the tracker is open. */
    static BundleTracker<Bundle> tracker(BundleContext context, AssemblyRegister register, AssemblyStore store) {
        return new BundleTracker<>(
                context,
                Bundle.INSTALLED | Bundle.RESOLVED | Bundle.STARTING | Bundle.ACTIVE | Bundle.STOPPING,
                new BundleFollower(register, store));
    }

    @Override
    public Bundle addingBundle(Bundle bundle, BundleEvent event) {
        if (event == null && AssemblyBundles.isActive(bundle)) {
            register.at(bundle.getLocation()).ifPresent(assembly -> assembly.follow(true, assembly.desired()));
        }
        return AssemblyKey.isLocation(bundle.getLocation()) ? bundle : null;
    }

    @Override
    public void modifiedBundle(Bundle bundle, BundleEvent event, Bundle tracked) {
        Assembly assembly = register.at(bundle.getLocation()).orElse(null);
        if (assembly == null || assembly.isChanging() || event == null) {
            return;
        }
        if (event.getType() == BundleEvent.STARTED) {
            started(bundle, assembly);
        } else if (event.getType() == BundleEvent.STOPPING) {
            stopping(bundle, assembly);
        }
    }

    @Override
    public void removedBundle(Bundle bundle, BundleEvent event, Bundle tracked) {
        Assembly assembly = register.at(bundle.getLocation()).orElse(null);
        if (assembly == null || assembly.isChanging() || bundle.getState() != Bundle.UNINSTALLED) {
            return;
        }
        LOG.info("The bundle of the assembly {} was uninstalled.", assembly.key());
        takeBack(assembly, register, store);
        Initiator.BUNDLE.done("undeployAssembly", Initiator.object(assembly.key()));
    }

    /**
     * Removes an assembly whose bundle is uninstalled. Its deployment and the event of its bundle may both call this.
     * The second call waits for the first and does nothing, since another assembly may have the name by then.
     */
    static void takeBack(Assembly assembly, AssemblyRegister register, AssemblyStore store) {
        synchronized (assembly) {
            if (register.find(assembly.key()).orElse(null) != assembly) {
                return;
            }
            assembly.undeployUnits();
            boolean removed = false;
            try {
                store.remove(assembly.key());
                removed = true;
            } catch (IOException e) {
                LOG.error("The assembly {} was uninstalled, but will be back after a restart.", assembly.key(), e);
            }
            register.remove(assembly);
            if (removed) {
                assembly.contents().forEach(store::removeContent);
            }
        }
    }

    private void started(Bundle bundle, Assembly assembly) {
        if (!AssemblyBundle.digest(bundle)
                .equals(assembly.version().kept().digests().original())) {
            LOG.error(
                    "The bundle of the assembly {} was replaced by something else than this deployer; deploy the"
                            + " archive again.",
                    assembly.key());
            Initiator.BUNDLE.refused(
                    "updateAssembly", Initiator.object(assembly.key()), "FAILED", "this is not for bundle commands");
            return;
        }
        boolean asked = assembly.desired() == Desired.SHUTDOWN;
        if (asked) {
            record(assembly, Desired.STARTED);
        }
        assembly.follow(true, assembly.desired());
        if (asked) {
            String object = Initiator.object(assembly.key());
            assembly.status()
                    .failure()
                    .ifPresentOrElse(
                            why -> Initiator.BUNDLE.refused("startAssembly", object, "FAILED", why),
                            () -> Initiator.BUNDLE.done("startAssembly", object));
        }
    }

    /**
     * A stopping framework leaves the bundle marked for the next start; an administrator who stops the bundle does not.
     */
    private void stopping(Bundle bundle, Assembly assembly) {
        boolean asked = !bundle.adapt(BundleStartLevel.class).isPersistentlyStarted();
        if (asked) {
            record(assembly, Desired.SHUTDOWN);
        }
        assembly.follow(false, assembly.desired());
        if (asked) {
            Initiator.BUNDLE.done("shutDownAssembly", Initiator.object(assembly.key()));
        }
    }

    private void record(Assembly assembly, Desired desired) {
        assembly.note(desired);
        try {
            store.want(assembly.record());
        } catch (IOException e) {
            LOG.error("The assembly {} is to be {}, but will not be after a restart.", assembly.key(), desired, e);
        }
    }
}
