package org.esbmt.jbi.deployer.internal.jmx;

import javax.jbi.management.ComponentLifeCycleMBean;
import javax.management.ObjectName;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.deployer.internal.assembly.Initiator;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.DeploymentException;

/**
 * A component's life cycle (JSR-208, section 6.8). A component loses its units when it is shut down. The units are
 * therefore undeployed before, and deployed again after its start.
 */
final class ComponentLifeCycleBean implements ComponentLifeCycleMBean {
    private final InstalledComponent component;
    private final ComponentDeployer components;

    ComponentLifeCycleBean(InstalledComponent component, ComponentDeployer components) {
        this.component = component;
        this.components = components;
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
        run("startComponent", components::start);
    }

    @Override
    public void stop() {
        run("stopComponent", components::stop);
    }

    @Override
    public void shutDown() {
        run("shutDownComponent", components::shutDown);
    }

    private interface Operation {
        Object on(String component) throws DeploymentException;
    }

    private void run(String name, Operation operation) {
        try {
            Initiator.JMX.audited(name, "component " + component.name(), () -> operation.on(component.name()));
        } catch (DeploymentException e) {
            throw new IllegalStateException(e.getMessage());
        }
    }
}
