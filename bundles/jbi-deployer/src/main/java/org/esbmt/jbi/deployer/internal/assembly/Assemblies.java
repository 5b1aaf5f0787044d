package org.esbmt.jbi.deployer.internal.assembly;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Function;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.archive.ArchiveLimits;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive;
import org.esbmt.jbi.deployer.internal.archive.AssemblyDescriptor;
import org.esbmt.jbi.deployer.internal.archive.Refusal;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyRecord.Desired;
import org.esbmt.jbi.deployer.internal.assembly.IncomingArchives.Incoming;
import org.esbmt.jbi.deployer.internal.tenant.TenantArchives;
import org.esbmt.management.api.ArchiveForm;
import org.esbmt.management.api.CheckedAssembly;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.util.tracker.BundleTracker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deploys archives as bundles, and applies the life cycle of the bundles to their units (the extender pattern).
 *
 * <p>A deployment is complete when {@link AssemblyStore} has written its record. A crash before that leaves unused files,
 * and a crash after that leaves files of the former version. At the next start {@link Recovery} removes them, and makes
 * the framework's bundles agree with the records. This class has the operations. {@link BundleFollower} handles changes
 * of the bundles by others.
 *
 * <p>Locks are taken in this order: that of an operation on an assembly, the framework's of a bundle, the assembly's
 * own. Bundle events arrive under the framework's lock, so their handlers take no operation's lock.
 */
public final class Assemblies implements AssemblyManager, InstalledComponents.Listener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Assemblies.class);

    private final AvailableComponents components;
    private final AssemblyStore store;
    private final KeptArchives kept;
    private final AssemblyBundles bundles;
    private final IncomingArchives incoming;
    private final KeyLocks operations = new KeyLocks();
    private final AssemblyRegister register = new AssemblyRegister();
    private final BundleTracker<Bundle> tracker;

    private Assemblies(
            BundleContext context,
            InstalledComponents components,
            AssemblyStore store,
            TenantArchives tenantArchives,
            ArchiveLimits plainLimits)
            throws IOException {
        this.components = new AvailableComponents(components);
        this.store = store;
        this.kept = new KeptArchives(store);
        this.bundles = new AssemblyBundles(context, store);
        this.incoming = new IncomingArchives(tenantArchives, plainLimits, this.components, register);
        this.tracker = BundleFollower.tracker(context, register, store);
    }

    /**
     * Opens the assemblies of the last run, repairs the effects of a crash, and starts assemblies that should run and
     * can.
     *
     * @param folder the folder of this node's assemblies
     * @throws IOException if the folder cannot be used
     */
    public static Assemblies open(
            BundleContext context,
            InstalledComponents components,
            Path folder,
            TenantArchives tenantArchives,
            ArchiveLimits plainLimits)
            throws IOException {
        Assemblies assemblies =
                new Assemblies(context, components, new AssemblyStore(folder), tenantArchives, plainLimits);
        new Recovery(assemblies.store, assemblies.bundles, assemblies.register, assemblies.components).run();
        assemblies.tracker.open();
        return assemblies;
    }

    /** Shuts all units down and undeploys them from their components; the next {@link #open} restores them. */
    @Override
    public void close() {
        tracker.close();
        register.lastFirst().forEach(Assembly::undeployUnits);
    }

    // --- operations

    @Override
    public Inspection inspect(Owner owner, InputStream archive) throws DeploymentException {
        Incoming read = incoming.read(owner, archive);
        return new Inspection(read.key(), read.archive().digest());
    }

    @Override
    public CheckedAssembly check(TenantId tenant, Optional<UserId> user, InputStream archive)
            throws DeploymentException {
        Incoming read = forDeployment(user.map(u -> Owner.of(tenant, u)).orElseGet(() -> Owner.of(tenant)), archive);
        AssemblyDescriptor descriptor = read.archive().descriptor();
        return new CheckedAssembly(
                tenant,
                user,
                descriptor.name(),
                descriptor.description(),
                read.units(),
                read.archive().original(),
                read.archive().used());
    }

    private Incoming forDeployment(Owner owner, InputStream archive) throws DeploymentException {
        Incoming read = incoming.read(owner, archive);
        checkComponents(read.archive().descriptor());
        return read;
    }

    @Override
    public AssemblyStatus deploy(Owner owner, InputStream archive, Initial initial, Optional<String> source)
            throws DeploymentException {
        Incoming read = forDeployment(owner, archive);
        AssemblyKey key = read.key();
        return operations.exclusively(key, () -> {
            if (register.find(key).isPresent()) {
                throw new DeploymentException(
                        Reason.ALREADY_DEPLOYED, "there is an assembly with the name " + key.name() + " already");
            }
            register.reserve(key, read.archive(), read.addresses());
            boolean deployed = false;
            try {
                AssemblyStatus status = deploy(read, initial, source);
                deployed = true;
                return status;
            } finally {
                if (!deployed) {
                    register.release(key);
                }
            }
        });
    }

    private AssemblyStatus deploy(Incoming read, Initial initial, Optional<String> source) throws DeploymentException {
        AssemblyKey key = read.key();
        Desired desired = Desired.valueOf(initial.name());
        String content = addContent(read);
        Assembly.Version version = Assembly.Version.of(key, read.archive(), read.kept(content, source), store);
        Assembly assembly = new Assembly(key, read.owner(), version, desired, Optional.empty(), components);
        try {
            assembly.deployUnits();
            Bundle bundle = bundles.install(key, content);
            if (desired != Desired.SHUTDOWN) {
                bundle.start();
                assembly.change(bundle.getState() == Bundle.ACTIVE, desired);
            }
            store.put(assembly.record());
        } catch (DeploymentException | BundleException | IOException | RuntimeException e) {
            assembly.undeployUnits();
            bundles.uninstall(key);
            store.removeContent(content);
            throw failed("deployed", key, e);
        }
        register.put(assembly);
        // Handles events from before the registration: the bundle was stopped or uninstalled, or a component
        // disappeared.
        assembly.follow(bundles.isActive(key), desired);
        if (bundles.find(key).isEmpty()) {
            BundleFollower.takeBack(assembly, register, store);
            throw new DeploymentException(
                    Reason.INTERNAL,
                    "the bundle of the assembly " + key.name() + " was uninstalled while it was deployed");
        }
        register.notifyDeployed(key);
        return assembly.status();
    }

    @Override
    public AssemblyStatus update(Owner owner, InputStream archive, Optional<String> source) throws DeploymentException {
        return replaceVersion(owner, archive, source, "updated", Assembly::former);
    }

    @Override
    public AssemblyStatus switchTo(Owner owner, InputStream archive) throws DeploymentException {
        return replaceVersion(owner, archive, Optional.empty(), "switched", Assemblies::current);
    }

    private static Optional<AssemblyRecord.Kept> current(Assembly assembly) {
        return Optional.of(assembly.version().kept());
    }

    /** @param kept gives the version that a later rollback restores */
    private AssemblyStatus replaceVersion(
            Owner owner,
            InputStream archive,
            Optional<String> source,
            String verb,
            Function<Assembly, Optional<AssemblyRecord.Kept>> kept)
            throws DeploymentException {
        Incoming read = incoming.readVersion(owner, archive);
        AssemblyKey key = read.key();
        checkComponents(read.archive().descriptor());
        return operations.exclusively(key, () -> {
            Assembly assembly = existing(read);
            register.reserve(key, read.archive(), read.addresses());
            boolean stored = false;
            try {
                String content = addContent(read);
                stored = true;
                Assembly.Version next = Assembly.Version.of(key, read.archive(), read.kept(content, source), store);
                return change(assembly, next, kept.apply(assembly), verb);
            } finally {
                if (!stored) {
                    register.keepOnly(key, assembly.version());
                }
            }
        });
    }

    private Assembly existing(Incoming read) throws DeploymentException {
        Assembly assembly = register.existing(read.key());
        if (!assembly.owner().equals(read.owner())) {
            throw new DeploymentException(
                    Reason.ALREADY_DEPLOYED,
                    "the assembly " + read.key().name()
                            + " was deployed for another owner meanwhile; list the assemblies again");
        }
        return assembly;
    }

    @Override
    public AssemblyStatus keep(Owner owner, InputStream archive) throws DeploymentException {
        Incoming read = incoming.readVersion(owner, archive);
        AssemblyKey key = read.key();
        return operations.exclusively(key, () -> {
            Assembly assembly = existing(read);
            Optional<AssemblyRecord.Kept> before = assembly.former();
            String content = addContent(read);
            assembly.keep(Optional.of(read.kept(content, Optional.empty())));
            try {
                store.put(assembly.record());
            } catch (IOException | RuntimeException e) {
                assembly.keep(before);
                store.removeContent(content);
                throw failed("kept", key, e);
            }
            before.map(AssemblyRecord.Kept::content).ifPresent(store::removeContent);
            LOG.info("The former version of the assembly {} is replaced.", key);
            return assembly.status();
        });
    }

    @Override
    public AssemblyStatus rollback(AssemblyKey key) throws DeploymentException {
        return operations.exclusively(key, () -> {
            Assembly assembly = register.existing(key);
            AssemblyRecord.Kept former = assembly.former()
                    .orElseThrow(() -> new DeploymentException(
                            Reason.NO_FORMER_VERSION, "the assembly " + key.name() + " has no version to go back to"));
            AssemblyArchive archive;
            try {
                archive = store.archive(former.content(), Recovery.trust(key));
                store.rebuildUnits(assembly.owner(), former.content(), archive);
            } catch (IOException e) {
                throw failed("rolled back", key, e);
            }
            checkComponents(archive.descriptor());
            register.reserve(key, archive, former.addresses());
            Assembly.Version next = Assembly.Version.of(key, archive, former, store);
            return change(assembly, next, current(assembly), "rolled back");
        });
    }

    /**
     * Replaces the old version by the new one, then writes the record, then removes the old version. After a failure before
     * the record, the old version stays unchanged. The names of both versions are reserved until the end.
     */
    private AssemblyStatus change(
            Assembly assembly, Assembly.Version next, Optional<AssemblyRecord.Kept> kept, String verb)
            throws DeploymentException {
        AssemblyKey key = assembly.key();
        List<String> contents = assembly.contents();
        Optional<AssemblyRecord.Kept> keptBefore = assembly.former();
        Assembly.Version before = assembly.version();
        assembly.changing(true);
        try {
            assembly.change(next, kept);
            try {
                bundles.replace(key, next.content());
                store.put(assembly.record());
            } catch (BundleException | IOException | RuntimeException e) {
                assembly.takeBack(before, keptBefore);
                bundles.replaceQuietly(key, before.content());
                throw e;
            }
            assembly.retire(before);
        } catch (DeploymentException | BundleException | IOException | RuntimeException e) {
            if (!contents.contains(next.content())) {
                store.removeContent(next.content());
            }
            throw failed(verb, key, e);
        } finally {
            register.keepOnly(key, assembly.version());
            assembly.changing(false);
            assembly.follow(bundles.isActive(key), assembly.desired());
        }
        List<String> needed = assembly.contents();
        contents.stream().filter(content -> !needed.contains(content)).forEach(store::removeContent);
        LOG.info("The assembly {} is {}.", key, verb);
        return assembly.status();
    }

    @Override
    public void undeploy(AssemblyKey key) throws DeploymentException {
        operations.exclusively(key, () -> {
            Assembly assembly = register.existing(key);
            assembly.changing(true);
            try {
                assembly.undeployUnits();
                store.remove(key);
            } catch (IOException | RuntimeException e) {
                assembly.changing(false);
                assembly.follow(bundles.isActive(key), assembly.desired());
                throw failed("undeployed", key, e);
            }
            register.remove(assembly);
            bundles.uninstall(key);
            assembly.contents().forEach(store::removeContent);
            return null;
        });
    }

    @Override
    public AssemblyStatus start(AssemblyKey key) throws DeploymentException {
        return changeState(key, "started", (assembly, bundle) -> activate(assembly, bundle, Desired.STARTED));
    }

    private void activate(Assembly assembly, Bundle bundle, Desired wanted)
            throws DeploymentException, BundleException, IOException {
        Desired before = assembly.desired();
        try {
            if (!AssemblyBundles.isActive(bundle)) {
                bundle.start();
            }
            assembly.change(AssemblyBundles.isActive(bundle), wanted);
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
    }

    @Override
    public AssemblyStatus stop(AssemblyKey key) throws DeploymentException {
        return changeState(key, "stopped", (assembly, bundle) -> {
            if (assembly.desired() != Desired.SHUTDOWN) {
                stopUnits(assembly, bundle);
            }
        });
    }

    @Override
    public AssemblyStatus bringToStopped(AssemblyKey key) throws DeploymentException {
        return changeState(key, "stopped", (assembly, bundle) -> {
            if (assembly.desired() == Desired.SHUTDOWN) {
                activate(assembly, bundle, Desired.STOPPED);
            } else {
                stopUnits(assembly, bundle);
            }
        });
    }

    private void stopUnits(Assembly assembly, Bundle bundle) throws IOException {
        store.put(assembly.record().wanting(Desired.STOPPED));
        assembly.follow(AssemblyBundles.isActive(bundle), Desired.STOPPED);
    }

    @Override
    public AssemblyStatus shutDown(AssemblyKey key) throws DeploymentException {
        return changeState(key, "shut down", (assembly, bundle) -> {
            store.put(assembly.record().wanting(Desired.SHUTDOWN));
            assembly.follow(false, Desired.SHUTDOWN);
            bundle.stop();
        });
    }

    private interface StateChange {
        void apply(Assembly assembly, Bundle bundle) throws DeploymentException, BundleException, IOException;
    }

    private AssemblyStatus changeState(AssemblyKey key, String verb, StateChange change) throws DeploymentException {
        return operations.exclusively(key, () -> {
            Assembly assembly = register.existing(key);
            assembly.changing(true);
            try {
                Bundle bundle = bundles.find(key)
                        .orElseThrow(() -> new DeploymentException(
                                Reason.INTERNAL, "the bundle of the assembly " + key.name() + " is gone"));
                change.apply(assembly, bundle);
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
        return register.find(key).map(Assembly::status);
    }

    @Override
    public List<AssemblyStatus> all() {
        return register.all().stream().map(Assembly::status).toList();
    }

    @Override
    public SortedSet<AssemblyKey> usersOf(String component) {
        return register.usersOf(component);
    }

    @Override
    public String descriptor(AssemblyKey key) throws DeploymentException {
        return operations.exclusively(
                key, () -> kept.descriptor(register.existing(key).record()));
    }

    @Override
    public byte[] archive(AssemblyKey key, ArchiveForm form) throws DeploymentException {
        return operations.exclusively(
                key, () -> kept.archive(register.existing(key).record(), form));
    }

    @Override
    public void addListener(Listener listener) {
        register.addListener(listener);
    }

    @Override
    public void removeListener(Listener listener) {
        register.removeListener(listener);
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
        register.all().forEach(assembly -> assembly.reconcileWith(component));
        register.notifyReturned(component);
    }

    @Override
    public void withdrawFrom(String component) {
        components.leaves(component);
        register.lastFirst().forEach(assembly -> assembly.withdrawFrom(component));
    }

    // --- steps

    private void checkComponents(AssemblyDescriptor descriptor) throws DeploymentException {
        List<AssemblyDescriptor.Unit> unavailable = descriptor.units().stream()
                .filter(unit -> components.find(unit.component()).isEmpty())
                .toList();
        if (!unavailable.isEmpty()) {
            throw Refusal.unknownComponents(unavailable);
        }
        for (AssemblyDescriptor.Unit unit : descriptor.units()) {
            components.started(unit);
        }
    }

    private String addContent(Incoming read) throws DeploymentException {
        try {
            return store.addContent(read.key(), read.owner(), read.archive());
        } catch (IOException e) {
            throw failed("stored", read.key(), e);
        }
    }

    /**
     * The exception for the deploying user. Failures of a component or an archive are reported to that user; other
     * failures are logged for the node's operator.
     */
    static DeploymentException failed(String verb, AssemblyKey key, Exception e) {
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
