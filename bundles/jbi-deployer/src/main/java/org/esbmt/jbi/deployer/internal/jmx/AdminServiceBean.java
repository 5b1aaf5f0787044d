package org.esbmt.jbi.deployer.internal.jmx;

import java.util.List;
import javax.jbi.management.AdminServiceMBean;
import javax.management.ObjectName;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponents;

/** JSR-208, section 6.9.1: the list of components. */
final class AdminServiceBean implements AdminServiceMBean {
    private static final List<String> SERVICES =
            List.of(JbiNames.ADMIN_SERVICE, JbiNames.DEPLOYMENT_SERVICE, JbiNames.INSTALLATION_SERVICE);

    private final InstalledComponents components;
    private final String systemInfo;

    AdminServiceBean(InstalledComponents components, String systemInfo) {
        this.components = components;
        this.systemInfo = systemInfo;
    }

    @Override
    public ObjectName[] getBindingComponents() {
        return names(InstalledComponent.Type.BINDING_COMPONENT);
    }

    @Override
    public ObjectName[] getEngineComponents() {
        return names(InstalledComponent.Type.SERVICE_ENGINE);
    }

    @Override
    public ObjectName getComponentByName(String name) {
        return components
                .find(name)
                .map(component -> JbiNames.component(component.name()))
                .orElse(null); // as defined by the standard
    }

    @Override
    public boolean isBinding(String name) {
        return is(name, InstalledComponent.Type.BINDING_COMPONENT);
    }

    @Override
    public boolean isEngine(String name) {
        return is(name, InstalledComponent.Type.SERVICE_ENGINE);
    }

    @Override
    public String getSystemInfo() {
        return systemInfo;
    }

    @Override
    public ObjectName getSystemService(String name) {
        return SERVICES.contains(name) ? JbiNames.systemService(name) : null;
    }

    @Override
    public ObjectName[] getSystemServices() {
        return SERVICES.stream().map(JbiNames::systemService).toArray(ObjectName[]::new);
    }

    private boolean is(String name, InstalledComponent.Type type) {
        return components
                .find(name)
                .filter(component -> component.type() == type)
                .isPresent();
    }

    private ObjectName[] names(InstalledComponent.Type type) {
        return components.all().stream()
                .filter(component -> component.type() == type)
                .map(component -> JbiNames.component(component.name()))
                .toArray(ObjectName[]::new);
    }
}
