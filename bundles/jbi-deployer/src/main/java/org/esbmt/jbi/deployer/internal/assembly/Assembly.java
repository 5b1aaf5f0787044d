package org.esbmt.jbi.deployer.internal.assembly;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import javax.jbi.component.Component;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive;
import org.esbmt.jbi.deployer.internal.archive.AssemblyDescriptor;
import org.esbmt.jbi.deployer.internal.archive.EndpointName;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.management.api.DeploymentException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A service assembly at run time: raises all of its units together, or none of them (JSR-208, section 6.8). The desired
 * state is {@code desired} while the assembly's bundle is active, and SHUTDOWN otherwise. The actual state may lag
 * behind, because a component is missing or failed.
 *
 * <p>Threads: any. The lock is held during calls of components, but never during calls of the framework, since the
 * framework calls this class under its own locks.
 */
final class Assembly {
    private static final Logger LOG = LoggerFactory.getLogger(Assembly.class);

    private final AssemblyKey key;
    private final Owner owner;
    private final AvailableComponents components;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock.
    private Version version;
    private Optional<AssemblyRecord.Kept> former;
    private AssemblyRecord.Desired desired;
    private boolean active;
    private boolean changing;
    private DeployedAssembly.State state = DeployedAssembly.State.SHUTDOWN;
    private Optional<DeploymentException> failure = Optional.empty();

    /** Readable while a slow component holds the lock. */
    private volatile AssemblyStatus status;

    /** One archive of the assembly, unpacked. */
    record Version(
            AssemblyDescriptor descriptor,
            List<EndpointName> provided,
            AssemblyRecord.Kept kept,
            List<UnitLifeCycle> units) {
        Version {
            provided = List.copyOf(provided);
            units = List.copyOf(units);
        }

        static Version of(AssemblyKey key, AssemblyArchive archive, AssemblyRecord.Kept kept, AssemblyStore store) {
            List<UnitLifeCycle> units = archive.descriptor().units().stream()
                    .map(unit -> new UnitLifeCycle(
                            key, unit, store.unit(kept.content(), unit.name()), key.unitName(unit.name())))
                    .toList();
            return new Version(archive.descriptor(), archive.provided(), kept, units);
        }

        String content() {
            return kept.content();
        }

        /** The same version with unit names that no component confuses with those of the other version. */
        Version beside(Version other, AssemblyKey key) {
            boolean different = other.units.stream().noneMatch(unit -> unit.name()
                    .equals(key.unitName(unit.unit().name())));
            List<UnitLifeCycle> renamed = units.stream()
                    .map(unit -> different
                            ? unit
                            : unit.called(key.otherUnitName(unit.unit().name())))
                    .toList();
            return new Version(descriptor, provided, kept, renamed);
        }
    }

    Assembly(
            AssemblyKey key,
            Owner owner,
            Version version,
            AssemblyRecord.Desired desired,
            Optional<AssemblyRecord.Kept> former,
            AvailableComponents components) {
        this.key = key;
        this.owner = owner;
        this.version = version;
        this.desired = desired;
        this.former = former;
        this.components = components;
        this.status = snapshot();
    }

    AssemblyKey key() {
        return key;
    }

    /** The owner of all versions: the owner of the name, or a user of that tenant. */
    Owner owner() {
        return owner;
    }

    /** Does not wait for a running operation. */
    AssemblyStatus status() {
        return status;
    }

    Version version() {
        return locked(() -> version);
    }

    /** The version that a rollback restores. */
    Optional<AssemblyRecord.Kept> former() {
        return locked(() -> former);
    }

    /** The names of all of this assembly's folders in the store. */
    List<String> contents() {
        return record().contents();
    }

    AssemblyRecord record() {
        return locked(() -> new AssemblyRecord(key, owner, desired, version.kept(), former));
    }

    AssemblyRecord.Desired desired() {
        return locked(() -> desired);
    }

    /** Sets the desired state; the caller or an event of the bundle applies it. */
    void note(AssemblyRecord.Desired wanted) {
        locked(() -> desired = wanted);
    }

    /** During a change by the deployer, events of the assembly's bundle are its own effects. */
    void changing(boolean now) {
        locked(() -> changing = now);
    }

    boolean isChanging() {
        return locked(() -> changing);
    }

    /** Deploys the units of a new assembly to their components, so that these can refuse them. */
    void deployUnits() throws DeploymentException {
        locked(() -> {
            try {
                raise(UnitLifeCycle.Stage.DEPLOYED);
            } catch (DeploymentException | RuntimeException e) {
                lower(UnitLifeCycle.Stage.ABSENT);
                throw e;
            }
            return null;
        });
    }

    /**
     * Brings the units to their desired state.
     *
     * @param bundleActive true if the assembly's bundle is active
     * @throws DeploymentException if that fails; then no unit is up, and the next event tries again
     */
    void change(boolean bundleActive, AssemblyRecord.Desired wanted) throws DeploymentException {
        locked(() -> {
            active = bundleActive;
            desired = wanted;
            settle();
            return null;
        });
    }

    /** Like {@link #change}, but logs a failure. */
    void follow(boolean bundleActive, AssemblyRecord.Desired wanted) {
        locked(() -> {
            active = bundleActive;
            desired = wanted;
            reconcile();
            return null;
        });
    }

    /** Tries again after the arrival of a component, if the assembly needs it. */
    void reconcileWith(String component) {
        locked(() -> {
            if (uses(component)) {
                reconcile();
            }
            return null;
        });
    }

    /** Undeploys the units of a leaving component while it still works; the other units do not run without them. */
    void withdrawFrom(String component) {
        locked(() -> {
            if (uses(component)) {
                lower(UnitLifeCycle.Stage.DEPLOYED);
                for (int i = version.units().size() - 1; i >= 0; i--) {
                    UnitLifeCycle unit = version.units().get(i);
                    if (unit.unit().component().equals(component)) {
                        unit.lower(UnitLifeCycle.Stage.ABSENT);
                    }
                }
                reconcile();
            }
            return null;
        });
    }

    /**
     * Replaces the units of this version by those of another one. The change has no gap if all of their components
     * support succession; otherwise the old units stop first. After a failure the old units continue.
     *
     * @param kept the version that a rollback restores from then on
     * @return the old version: the caller retires it when the change is durable, or passes it to {@link #takeBack}
     */
    Version change(Version next, Optional<AssemblyRecord.Kept> kept) throws DeploymentException {
        return locked(() -> {
            Version before = version;
            if (active && Succession.isPossible(before.units(), next.units(), components)) {
                succeed(next.beside(before, key));
            } else {
                swap(next);
            }
            former = kept;
            return before;
        });
    }

    /** Changes the version that a rollback restores. */
    void keep(Optional<AssemblyRecord.Kept> kept) {
        locked(() -> {
            former = kept;
            return null;
        });
    }

    private void succeed(Version next) throws DeploymentException {
        boolean succeeded = false;
        try {
            raise(next.units(), UnitLifeCycle.Stage.INITIALIZED);
            Succession.takeOver(version.units(), next.units());
            succeeded = true;
        } finally {
            if (!succeeded) {
                lower(next.units(), UnitLifeCycle.Stage.ABSENT);
            }
        }
        version = next;
    }

    private void swap(Version next) throws DeploymentException {
        Version before = version;
        lower(UnitLifeCycle.Stage.ABSENT);
        version = next;
        try {
            raise(UnitLifeCycle.Stage.DEPLOYED);
            settle();
        } catch (DeploymentException | RuntimeException e) {
            lower(UnitLifeCycle.Stage.ABSENT);
            version = before;
            reconcile();
            throw e;
        }
    }

    /** Undoes a failed change: the former version continues, or runs again. */
    void takeBack(Version before, Optional<AssemblyRecord.Kept> kept) {
        locked(() -> {
            lower(UnitLifeCycle.Stage.ABSENT);
            version = before;
            former = kept;
            reconcile();
            return null;
        });
    }

    /** Completes a durable change: the units of the former version finish their exchanges and are undeployed. */
    void retire(Version before) {
        locked(() -> {
            lower(before.units(), UnitLifeCycle.Stage.ABSENT);
            return null;
        });
    }

    /** Undeploys all units, so that no component knows the assembly. */
    void undeployUnits() {
        locked(() -> {
            active = false;
            lower(UnitLifeCycle.Stage.ABSENT);
            state = DeployedAssembly.State.SHUTDOWN;
            failure = Optional.empty();
            return null;
        });
    }

    private void reconcile() {
        try {
            settle();
        } catch (DeploymentException e) {
            if (e.reason() == DeploymentException.Reason.UNKNOWN_COMPONENT) {
                LOG.info("The assembly {} waits: {}.", key, e.getMessage()); // as at each start of the bus
            } else {
                LOG.warn("The assembly {} is not running: {}.", key, e.getMessage(), e.getCause());
            }
        }
    }

    private void settle() throws DeploymentException {
        AssemblyRecord.Desired target = active ? desired : AssemblyRecord.Desired.SHUTDOWN;
        DeployedAssembly.State before = state;
        try {
            switch (target) {
                case STARTED -> raise(UnitLifeCycle.Stage.STARTED);
                case STOPPED -> {
                    lower(UnitLifeCycle.Stage.INITIALIZED);
                    raise(UnitLifeCycle.Stage.INITIALIZED);
                }
                case SHUTDOWN -> lower(UnitLifeCycle.Stage.DEPLOYED);
            }
        } catch (DeploymentException e) {
            lower(UnitLifeCycle.Stage.DEPLOYED);
            failure = Optional.of(e);
            state = DeployedAssembly.State.FAILED;
            throw e;
        }
        failure = Optional.empty();
        state = DeployedAssembly.State.valueOf(target.name());
        if (state != before) {
            LOG.info("The assembly {} is {} now.", key, state);
        }
    }

    /** Raises all units to one stage before any unit reaches the next, in the order of the descriptor. */
    private void raise(UnitLifeCycle.Stage to) throws DeploymentException {
        raise(version.units(), to);
    }

    private void raise(List<UnitLifeCycle> units, UnitLifeCycle.Stage to) throws DeploymentException {
        List<Component> owners = new ArrayList<>();
        for (UnitLifeCycle unit : units) {
            owners.add(components.started(unit.unit()).component());
        }
        for (UnitLifeCycle.Stage stage : UnitLifeCycle.Stage.RISING) {
            if (stage.compareTo(to) > 0) {
                break;
            }
            if (stage == UnitLifeCycle.Stage.STARTED) {
                Succession.start(units, owners);
                continue;
            }
            for (int i = 0; i < owners.size(); i++) {
                units.get(i).raise(stage, owners.get(i));
            }
        }
    }

    private void lower(UnitLifeCycle.Stage to) {
        lower(version.units(), to);
    }

    /**
     * Lowers the units in reverse order: all are stopped before the first is shut down. Before the first is stopped,
     * all have finished the exchanges that they sent, since these may need the other units.
     */
    private static void lower(List<UnitLifeCycle> units, UnitLifeCycle.Stage to) {
        for (int i = units.size() - 1; i >= 0; i--) {
            units.get(i).closeConsumers();
        }
        UnitLifeCycle.Stage stage = UnitLifeCycle.Stage.STARTED;
        while (stage != to) {
            stage = stage.below();
            for (int i = units.size() - 1; i >= 0; i--) {
                units.get(i).lower(stage);
            }
        }
    }

    private boolean uses(String component) {
        return version.units().stream().anyMatch(unit -> unit.unit().component().equals(component));
    }

    private AssemblyStatus snapshot() {
        return new AssemblyStatus(
                key,
                owner,
                version.descriptor(),
                state,
                version.kept().digests().original(),
                version.kept().digests().rewritten(),
                former.map(kept -> kept.digests().original()),
                version.kept().source(),
                failure.map(DeploymentException::getMessage));
    }

    private interface Work<T, X extends Exception> {
        T run() throws X;
    }

    private <T, X extends Exception> T locked(Work<T, X> work) throws X {
        lock.lock();
        try {
            return work.run();
        } finally {
            status = snapshot();
            lock.unlock();
        }
    }
}
