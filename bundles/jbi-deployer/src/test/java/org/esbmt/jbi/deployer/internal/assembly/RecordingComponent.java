package org.esbmt.jbi.deployer.internal.assembly;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.jbi.component.ServiceUnitManager;
import javax.jbi.management.DeploymentException;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.ServiceUnitOwner;
import org.esbmt.jbi.container.api.TenantComponentContext;
import org.esbmt.testing.EmptyComponent;

/**
 * A component that records the operations on its units in a shared diary. It checks the order of JSR-208, and fails
 * where a test demands it.
 */
public class RecordingComponent extends EmptyComponent<TenantComponentContext> implements ServiceUnitManager {
    private final String name;
    private final List<String> diary;
    private final Map<String, String> stages = new HashMap<>();
    private final Map<String, RuntimeException> poison = new HashMap<>();
    private volatile Consumer<String> before = step -> {};

    public RecordingComponent(String name, List<String> diary) {
        this.name = name;
        this.diary = diary;
    }

    /** Called with "init orders-su" and similar texts before the step is recorded. */
    public void before(Consumer<String> hook) {
        before = hook;
    }

    public synchronized void failAt(String step) {
        poison.put(step, new IllegalStateException("told to fail at " + step));
    }

    public synchronized void heal() {
        poison.clear();
    }

    /** The known units, with their stage. */
    public synchronized Map<String, String> units() {
        return Map.copyOf(stages);
    }

    final void step(String verb, String unit, String from, String to) throws DeploymentException {
        before.accept(verb + " " + unit);
        synchronized (this) {
            diary.add(verb + " " + unit + "@" + name);
            String there = stages.getOrDefault(unit, "absent");
            if (!there.equals(from)) {
                throw new DeploymentException(verb + " of " + unit + ", which is " + there + " and not " + from);
            }
            RuntimeException fault = poison.get(verb + " " + unit);
            if (fault != null) {
                throw fault;
            }
            if (to.equals("absent")) {
                stages.remove(unit);
            } else {
                stages.put(unit, to);
            }
        }
    }

    @Override
    public String deploy(String unit, String root) throws DeploymentException {
        step("deploy", checked(unit, root), "absent", "deployed");
        return "<component-task-result xmlns=\"http://java.sun.com/xml/ns/jbi/management-message\"><component-name>"
                + name
                + "</component-name><component-task-result-details><task-result-details><task-id>deploy</task-id>"
                + "<task-result>SUCCESS</task-result></task-result-details></component-task-result-details>"
                + "</component-task-result>";
    }

    /** The unit's root must exist, and name the tenant in the unit's name. */
    private static String checked(String unit, String root) {
        try {
            Owner owner = ServiceUnitOwner.read(Path.of(root));
            boolean agrees =
                    owner.equals(Owner.PLAIN) ? unit.indexOf('/') < 0 : unit.startsWith(owner.tenantWide() + "/");
            if (!Files.isDirectory(Path.of(root)) || !agrees) {
                throw new IllegalStateException(root + " is not the folder of " + unit);
            }
            return unit;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void init(String unit, String root) throws DeploymentException {
        step("init", checked(unit, root), "deployed", "stopped");
    }

    @Override
    public void start(String unit) throws DeploymentException {
        step("start", unit, "stopped", "started");
    }

    @Override
    public void stop(String unit) throws DeploymentException {
        step("stop", unit, "started", "stopped");
    }

    @Override
    public void shutDown(String unit) throws DeploymentException {
        step("shutDown", unit, "stopped", "deployed");
    }

    @Override
    public String undeploy(String unit, String root) throws DeploymentException {
        step("undeploy", checked(unit, root), "deployed", "absent");
        return "";
    }

    @Override
    public ServiceUnitManager getServiceUnitManager() {
        return this;
    }

    /** The operations since the last call. */
    public static List<String> take(List<String> diary) {
        synchronized (diary) {
            List<String> taken = new ArrayList<>(diary);
            diary.clear();
            return taken;
        }
    }
}
