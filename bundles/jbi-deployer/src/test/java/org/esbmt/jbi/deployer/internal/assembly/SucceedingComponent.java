package org.esbmt.jbi.deployer.internal.assembly;

import java.util.List;
import java.util.Set;
import javax.jbi.management.DeploymentException;
import javax.jbi.servicedesc.ServiceEndpoint;
import org.esbmt.jbi.container.api.SuccessionUnitManager;

/** A recording component that supports succession. */
public final class SucceedingComponent extends RecordingComponent implements SuccessionUnitManager {
    private volatile RuntimeException fault;

    public SucceedingComponent(String name, List<String> diary) {
        super(name, diary);
    }

    /** Makes the query for its units' endpoints fail. */
    public void failToTell(RuntimeException how) {
        fault = how;
    }

    @Override
    public Set<ServiceEndpoint> endpoints(String unit) {
        if (fault != null) {
            throw fault;
        }
        return Set.of();
    }

    @Override
    public void takeOverProviders(String unit, Predecessors predecessors) throws DeploymentException {
        step("provide", unit, "stopped", "provided");
    }

    @Override
    public void takeOverConsumers(String unit, Predecessors predecessors) throws DeploymentException {
        for (String predecessor : predecessors.units()) {
            if (!"started".equals(units().get(predecessor))) {
                throw new DeploymentException(predecessor + " cannot give way to " + unit);
            }
        }
        step("consume", unit, "provided", "started");
    }

    @Override
    public void closeConsumers(String unit) throws DeploymentException {
        String stage = units().get(unit);
        step("close", unit, stage, stage);
    }

    @Override
    public void stop(String unit) throws DeploymentException {
        step("stop", unit, units().get(unit), "stopped");
    }
}
