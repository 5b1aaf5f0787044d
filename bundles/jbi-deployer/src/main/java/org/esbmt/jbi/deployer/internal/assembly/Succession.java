package org.esbmt.jbi.deployer.internal.assembly;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.jbi.component.Component;
import javax.jbi.servicedesc.ServiceEndpoint;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.SuccessionUnitManager;
import org.esbmt.jbi.container.api.SuccessionUnitManager.Predecessors;
import org.esbmt.management.api.DeploymentException;

/** Replaces units by others without a gap ({@link SuccessionUnitManager}). Threads: those with the assembly's lock. */
final class Succession {
    private static final Predecessors NOBODY = new Predecessors(Set.of(), Set.of());

    private Succession() {}

    /** True if the old units run, and all of their components support succession. */
    static boolean isPossible(List<UnitLifeCycle> old, List<UnitLifeCycle> young, AvailableComponents components) {
        return old.stream().allMatch(unit -> unit.isStarted() && isSupported(unit, components))
                && young.stream().allMatch(unit -> isSupported(unit, components));
    }

    private static boolean isSupported(UnitLifeCycle unit, AvailableComponents components) {
        Optional<InstalledComponent> component = components.find(unit.unit().component());
        return component.isPresent()
                && component.get().state() == InstalledComponent.State.STARTED
                && UnitLifeCycle.canSucceed(component.get().component());
    }

    /**
     * Opens the providers of all units first, then the consumers, in the order of the descriptor. A request of a new
     * consumer therefore finds all new providers.
     *
     * @param young initialized units
     * @throws DeploymentException if one fails; lowering the young units returns the names that they have taken over
     */
    static void takeOver(List<UnitLifeCycle> old, List<UnitLifeCycle> young) throws DeploymentException {
        Set<ServiceEndpoint> endpoints = new HashSet<>();
        for (UnitLifeCycle unit : old) {
            endpoints.addAll(unit.endpoints());
        }
        for (UnitLifeCycle unit : young) {
            unit.takeOverProviders(predecessors(old, unit, endpoints));
        }
        for (UnitLifeCycle unit : young) {
            unit.takeOverConsumers(predecessors(old, unit, endpoints));
        }
    }

    /**
     * Starts initialized units without predecessors, in the same order. A component without succession starts its units
     * as consumers.
     *
     * @param owners the components, unit by unit
     */
    static void start(List<UnitLifeCycle> units, List<Component> owners) throws DeploymentException {
        List<UnitLifeCycle> rising = units.stream()
                .filter(unit -> !unit.isStarted() && unit.canSucceed())
                .toList();
        for (UnitLifeCycle unit : rising) {
            unit.takeOverProviders(NOBODY);
        }
        for (int i = 0; i < units.size(); i++) {
            if (rising.contains(units.get(i))) {
                units.get(i).takeOverConsumers(NOBODY);
            } else {
                units.get(i).raise(UnitLifeCycle.Stage.STARTED, owners.get(i));
            }
        }
    }

    private static Predecessors predecessors(
            List<UnitLifeCycle> old, UnitLifeCycle of, Set<ServiceEndpoint> endpoints) {
        return new Predecessors(
                old.stream()
                        .filter(unit -> unit.unit().component().equals(of.unit().component()))
                        .map(UnitLifeCycle::name)
                        .collect(Collectors.toSet()),
                endpoints);
    }
}
