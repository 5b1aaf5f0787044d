package org.esbmt.jbi.deployer.internal.jmx;

import javax.jbi.management.LifeCycleMBean;
import org.esbmt.management.api.DeployedAssembly;

/** States in the words of JSR-208, which has none for an assembly that cannot be what it should be. */
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
