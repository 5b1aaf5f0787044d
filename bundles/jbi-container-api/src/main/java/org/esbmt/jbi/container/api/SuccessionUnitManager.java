package org.esbmt.jbi.container.api;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import javax.jbi.component.ServiceUnitManager;
import javax.jbi.management.DeploymentException;
import javax.jbi.servicedesc.ServiceEndpoint;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A unit manager whose units can replace others while requests continue. A component implements it so that an assembly
 * can be updated without a gap. An assembly with other components is stopped for an update and started again.
 *
 * <p>The deployer changes versions in these steps, each for all units of the new version before the next:
 *
 * <ol>
 *   <li>{@code deploy} and {@code init} of the new units, under names that no other unit has. All steps that can fail
 *       or take time belong here: parsing, compiling, checking. The old units serve.
 *   <li>{@link #takeOverProviders}, then {@link #takeOverConsumers}: a new consumer never meets an incompatible old set
 *       of providers. The new units are then started. The old ones are started, too, without the common names. The
 *       deployer does not call {@code start}.
 *   <li>The deployer makes the change durable.
 *   <li>{@link #closeConsumers}, then {@code stop}, {@code shutDown}, {@code undeploy} of the old units.
 * </ol>
 *
 * If one of the first three steps fails, the deployer applies the last one to the <em>new</em> units. A name that a unit
 * has taken over then returns to its former unit at once, if that unit is still started.
 *
 * <p>A plain start is the second step without predecessors. A plain stop is {@code closeConsumers} of all units of the
 * assembly, then {@code stop} of all. A request is therefore accepted only while everything that it needs is open.
 * Threads: the deployer's, which may block; operations on a unit run one at a time.
 */
@ConsumerType
public interface SuccessionUnitManager extends ServiceUnitManager {

    /** The activated endpoints of a started unit; empty for any other unit. */
    Set<ServiceEndpoint> endpoints(String unit);

    /**
     * Opens the providers of an initialized unit: new names first, then the names of the predecessors. Each name is
     * opened in one step, so that it always has an endpoint ({@link TenantComponentContext#activateEndpoint(Owner,
     * javax.xml.namespace.QName, String, Set, java.util.function.Consumer)}).
     *
     * @throws DeploymentException the unit has taken over nothing; it is initialized as before
     */
    void takeOverProviders(String unit, Predecessors predecessors) throws DeploymentException;

    /**
     * Opens the consumers of exchanges (a binding component's ports and paths, an engine's timers): new names first,
     * then the names of the predecessors. The unit is started when this returns.
     *
     * @throws DeploymentException the unit's consumers have taken over nothing; its providers are open
     */
    void takeOverConsumers(String unit, Predecessors predecessors) throws DeploymentException;

    /**
     * Stops a started unit from sending new exchanges to the bus. Returns when its open exchanges are finished, or when
     * the component has ended them at its deadline. Its providers stay open: the exchanges may need them. Called before
     * {@code stop}; on a unit with closed consumers it does nothing.
     */
    void closeConsumers(String unit) throws DeploymentException;

    /**
     * Closes the unit's providers; returns when their exchanges are finished, or the component's deadline is over
     * ({@link TenantComponentContext#closeEndpoint}).
     */
    @Override
    void stop(String unit) throws DeploymentException;

    /**
     * The units and endpoints that a unit replaces.
     *
     * @param units the names of the started units of the same component
     * @param endpoints the activated endpoints of the old version, at any component: a service may move between
     * components
     */
    record Predecessors(Set<String> units, Set<ServiceEndpoint> endpoints) {
        public Predecessors {
            units = Set.copyOf(units);
            endpoints = Set.copyOf(requireNonNull(endpoints, "endpoints"));
        }
    }
}
