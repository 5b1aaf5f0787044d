package org.esbmt.jbi.deployer.internal.jmx;

import javax.jbi.management.LifeCycleMBean;
import org.esbmt.management.api.DeployedAssembly;

/** States in the terms of JSR-208, which has no term for an assembly that is not in its desired state. */
final class AssemblyState {
    private AssemblyState() {}

    static String text(DeployedAssembly.State state) {
        return switch (state) {
            case STARTED -> LifeCycleMBean.STARTED;
            case STOPPED -> LifeCycleMBean.STOPPED;
            case SHUTDOWN -> LifeCycleMBean.SHUTDOWN;
            case FAILED -> LifeCycleMBean.UNKNOWN;
        };
    }
}
