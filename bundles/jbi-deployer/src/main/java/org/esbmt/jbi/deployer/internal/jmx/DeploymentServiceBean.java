package org.esbmt.jbi.deployer.internal.jmx;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import javax.jbi.management.DeploymentServiceMBean;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.archive.AssemblyDescriptor;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyKey;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyStatus;
import org.esbmt.jbi.deployer.internal.assembly.Initiator;
import org.esbmt.management.api.DeploymentException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * JSR-208, section 6.8.1, for the system administrator: deploys plain assemblies, and names those of tenants {@code
 * <tenant>/<assembly>}. Failures are plain exceptions with the task result as their message, so that a console without
 * the JBI API can show them.
 */
final class DeploymentServiceBean implements DeploymentServiceMBean {
    private static final Logger LOG = LoggerFactory.getLogger(DeploymentServiceBean.class);
    private static final String DEPLOY = "deployAssembly";

    private final AssemblyManager assemblies;
    private final InstalledComponents components;

    DeploymentServiceBean(AssemblyManager assemblies, InstalledComponents components) {
        this.assemblies = assemblies;
        this.components = components;
    }

    /**
     * Deploys a file of this machine and leaves the assembly shut down, as defined by the standard.
     *
     * @param url a {@code file:} URL or a path; no remote file is fetched
     */
    @Override
    public String deploy(String url) throws Exception {
        return task("deploy", url, () -> {
            try (InputStream in = Files.newInputStream(file(url))) {
                AssemblyStatus status =
                        assemblies.deploy(Owner.PLAIN, in, AssemblyManager.Initial.SHUTDOWN, Optional.empty());
                Initiator.JMX.done(DEPLOY, Initiator.object(status.key()) + " from " + url);
                return "the assembly " + status.key() + " is deployed; start it";
            } catch (DeploymentException | IOException | RuntimeException e) {
                Initiator.JMX.refused(DEPLOY, url, e);
                throw e;
            }
        });
    }

    @Override
    public String undeploy(String name) throws Exception {
        return task("undeploy", name, () -> {
            audited("undeployAssembly", name, key -> {
                assemblies.undeploy(key);
                return key;
            });
            return "the assembly " + name + " is undeployed";
        });
    }

    @Override
    public String start(String name) throws Exception {
        return task("start", name, () -> state(audited("startAssembly", name, assemblies::start)));
    }

    @Override
    public String stop(String name) throws Exception {
        return task("stop", name, () -> state(audited("stopAssembly", name, assemblies::stop)));
    }

    @Override
    public String shutDown(String name) throws Exception {
        return task("shutDown", name, () -> state(audited("shutDownAssembly", name, assemblies::shutDown)));
    }

    @Override
    public String getState(String name) throws Exception {
        return AssemblyState.text(status("getState", name).state());
    }

    @Override
    public String[] getDeployedServiceAssemblies() {
        return names(assemblies.all().stream());
    }

    @Override
    public String[] getDeployedServiceAssembliesForComponent(String component) {
        return names(assemblies.all().stream().filter(status -> status.descriptor().units().stream()
                .anyMatch(unit -> unit.component().equals(component))));
    }

    @Override
    public String[] getDeployedServiceUnitList(String component) {
        return units(component).toArray(String[]::new);
    }

    @Override
    public boolean isDeployedServiceUnit(String component, String unit) {
        return units(component).anyMatch(unit::equals);
    }

    @Override
    public String[] getComponentsForDeployedServiceAssembly(String name) throws Exception {
        return status("getComponentsForDeployedServiceAssembly", name).descriptor().units().stream()
                .map(AssemblyDescriptor.Unit::component)
                .distinct()
                .toArray(String[]::new);
    }

    @Override
    public String getServiceAssemblyDescriptor(String name) throws Exception {
        AssemblyStatus status = status("getServiceAssemblyDescriptor", name);
        try {
            return assemblies.descriptor(status.key());
        } catch (DeploymentException e) {
            throw new IllegalStateException(TaskResult.failure("getServiceAssemblyDescriptor", e.getMessage()));
        }
    }

    @Override
    public boolean canDeployToComponent(String component) {
        return components
                .find(component)
                .filter(installed -> installed.state() == InstalledComponent.State.STARTED)
                .filter(installed -> installed.component().getServiceUnitManager() != null)
                .isPresent();
    }

    private Stream<String> units(String component) {
        return assemblies.all().stream().flatMap(status -> status.descriptor().units().stream()
                .filter(unit -> unit.component().equals(component))
                .map(unit -> status.key().unitName(unit.name())));
    }

    private static String[] names(Stream<AssemblyStatus> statuses) {
        return statuses.map(status -> status.key().managedName()).toArray(String[]::new);
    }

    private static String state(AssemblyStatus status) {
        return "the assembly " + status.key() + " is " + AssemblyState.text(status.state())
                + status.failure().map(why -> ": " + why).orElse("");
    }

    private AssemblyStatus status(String task, String name) {
        return AssemblyKey.ofManagedName(name)
                .flatMap(assemblies::find)
                .orElseThrow(() -> new IllegalArgumentException(TaskResult.failure(task, missing(name))));
    }

    private static AssemblyKey key(String name) throws DeploymentException {
        return AssemblyKey.ofManagedName(name)
                .orElseThrow(() -> new DeploymentException(DeploymentException.Reason.NO_SUCH_ASSEMBLY, missing(name)));
    }

    private static String missing(String name) {
        return "there is no assembly with the name '" + name + "'";
    }

    private interface Change<T> {
        T of(AssemblyKey key) throws DeploymentException;
    }

    /** The name may be unknown or invalid: the audit log contains it unchanged. */
    private static <T> T audited(String operation, String name, Change<T> change) throws DeploymentException {
        String object = AssemblyKey.ofManagedName(name).map(Initiator::object).orElse(name);
        return Initiator.JMX.audited(operation, object, () -> change.of(key(name)));
    }

    private interface Task {
        String run() throws DeploymentException, IOException;
    }

    private static String task(String id, String subject, Task task) {
        if (subject == null) {
            throw new IllegalArgumentException(TaskResult.failure(id, "a name or URL must be given"));
        }
        try {
            return TaskResult.success(id, task.run());
        } catch (DeploymentException e) {
            throw new IllegalStateException(TaskResult.failure(id, e.getMessage()));
        } catch (IOException e) {
            LOG.debug("The JMX task {} of {} failed.", id, subject, e);
            throw new IllegalArgumentException(
                    TaskResult.failure(id, "'" + subject + "' is not a file that can be read"));
        } catch (RuntimeException e) {
            LOG.error("The JMX task {} of {} failed.", id, subject, e);
            throw new IllegalStateException(TaskResult.failure(id, "it failed; see the log of the node"));
        }
    }

    private static Path file(String url) throws IOException {
        try {
            Path file = url.startsWith("file:") ? Path.of(URI.create(url)) : Path.of(url);
            if (file.isAbsolute() && Files.isRegularFile(file)) {
                return file;
            }
        } catch (IllegalArgumentException e) {
            throw new IOException("not a path", e);
        }
        throw new IOException("not an absolute path of a file");
    }
}
