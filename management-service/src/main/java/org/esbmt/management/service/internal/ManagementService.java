package org.esbmt.management.service.internal;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.esbmt.files.api.DurableFiles;
import org.esbmt.management.api.ComponentConfigurator;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.ComponentDeployer.DeployedComponent;
import org.esbmt.management.api.Deployer;
import org.esbmt.management.api.TenantLinks;
import org.esbmt.management.api.cluster.ArtifactSource;
import org.esbmt.management.api.cluster.ClusterNode;
import org.esbmt.management.api.cluster.RevisionLog;
import org.esbmt.management.api.event.StateChange;
import org.esbmt.management.api.event.StateListener;
import org.esbmt.management.api.health.HealthSource;
import org.esbmt.management.api.health.Part;
import org.esbmt.management.service.internal.NodeWorker.Beginning;
import org.esbmt.management.service.internal.NodeWorker.Parts;
import org.esbmt.management.service.internal.apply.CommandApplier;
import org.esbmt.messaging.api.MessageBroker;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the cluster's changes while all required services are registered. When a service is replaced, such as the
 * deployer after a new configuration, the component starts again with the new one.
 */
@Component(immediate = true, service = HealthSource.class, configurationPid = ManagementService.PID)
@Designate(ocd = ManagementConfiguration.class)
public final class ManagementService implements HealthSource {
    private static final Logger LOG = LoggerFactory.getLogger(ManagementService.class);

    static final String PID = "org.esbmt.management.service";
    /** Shared by all instances of this class: two instances must not apply the same change. */
    private static final ReentrantLock TURN = new ReentrantLock();

    /** Both registries become available during the start, one after the other. */
    private static final Duration REGISTRY_START = Duration.ofSeconds(10);

    private final Path folder;
    private final ClusterNode node;
    private final RevisionLog log;
    private final CommandApplier applier;
    private final ObservedState observed;
    private final Bundle system;
    private final NodeWorker worker;

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<StateListener> listeners = List.of();

    @Activate
    public ManagementService(
            BundleContext context,
            ManagementConfiguration configuration,
            @Reference FirstCatchUp first,
            @Reference Deployer deployer,
            @Reference ComponentDeployer components,
            @Reference ComponentConfigurator configurator,
            @Reference TenantLinks links,
            @Reference MessageBroker broker,
            @Reference ClusterNode node,
            @Reference RevisionLog log,
            @Reference ArtifactSource archives) {
        ManagementSettings settings = ManagementSettings.of(configuration);
        this.folder = Path.of(requireNonNull(context.getProperty("karaf.data"), "karaf.data"), "management");
        this.node = node;
        this.log = log;
        this.system = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION);
        this.applier = new CommandApplier(
                deployer, components, configurator, links, archives, node.instance(), Clock.systemUTC(), this::changed);
        this.observed = new ObservedState(deployer, components, configurator, links);
        Set<String> needed = Set.copyOf(settings.startComponents());
        this.worker = new NodeWorker(
                broker,
                node,
                this::open,
                new Beginning(
                        TURN,
                        () -> started(components).containsAll(needed),
                        settings.startLimit(),
                        REGISTRY_START,
                        first::done),
                settings.rhythm());
        worker.start();
    }

    @Deactivate
    void stop() {
        worker.close();
    }

    @Override
    public Part part() {
        return Part.CHANGES;
    }

    @Override
    public List<String> problems() {
        return worker.problems();
    }

    private void changed(StateChange change) {
        for (StateListener listener : listeners) {
            try {
                listener.changed(change);
            } catch (RuntimeException e) {
                LOG.warn(
                        "A state listener failed at {} {}, which is {}.",
                        change.kind(),
                        change.name(),
                        change.after(),
                        e);
            }
        }
    }

    private static Set<String> started(ComponentDeployer components) {
        return components.components().stream()
                .filter(component -> component.state().equals("Started"))
                .map(DeployedComponent::name)
                .collect(Collectors.toSet());
    }

    private Parts open(BooleanSupplier stopping) throws IOException {
        DurableFiles.folder(folder);
        Progress progress = Progress.load(folder.resolve("progress"), node.cluster());
        Outbox outbox = Outbox.load(folder.resolve("answers"), progress.revision());
        return new Parts(
                new Resequencer(
                        node,
                        log,
                        progress,
                        applier,
                        observed,
                        outbox,
                        Clock.systemUTC(),
                        // The framework may stop components before it stops this one.
                        () -> stopping.getAsBoolean() || system.getState() == Bundle.STOPPING),
                outbox);
    }
}
