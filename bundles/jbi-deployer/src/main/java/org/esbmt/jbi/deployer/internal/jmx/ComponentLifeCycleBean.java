package org.esbmt.jbi.deployer.internal.jmx;

import javax.jbi.JBIException;
import javax.jbi.management.ComponentLifeCycleMBean;
import javax.management.ObjectName;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager;
import org.esbmt.jbi.deployer.internal.assembly.Initiator;

/**
 * A component's life cycle (JSR-208, section 6.8). A component that is shut down forgets its units, so they leave it
 * before, and come back when it is started.
 */
final class ComponentLifeCycleBean implements ComponentLifeCycleMBean {
    private final InstalledComponent component;
    private final AssemblyManager assemblies;

    ComponentLifeCycleBean(InstalledComponent component, AssemblyManager assemblies) {
        this.component = component;
        this.assemblies = assemblies;
    }

    @Override
    public ObjectName getExtensionMBeanName() {
        return component.component().getLifeCycle().getExtensionMBeanName();
    }

    @Override
    public String getCurrentState() {
        return component.state().text();
    }

    @Override
    public void start() {
        run("startComponent", "started", () -> {
            component.start();
            assemblies.returnTo(component.name());
        });
    }

    @Override
    public void stop() {
        run("stopComponent", "stopped", component::stop);
    }

    @Override
    public void shutDown() {
        run("shutDownComponent", "shut down", () -> {
            assemblies.withdrawFrom(component.name());
            component.shutDown();
        });
    }

    private interface Operation {
        void run() throws JBIException;
    }

    private void run(String name, String verb, Operation operation) {
        try {
            Initiator.JMX.audited(name, "component " + component.name(), () -> {
                operation.run();
                return null;
            });
        } catch (JBIException e) {
            throw new IllegalStateException(
                    "the component " + component.name() + " cannot be " + verb + ": " + e.getMessage());
        }
    }
}
