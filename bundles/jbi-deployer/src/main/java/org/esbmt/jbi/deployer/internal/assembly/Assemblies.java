package org.esbmt.jbi.deployer.internal.assembly;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.archive.ArchiveLimits;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive.Trust;
import org.esbmt.jbi.deployer.internal.archive.AssemblyDescriptor;
import org.esbmt.jbi.deployer.internal.archive.EndpointName;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyRecord.Desired;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.util.tracker.BundleTracker;
import org.osgi.util.tracker.BundleTrackerCustomizer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns archives into bundles, and what happens to the bundles into the life cycle of their units (the extender
 * pattern).
 *
 * <p>A deployment has taken place when its record is written ({@link AssemblyStore}); before that, a crash leaves rests
 * that the next start removes, and after that, rests of the version before. The framework's bundles are made to agree
 * with the records at each start.
 *
 * <p>Locks are taken in this order: one of an operation on an assembly, the framework's of a bundle, the assembly's own.
 * Bundle events come with the framework's, so they take no operation's.
 */
public final class Assemblies implements AssemblyManager, InstalledComponents.Listener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Assemblies.class);

    /** For archives that this node has written itself. */
    private static final ArchiveLimits OWN = new ArchiveLimits(
            Integer.MAX_VALUE - 16, Integer.MAX_VALUE - 16, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

    private final BundleContext context;
    private final AvailableComponents components;
    private final AssemblyStore store;
    private final ArchiveLimits tenantLimits;
    private final ArchiveLimits plainLimits;
    private final KeyLocks operations = new KeyLocks();
    private final Reservations names = new Reservations();
    private final Map<AssemblyKey, Assembly> assemblies = new ConcurrentSkipListMap<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final BundleTracker<Bundle> tracker;

    private Assemblies(
            BundleContext context,
            InstalledComponents components,
            AssemblyStore store,
            ArchiveLimits tenantLimits,
            ArchiveLimits plainLimits) {
        this.context = context;
        this.components = new AvailableComponents(components);
        this.store = store;
        this.tenantLimits = tenantLimits;
        this.plainLimits = plainLimits;
        this.tracker = new BundleTracker<>(
                context,
                Bundle.INSTALLED | Bundle.RESOLVED | Bundle.STARTING | Bundle.ACTIVE | Bundle.STOPPING,
                new Extender());
    }

    /**
     * Finds the assemblies of the last run, mends what a crash left, and starts those that should run and can.
     *
     * @param folder where this node keeps its assemblies
     * @throws IOException if the folder cannot be used
     */
    public static Assemblies open(
            BundleContext context,
            InstalledComponents components,
            Path folder,
            ArchiveLimits tenantLimits,
            ArchiveLimits plainLimits)
            throws IOException {
        closeStorage(context);
        Assemblies assemblies =
                new Assemblies(context, components, new AssemblyStore(folder), tenantLimits, plainLimits);
        assemblies.recover();
        assemblies.tracker.open();
        return assemblies;
    }

    /** The framework keeps a copy of each bundle, so of each assembly, readable by everybody who gets there. */
    private static void closeStorage(BundleContext context) throws IOException {
        String storage = context.getProperty(Constants.FRAMEWORK_STORAGE);
        if (storage != null && Files.isDirectory(Path.of(storage))) {
            OwnerOnly.close(Path.of(storage));
        }
    }

    /** Shuts all units down and takes them from their components; the next {@link #open} brings them back. */
    @Override
    public void close() {
        tracker.close();
        List<Assembly> last = new ArrayList<>(assemblies.values());
        for (int i = last.size() - 1; i >= 0; i--) {
            last.get(i).undeployUnits();
        }
    }

    // --- operations

    @Override
    public Inspection inspect(Owner owner, InputStream archive) throws DeploymentException {
        AssemblyArchive read = read(owner, archive);
        return new Inspection(new AssemblyKey(owner, read.descriptor().name()), read.digest());
    }

    @Override
    public AssemblyStatus deploy(Owner owner, InputStream archive, Initial initial, Optional<String> source)
            throws DeploymentException {
        AssemblyArchive read = read(owner, archive);
        AssemblyKey key = new AssemblyKey(owner, read.descriptor().name());
        checkComponents(read.descriptor());
        return operations.exclusively(key, () -> {
            if (assemblies.containsKey(key)) {
                throw new DeploymentException(
                        Reason.ALREADY_DEPLOYED, "there is an assembly with the name " + key.name() + " already");
            }
            reserve(key, read);
            boolean deployed = false;
            try {
                AssemblyStatus status = deploy(key, read, initial, source);
                deployed = true;
                return status;
            } finally {
                if (!deployed) {
                    names.release(key);
                }
            }
        });
    }

    private AssemblyStatus deploy(AssemblyKey key, AssemblyArchive archive, Initial initial, Optional<String> source)
            throws DeploymentException {
        Desired desired = initial == Initial.STARTED ? Desired.STARTED : Desired.SHUTDOWN;
        String content = addContent(key, archive);
        Assembly assembly =
                new Assembly(key, version(key, archive, archive.digest(), content, source), desired, components);
        try {
            assembly.deployUnits();
            Bundle bundle = install(key, content);
            if (desired == Desired.STARTED) {
                bundle.start();
                assembly.change(bundle.getState() == Bundle.ACTIVE, desired);
            }
            store.put(assembly.record());
        } catch (DeploymentException | BundleException | IOException | RuntimeException e) {
            assembly.undeployUnits();
            uninstall(key);
            store.removeContent(content);
            throw failed("deployed", key, e);
        }
        assemblies.put(key, assembly);
        // What happened while nobody could find it here: the bundle was stopped, a component went away.
        assembly.follow(bundle(key).map(Assemblies::isActive).orElse(false), desired);
        LOG.info("The assembly {} is deployed.", key);
        listeners.forEach(listener -> listener.deployed(key));
        return assembly.status();
    }

    @Override
    public AssemblyStatus update(Owner owner, InputStream archive, Optional<String> source) throws DeploymentException {
        AssemblyArchive read = read(owner, archive);
        AssemblyKey key = new AssemblyKey(owner, read.descriptor().name());
        checkComponents(read.descriptor());
        return operations.exclusively(key, () -> {
            Assembly assembly = existing(key);
            Assembly.Version before = assembly.version();
            reserve(key, read);
            boolean updated = false;
            assembly.changing(true);
            try {
                update(assembly, read, source);
                updated = true;
            } finally {
                if (!updated) {
                    names.reserve(key, names(key, before.descriptor(), before.provided()));
                }
                assembly.changing(false);
                assembly.follow(bundle(key).map(Assemblies::isActive).orElse(false), assembly.desired());
            }
            store.removeContent(before.content());
            LOG.info("The assembly {} is updated.", key);
            return assembly.status();
        });
    }

    private void update(Assembly assembly, AssemblyArchive archive, Optional<String> source)
            throws DeploymentException {
        AssemblyKey key = assembly.key();
        String content = addContent(key, archive);
        try {
            Assembly.Version before = assembly.swap(version(key, archive, archive.digest(), content, source));
            try {
                replace(key, content);
                store.put(assembly.record());
            } catch (BundleException | IOException | RuntimeException e) {
                assembly.swap(before);
                replaceQuietly(key, before.content());
                throw e;
            }
        } catch (DeploymentException | BundleException | IOException | RuntimeException e) {
            store.removeContent(content);
            throw failed("updated", key, e);
        }
    }

    @Override
    public void undeploy(AssemblyKey key) throws DeploymentException {
        operations.exclusively(key, () -> {
            Assembly assembly = existing(key);
            assembly.changing(true);
            try {
                assembly.undeployUnits();
                store.remove(key);
            } catch (IOException | RuntimeException e) {
                assembly.changing(false);
                assembly.follow(bundle(key).map(Assemblies::isActive).orElse(false), assembly.desired());
                throw failed("undeployed", key, e);
            }
            removed(assembly);
            uninstall(key);
            store.removeContent(assembly.version().content());
            return null;
        });
    }

    @Override
    public AssemblyStatus start(AssemblyKey key) throws DeploymentException {
        return changing(key, "started", (assembly, bundle) -> {
            Desired before = assembly.desired();
            try {
                if (!isActive(bundle)) {
                    bundle.start();
                }
                assembly.change(isActive(bundle), Desired.STARTED);
                store.put(assembly.record());
            } catch (DeploymentException | BundleException | IOException | RuntimeException e) {
                if (before == Desired.SHUTDOWN) {
                    assembly.follow(false, before);
                    bundle.stop();
                } else {
                    assembly.note(before);
                }
                throw e;
            }
        });
    }

    @Override
    public AssemblyStatus stop(AssemblyKey key) throws DeploymentException {
        return changing(key, "stopped", (assembly, bundle) -> {
            if (assembly.desired() != Desired.SHUTDOWN) {
                store.put(assembly.record().wanting(Desired.STOPPED));
                assembly.follow(isActive(bundle), Desired.STOPPED);
            }
        });
    }

    @Override
    public AssemblyStatus shutDown(AssemblyKey key) throws DeploymentException {
        return changing(key, "shut down", (assembly, bundle) -> {
            store.put(assembly.record().wanting(Desired.SHUTDOWN));
            assembly.follow(false, Desired.SHUTDOWN);
            bundle.stop();
        });
    }

    private interface Change {
        void of(Assembly assembly, Bundle bundle) throws DeploymentException, BundleException, IOException;
    }

    private AssemblyStatus changing(AssemblyKey key, String verb, Change change) throws DeploymentException {
        return operations.exclusively(key, () -> {
            Assembly assembly = existing(key);
            assembly.changing(true);
            try {
                Bundle bundle = bundle(key)
                        .orElseThrow(() -> new DeploymentException(
                                Reason.INTERNAL, "the bundle of the assembly " + key.name() + " is gone"));
                change.of(assembly, bundle);
                return assembly.status();
            } catch (DeploymentException | BundleException | IOException | RuntimeException e) {
                throw failed(verb, key, e);
            } finally {
                assembly.changing(false);
            }
        });
    }

    // --- queries

    @Override
    public Optional<AssemblyStatus> find(AssemblyKey key) {
        return Optional.ofNullable(assemblies.get(key)).map(Assembly::status);
    }

    @Override
    public List<AssemblyStatus> all() {
        return assemblies.values().stream().map(Assembly::status).toList();
    }

    @Override
    public String descriptor(AssemblyKey key) throws DeploymentException {
        Assembly assembly = existing(key);
        try (InputStream in =
                Files.newInputStream(store.bundle(assembly.version().content()))) {
            return new String(
                    AssemblyArchive.read(in, Trust.TRUSTED, OWN).content("META-INF/jbi.xml"), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw failed("read", key, e);
        }
    }

    @Override
    public void addListener(Listener listener) {
        listeners.add(listener);
        assemblies.keySet().forEach(listener::deployed);
    }

    @Override
    public void removeListener(Listener listener) {
        listeners.remove(listener);
    }

    // --- components

    @Override
    public void installed(InstalledComponent component) {
        returnTo(component.name());
    }

    @Override
    public void uninstalling(InstalledComponent component) {
        withdrawFrom(component.name());
    }

    @Override
    public void returnTo(String component) {
        components.arrived(component);
        assemblies.values().forEach(assembly -> assembly.reconcileWith(component));
    }

    @Override
    public void withdrawFrom(String component) {
        components.leaves(component);
        List<Assembly> last = new ArrayList<>(assemblies.values());
        for (int i = last.size() - 1; i >= 0; i--) {
            last.get(i).withdrawFrom(component);
        }
    }

    // --- recovery

    private void recover() throws IOException {
        AssemblyStore.Found found = store.recover();
        Map<String, AssemblyRecord> records = new HashMap<>();
        found.records().forEach(record -> records.put(record.key().location(), record));
        if (found.complete()) {
            for (Bundle bundle : context.getBundles()) {
                if (AssemblyKey.isLocation(bundle.getLocation()) && !records.containsKey(bundle.getLocation())) {
                    LOG.info(
                            "Removing the bundle {}, the rest of a deployment that did not come to its end.",
                            bundle.getLocation());
                    uninstall(bundle);
                }
            }
        }
        for (AssemblyRecord record : found.records()) {
            try {
                recover(record);
            } catch (IOException | BundleException | DeploymentException | RuntimeException e) {
                LOG.error("The assembly {} of the last run cannot be brought back; deploy it again.", record.key(), e);
            }
        }
    }

    private void recover(AssemblyRecord record) throws IOException, BundleException, DeploymentException {
        AssemblyKey key = record.key();
        Trust trust = key.owner().tenant().isPresent() ? Trust.DECLARATIVE : Trust.TRUSTED;
        AssemblyArchive archive;
        try (InputStream in = Files.newInputStream(store.bundle(record.content()))) {
            archive = AssemblyArchive.read(in, trust, OWN);
        }
        store.rebuildUnits(record, archive);

        Bundle bundle = context.getBundle(key.location());
        if (bundle == null) {
            bundle = install(key, record.content());
        } else if (!AssemblyBundle.digest(bundle).equals(record.digest())) {
            replace(key, record.content());
        }
        if (record.desired() == Desired.SHUTDOWN) {
            bundle.stop();
        } else {
            bundle.start();
        }
        Assembly.Version version = version(key, archive, record.digest(), record.content(), record.source());
        names.reserve(key, names(key, version.descriptor(), version.provided()));
        assemblies.put(key, new Assembly(key, version, record.desired(), components));
    }

    // --- bundles

    /** What is done to the bundles of assemblies by others: the framework, or an administrator in its shell. */
    private final class Extender implements BundleTrackerCustomizer<Bundle> {

        @Override
        public Bundle addingBundle(Bundle bundle, BundleEvent event) {
            if (event == null && isActive(bundle)) {
                byLocation(bundle).ifPresent(assembly -> assembly.follow(true, assembly.desired()));
            }
            return AssemblyKey.isLocation(bundle.getLocation()) ? bundle : null;
        }

        @Override
        public void modifiedBundle(Bundle bundle, BundleEvent event, Bundle tracked) {
            Assembly assembly = byLocation(bundle).orElse(null);
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
            Assembly assembly = byLocation(bundle).orElse(null);
            if (assembly == null || assembly.isChanging() || bundle.getState() != Bundle.UNINSTALLED) {
                return;
            }
            LOG.info("The bundle of the assembly {} was uninstalled.", assembly.key());
            assembly.undeployUnits();
            try {
                store.remove(assembly.key());
            } catch (IOException e) {
                LOG.error("The assembly {} was uninstalled, but will be back after a restart.", assembly.key(), e);
            }
            removed(assembly);
            store.removeContent(assembly.version().content());
            Initiator.BUNDLE.done("undeployAssembly", Initiator.object(assembly.key()));
        }

        private void started(Bundle bundle, Assembly assembly) {
            if (!AssemblyBundle.digest(bundle).equals(assembly.version().digest())) {
                LOG.error(
                        "The bundle of the assembly {} was replaced by something else than this deployer; deploy the"
                                + " archive again.",
                        assembly.key());
                Initiator.BUNDLE.refused(
                        "updateAssembly",
                        Initiator.object(assembly.key()),
                        "FAILED",
                        "this is not for bundle commands");
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

        /** A framework that stops leaves the bundle marked for the next start; an administrator who stops it does not. */
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
                store.put(assembly.record());
            } catch (IOException e) {
                LOG.error("The assembly {} is to be {}, but will not be after a restart.", assembly.key(), desired, e);
            }
        }
    }

    private Optional<Assembly> byLocation(Bundle bundle) {
        return AssemblyKey.ofLocation(bundle.getLocation()).map(assemblies::get);
    }

    private static boolean isActive(Bundle bundle) {
        return bundle.getState() == Bundle.ACTIVE;
    }

    private Optional<Bundle> bundle(AssemblyKey key) {
        return Optional.ofNullable(context.getBundle(key.location()));
    }

    private Bundle install(AssemblyKey key, String content) throws BundleException, IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(store.bundle(content)))) {
            Bundle bundle = context.installBundle(key.location(), in);
            // Where this bundle is active, its assemblies can be; the framework's default may be a level not reached
            // yet.
            int level = context.getBundle().adapt(BundleStartLevel.class).getStartLevel();
            if (bundle.adapt(BundleStartLevel.class).getStartLevel() != level) {
                bundle.adapt(BundleStartLevel.class).setStartLevel(level);
            }
            return bundle;
        }
    }

    private void replace(AssemblyKey key, String content) throws BundleException, IOException {
        Bundle bundle = bundle(key).orElse(null);
        if (bundle == null) {
            throw new BundleException("the bundle " + key.location() + " is gone");
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(store.bundle(content)))) {
            bundle.update(in);
        }
    }

    private void replaceQuietly(AssemblyKey key, String content) {
        try {
            replace(key, content);
        } catch (BundleException | IOException e) {
            LOG.warn("The bundle of the assembly {} cannot be put back; the next start does that.", key, e);
        }
    }

    private void uninstall(AssemblyKey key) {
        bundle(key).ifPresent(Assemblies::uninstall);
    }

    private static void uninstall(Bundle bundle) {
        try {
            bundle.uninstall();
        } catch (BundleException | IllegalStateException e) {
            LOG.warn("The bundle {} cannot be uninstalled; the next start does that.", bundle.getLocation(), e);
        }
    }

    // --- steps

    private AssemblyArchive read(Owner owner, InputStream archive) throws DeploymentException {
        boolean tenant = owner.tenant().isPresent();
        try {
            return AssemblyArchive.read(
                    archive, tenant ? Trust.DECLARATIVE : Trust.TRUSTED, tenant ? tenantLimits : plainLimits);
        } catch (IOException e) {
            throw new DeploymentException(
                    Reason.INVALID_ARCHIVE, "the archive could not be read to its end: " + e.getMessage(), e);
        }
    }

    private void checkComponents(AssemblyDescriptor descriptor) throws DeploymentException {
        for (AssemblyDescriptor.Unit unit : descriptor.units()) {
            if (components.find(unit.component()).isEmpty()) {
                throw Assembly.unknownComponent(unit);
            }
        }
    }

    private void reserve(AssemblyKey key, AssemblyArchive archive) throws DeploymentException {
        Optional<Reservations.Conflict> conflict =
                names.reserve(key, names(key, archive.descriptor(), archive.provided()));
        if (conflict.isPresent()) {
            throw new DeploymentException(
                    Reason.ALREADY_DEPLOYED,
                    "the assembly " + conflict.get().holder().name() + " has "
                            + conflict.get().name() + " already");
        }
    }

    private record UnitName(String component, String unit) {
        @Override
        public String toString() {
            return "the unit " + unit + " of the component " + component;
        }
    }

    private static List<?> names(AssemblyKey key, AssemblyDescriptor descriptor, List<EndpointName> provided) {
        List<Object> names = new ArrayList<>(provided);
        if (key.owner().tenant().isEmpty()) {
            descriptor.units().forEach(unit -> names.add(new UnitName(unit.component(), unit.name())));
        }
        return names;
    }

    private String addContent(AssemblyKey key, AssemblyArchive archive) throws DeploymentException {
        try {
            return store.addContent(key, archive);
        } catch (IOException e) {
            throw failed("stored", key, e);
        }
    }

    private Assembly.Version version(
            AssemblyKey key, AssemblyArchive archive, String digest, String content, Optional<String> source) {
        List<UnitRuntime> units = new ArrayList<>();
        for (AssemblyDescriptor.Unit unit : archive.descriptor().units()) {
            units.add(new UnitRuntime(key, unit, store.unit(content, unit.name())));
        }
        return new Assembly.Version(archive.descriptor(), archive.provided(), digest, content, source, units);
    }

    private Assembly existing(AssemblyKey key) throws DeploymentException {
        Assembly assembly = assemblies.get(key);
        if (assembly == null) {
            throw new DeploymentException(Reason.NO_SUCH_ASSEMBLY, "there is no assembly with the name " + key.name());
        }
        return assembly;
    }

    private void removed(Assembly assembly) {
        AssemblyKey key = assembly.key();
        assemblies.remove(key, assembly);
        names.release(key);
        LOG.info("The assembly {} is undeployed.", key);
        listeners.forEach(listener -> listener.undeployed(key));
    }

    /** What a component or an archive is to blame for goes to who deploys; the rest is for the node's operator. */
    private static DeploymentException failed(String verb, AssemblyKey key, Exception e) {
        if (e instanceof DeploymentException refused) {
            if (refused.getCause() != null) {
                LOG.warn("The assembly {} was not {}: {}.", key, verb, refused.getMessage(), refused.getCause());
            }
            return refused;
        }
        LOG.error("The assembly {} could not be {}.", key, verb, e);
        return new DeploymentException(
                Reason.INTERNAL,
                "the assembly " + key.name() + " could not be " + verb + "; see the log of the node",
                e);
    }
}
