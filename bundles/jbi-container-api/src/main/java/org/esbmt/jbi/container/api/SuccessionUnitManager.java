package org.esbmt.jbi.container.api;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import javax.jbi.component.ServiceUnitManager;
import javax.jbi.management.DeploymentException;
import javax.jbi.servicedesc.ServiceEndpoint;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A unit manager whose units can take the place of others while requests go on: a component implements it so that an
 * assembly can be updated without a gap. The assembly of a component without it is stopped for an update and started
 * again.
 *
 * <p>The deployer changes versions in these steps, each for all units of the new version before the next:
 *
 * <ol>
 *   <li>{@code deploy} and {@code init} of the new units, under names that no other unit has. Everything that can fail
 *       or takes time belongs here: parsing, compiling, checking. The old units serve.
 *   <li>{@link #takeOverProviders}, then {@link #takeOverConsumers}: a new consumer never meets an old set of providers
 *       that it does not fit. The new units are started now, the old ones are too, without the names that they had in
 *       common. There is no {@code start}.
 *   <li>The change is made durable.
 *   <li>{@link #closeConsumers}, then {@code stop}, {@code shutDown}, {@code undeploy} of the old units.
 * </ol>
 *
 * When a step up to the third fails, the last one is done to the <em>new</em> units instead: a name that a unit has
 * taken over goes back, at once, to the one it was taken from, as long as that one is started.
 *
 * <p>A plain start is the second step without predecessors; a plain stop is {@code closeConsumers} of all units of the
 * assembly, then {@code stop} of all, so that a request is accepted only while all that it needs is open. Threads: the
 * deployer's, which may block; one operation on a unit after the other.
 */
@ConsumerType
public interface SuccessionUnitManager extends ServiceUnitManager {

    /** The endpoints that a started unit has activated; empty for any other one. */
    Set<ServiceEndpoint> endpoints(String unit);

    /**
     * Opens the providers of an initialized unit: new names first, then those that the predecessors have, each in one
     * step, so that there is always somebody behind it ({@link TenantComponentContext#activateEndpoint(Owner,
     * javax.xml.namespace.QName, String, Set, java.util.function.Consumer)}).
     *
     * @throws DeploymentException the unit has taken nothing; it is initialized as before
     */
    void takeOverProviders(String unit, Predecessors predecessors) throws DeploymentException;

    /**
     * Opens what brings exchanges onto the bus (a binding component's ports and paths, an engine's timers), new names
     * first, then in the place of what the predecessors have. The unit is started when this returns.
     *
     * @throws DeploymentException the unit's consumers have taken nothing; its providers are open
     */
    void takeOverConsumers(String unit, Predecessors predecessors) throws DeploymentException;

    /**
     * From now on a started unit brings no new exchanges onto the bus. Returns when those that it has brought are
     * finished, or when the component's deadline for that is over and it has ended them. Its providers stay open: the
     * exchanges may need them. Called before {@code stop}; on a unit whose consumers are closed it does nothing.
     */
    void closeConsumers(String unit) throws DeploymentException;

    /**
     * Closes the unit's providers; returns when the exchanges that they have are finished, or the component's deadline
     * for that is over ({@link TenantComponentContext#closeEndpoint}).
     */
    @Override
    void stop(String unit) throws DeploymentException;

    /**
     * The units and endpoints that a unit replaces.
     *
     * @param units the units of the same component, which are started; their names
     * @param endpoints the endpoints that the old version has activated, at any component: a service may move between
     *     components
     */
    record Predecessors(Set<String> units, Set<ServiceEndpoint> endpoints) {
        public Predecessors {
            units = Set.copyOf(units);
            endpoints = Set.copyOf(requireNonNull(endpoints, "endpoints"));
        }
    }
}
