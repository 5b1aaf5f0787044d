package org.esbmt.readiness.internal;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.karaf.features.BootFinished;
import org.esbmt.jbi.container.api.jmx.DescribedMBean;
import org.esbmt.management.api.health.HealthSource;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.ConfigurationEvent;
import org.osgi.service.cm.ConfigurationListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches all parts of the node and the files of {@code etc/}. It publishes its findings in {@code data/health}, in the
 * log and in JMX. A thread of its own checks once a second.
 */
@Component(service = ConfigurationListener.class, immediate = true)
public final class Health implements ConfigurationListener, HealthMXBean {
    private static final Logger LOG = LoggerFactory.getLogger(Health.class);
    private static final long CHECK_MILLIS = 1_000;
    /** The tolerated absence of a part while it takes a new configuration or reconnects to a server. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final String CHANGES = "service.changecount";

    private final BundleContext context;
    private final ServiceReference<ServiceComponentRuntime> reference;
    private final ServiceComponentRuntime runtime;
    private final ConfigurationFiles files;
    private final HealthFile file;
    private final ObjectName name;
    private final NodeStateTracker tracker = new NodeStateTracker(LOG);
    private final ScheduledExecutorService checker = Executors.newSingleThreadScheduledExecutor(Health::thread);

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile BootFinished booted;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile ReadyFile messages;

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<HealthSource> sources = List.of();

    private volatile boolean changed = true;
    private volatile Shown shown = new Shown(NodeState.STARTING, List.of());

    /** The following fields are confined to the checking thread. */
    private Object changeCount;

    private final FormerFailures former = new FormerFailures(System::nanoTime);

    private boolean complete;

    private List<Finding> configured = List.of();
    private Map<String, Failure> unexplained = Map.of();
    private List<Finding> waiting = List.of();
    private long waitingSince;
    private boolean failureLogged;

    private record Shown(NodeState state, List<String> findings) {}

    @Activate
    public Health(
            BundleContext context,
            @Reference ServiceReference<ServiceComponentRuntime> reference,
            @Reference ServiceComponentRuntime runtime,
            @Reference ConfigurationFiles files)
            throws JMException {
        this.context = context;
        this.reference = reference;
        this.runtime = runtime;
        this.files = files;
        this.file = new HealthFile(Path.of(requireNonNull(context.getProperty("karaf.data"), "karaf.data"), "health"));
        this.name = new ObjectName(OBJECT_NAME);
        ManagementFactory.getPlatformMBeanServer()
                .registerMBean(
                        new DescribedMBean<>(
                                this, HealthMXBean.class, "The health of this node, with all of its parts."),
                        name);
        Future<?> unused =
                checker.scheduleWithFixedDelay(this::check, CHECK_MILLIS, CHECK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "esbmt-health");
        thread.setDaemon(true);
        return thread;
    }

    @Deactivate
    void stop() throws JMException, InterruptedException {
        checker.shutdownNow();
        if (!checker.awaitTermination(CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
            LOG.debug("A check of the parts is still under way.");
        }
        file.delete();
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
    }

    @Override
    public void configurationEvent(ConfigurationEvent event) {
        if (ConfigurationFiles.isGuarded(event.getPid())) {
            changed = true;
        }
    }

    @Override
    public String getState() {
        return shown.state().name();
    }

    @Override
    public List<String> getFindings() {
        return shown.findings();
    }

    private void check() {
        if (context.getBundle(0).getState() == Bundle.STOPPING) {
            return;
        }
        try {
            // Read first: a problem with which the node takes messages has been reported before.
            ReadyFile ready = messages;
            boolean takesMessages = ready != null && ready.isReady();
            Object count = reference.getProperty(CHANGES);
            boolean completed = booted != null && !complete;
            if (changed || completed || !count.equals(changeCount)) {
                changed = false;
                complete = booted != null;
                changeCount = count;
                inspect();
            }
            List<Finding> all = new ArrayList<>(configured);
            for (HealthSource source : sources) {
                source.problems()
                        .forEach(problem -> all.add(new Finding(source.part().text(), problem)));
                source.notes().forEach(note -> all.add(new Finding(Finding.NOTE, note)));
            }
            // During the start the parts wait for one another, and the first one for the database.
            boolean started = takesMessages || tracker.state() != NodeState.STARTING;
            boolean explained = all.stream().anyMatch(finding -> finding.of().equals(Finding.CONFIGURATION));
            if (started && !explained && !waiting.isEmpty() && System.nanoTime() - waitingSince >= PATIENCE_NANOS) {
                all.addAll(waiting);
            }
            tracker.found(takesMessages, all);
            List<String> texts =
                    tracker.findings().stream().map(Finding::toString).toList();
            shown = new Shown(tracker.state(), texts);
            file.write(tracker.state(), tracker.findings());
            failureLogged = false;
        } catch (IOException | RuntimeException e) {
            if (!failureLogged) {
                LOG.error("The health of this node cannot be determined; {} may show an old state.", name, e);
            }
            failureLogged = true;
        }
    }

    /** Runs only after a change, since it takes the longest. */
    private void inspect() throws IOException {
        Map<String, ConfigurationFile> read = files.read();
        Components components = Components.of(runtime, former);
        List<Finding> found = new ArrayList<>();
        Set<String> refused = new HashSet<>();
        String release = context.getBundle().getVersion().toString();
        for (ConfigurationFile one : read.values()) {
            List<Finding> wrong = one.refused();
            if (!wrong.isEmpty()) {
                refused.add(one.pid());
            }
            found.addAll(wrong);
            if (complete) {
                found.addAll(one.notes(release));
            }
        }
        found.addAll(components.failures(read, refused));
        configured = found;
        if (components.isAttempting()) {
            changed = true;
        }
        Map<String, Failure> failures = components.unexplained(read, refused);
        failures.forEach((component, failure) -> {
            if (!failure.equals(unexplained.get(component))) {
                LOG.error("{} does not start.", component, new ReportedFailure(failure));
            }
        });
        unexplained = failures;
        List<Finding> now = components.waiting();
        if (!now.isEmpty() && waiting.isEmpty()) {
            waitingSince = System.nanoTime();
        }
        waiting = now;
    }
}
