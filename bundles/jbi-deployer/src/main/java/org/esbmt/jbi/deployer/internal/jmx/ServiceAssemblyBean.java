package org.esbmt.jbi.deployer.internal.jmx;

import javax.jbi.management.LifeCycleMBean;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyKey;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyStatus;
import org.esbmt.jbi.deployer.internal.assembly.Initiator;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.tenancy.api.UserId;

/** An assembly's life cycle (JSR-208, section 6.8); failures are plain exceptions that any console can show. */
final class ServiceAssemblyBean implements ServiceAssemblyMBean {
    private final AssemblyKey key;
    private final AssemblyManager assemblies;

    ServiceAssemblyBean(AssemblyKey key, AssemblyManager assemblies) {
        this.key = key;
        this.assemblies = assemblies;
    }

    @Override
    public String getName() {
        return key.name();
    }

    @Override
    public String getDescription() {
        return status().descriptor().description();
    }

    @Override
    public String getTenant() {
        return key.owner().tenant().isPresent() ? key.ownerText() : "";
    }

    @Override
    public String getUser() {
        return status().owner().user().map(UserId::toString).orElse("");
    }

    @Override
    public String[] getServiceUnits() {
        return status().descriptor().units().stream()
                .map(unit -> unit.name() + "@" + unit.component())
                .toArray(String[]::new);
    }

    @Override
    public String getDigest() {
        return status().digest();
    }

    @Override
    public String getRewrittenDigest() {
        return status().rewritten().orElse("");
    }

    @Override
    public String getFailure() {
        return status().failure().orElse("");
    }

    @Override
    public String getCurrentState() {
        return assemblies
                .find(key)
                .map(status -> AssemblyState.text(status.state()))
                .orElse(LifeCycleMBean.UNKNOWN);
    }

    @Override
    public void start() {
        run("startAssembly", () -> assemblies.start(key));
    }

    @Override
    public void stop() {
        run("stopAssembly", () -> assemblies.stop(key));
    }

    @Override
    public void shutDown() {
        run("shutDownAssembly", () -> assemblies.shutDown(key));
    }

    private AssemblyStatus status() {
        return assemblies
                .find(key)
                .orElseThrow(() -> new IllegalStateException("the assembly " + key + " is not deployed any more"));
    }

    private void run(String operation, Initiator.Work<AssemblyStatus, DeploymentException> work) {
        try {
            Initiator.JMX.audited(operation, Initiator.object(key), work);
        } catch (DeploymentException e) {
            throw new IllegalStateException(e.getMessage());
        }
    }
}
