package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;

import java.io.InputStream;
import java.util.List;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.ComponentDeployer.DeployedComponent;
import org.esbmt.management.api.ComponentDeployer.InstalledPart;
import org.esbmt.management.api.DeploymentException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Components and shared libraries over this node's deployer. */
@Component(service = ComponentAdministration.class)
public final class ComponentManager implements ComponentAdministration {
    private final AccessLayer access;
    private final ComponentDeployer deployer;

    @Activate
    public ComponentManager(@Reference AccessLayer access, @Reference ComponentDeployer deployer) {
        this.access = requireNonNull(access, "access");
        this.deployer = requireNonNull(deployer, "deployer");
    }

    @Override
    public InstalledView install(Administrator by, InputStream archive) throws AdministrationException {
        requireNonNull(archive, "archive");
        return access.perform(
                by,
                Operation.INSTALL_COMPONENT,
                Target.installation("an installer"),
                done -> (done.library() ? "shared library " : "component ") + done.name(),
                caller -> {
                    InstalledPart part = deployer.install(archive);
                    return new InstalledView(part.library(), part.name());
                });
    }

    @FunctionalInterface
    private interface Change {
        DeployedComponent of(String component) throws DeploymentException;
    }

    private ComponentView change(Administrator by, Operation operation, String component, Change change)
            throws AdministrationException {
        return access.perform(by, operation, target(component), caller -> view(change.of(component)));
    }

    @Override
    public ComponentView start(Administrator by, String component) throws AdministrationException {
        return change(by, Operation.START_COMPONENT, component, deployer::start);
    }

    @Override
    public ComponentView stop(Administrator by, String component) throws AdministrationException {
        return change(by, Operation.STOP_COMPONENT, component, deployer::stop);
    }

    @Override
    public ComponentView shutDown(Administrator by, String component) throws AdministrationException {
        return change(by, Operation.SHUT_DOWN_COMPONENT, component, deployer::shutDown);
    }

    @Override
    public void uninstall(Administrator by, String component) throws AdministrationException {
        access.perform(by, Operation.UNINSTALL_COMPONENT, target(component), caller -> {
            deployer.uninstall(component);
            return component;
        });
    }

    @Override
    public void uninstallLibrary(Administrator by, String library) throws AdministrationException {
        requireNonNull(library, "library");
        access.perform(by, Operation.UNINSTALL_LIBRARY, Target.installation("shared library " + library), caller -> {
            deployer.uninstallLibrary(library);
            return library;
        });
    }

    @Override
    public List<ComponentView> components(Administrator by) throws AdministrationException {
        return access.perform(
                by,
                Operation.LIST_COMPONENTS,
                Target.installation("components"),
                caller -> deployer.components().stream()
                        .map(ComponentManager::view)
                        .toList());
    }

    @Override
    public List<LibraryView> libraries(Administrator by) throws AdministrationException {
        return access.perform(
                by,
                Operation.LIST_LIBRARIES,
                Target.installation("shared libraries"),
                caller -> deployer.libraries().stream()
                        .map(l -> new LibraryView(l.name(), l.version(), l.description(), l.usedBy()))
                        .toList());
    }

    private static ComponentView view(DeployedComponent c) {
        return new ComponentView(
                c.name(), c.type(), c.description(), c.state(), c.trusted(), c.libraries(), c.failure());
    }

    private static Target target(String component) {
        return Target.installation("component " + requireNonNull(component, "component"));
    }
}
