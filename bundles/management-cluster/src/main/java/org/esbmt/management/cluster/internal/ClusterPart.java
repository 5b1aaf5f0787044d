package org.esbmt.management.cluster.internal;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.esbmt.management.api.cluster.ArtifactSource;
import org.esbmt.management.api.cluster.ClusterNode;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.cluster.RevisionLog;
import org.esbmt.management.api.health.HealthSource;
import org.esbmt.management.api.health.Part;
import org.esbmt.registry.api.configuration.ClusterId;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings this node into its cluster. A thread determines the node's identity, registers it as services, and reports the
 * node's state to the registry.
 */
@Component(immediate = true, service = HealthSource.class, configurationPid = ClusterPart.PID)
@Designate(ocd = ClusterConfiguration.class)
// The component registers the services by hand, once the cluster is known; the capabilities announce them to resolvers.
@Capability(
        namespace = "osgi.service",
        effective = "active",
        attribute = "objectClass:List<String>=\"org.esbmt.management.api.cluster.ClusterNode\"")
@Capability(
        namespace = "osgi.service",
        effective = "active",
        attribute = "objectClass:List<String>=\"org.esbmt.management.api.cluster.RevisionLog\"")
@Capability(
        namespace = "osgi.service",
        effective = "active",
        attribute = "objectClass:List<String>=\"org.esbmt.management.api.cluster.ArtifactSource\"")
@Capability(
        namespace = "osgi.service",
        effective = "active",
        attribute = "objectClass:List<String>=\"org.esbmt.management.cluster.internal.LocalNode\"")
public final class ClusterPart implements HealthSource {
    static final String PID = "org.esbmt.management";

    private static final Logger LOG = LoggerFactory.getLogger(ClusterPart.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final BundleContext context;
    private final ClusterSettings settings;
    private final RegistryReferences registries;
    private final NodeDraining draining;
    private final Living living = new Living();
    private final List<ServiceRegistration<?>> registrations = new ArrayList<>();
    /** That somebody has to mend something before this node joins. Registries that are away are told of elsewhere. */
    private volatile Optional<String> unjoined = Optional.empty();

    @Activate
    public ClusterPart(
            BundleContext context,
            ClusterConfiguration configuration,
            @Reference RegistryReferences registries,
            @Reference NodeDraining draining) {
        Path data = Path.of(requireNonNull(context.getProperty("karaf.data"), "karaf.data"));
        this.context = context;
        this.settings = ClusterSettings.of(configuration, data.resolve("management"));
        this.registries = registries;
        this.draining = draining;
        living.start();
    }

    @Deactivate
    void stop() {
        living.close();
        for (int i = registrations.size() - 1; i >= 0; i--) {
            registrations.get(i).unregister();
        }
    }

    @Override
    public Part part() {
        return Part.CHANGES;
    }

    @Override
    public List<String> problems() {
        return unjoined.stream().toList();
    }

    private final class Living extends Worker {
        private volatile Optional<LocalNode> node = Optional.empty();

        Living() {
            super("esbmt-cluster");
        }

        @Override
        void work() {
            Optional<LocalNode> joined = join();
            unjoined = Optional.empty();
            if (joined.isPresent()) {
                node = joined;
                offer(joined.get());
                live(joined.get());
            }
        }

        /** The node of the cluster; empty when the thread has to stop. */
        private Optional<LocalNode> join() {
            ProblemLog problemLog = new ProblemLog(LOG);
            Joining joining = new Joining(settings, registries);
            Duration pause = FIRST_PAUSE;
            while (!isStopping()) {
                try {
                    return Optional.of(joining.join());
                } catch (ClusterUnavailableException e) {
                    LOG.debug("This node does not know its cluster yet: {}", e.getMessage());
                    if (pause.equals(LONGEST_PAUSE)) {
                        problemLog.problem("join", "This node does not know its cluster yet: " + e.getMessage());
                    }
                } catch (IOException e) {
                    unjoined(problemLog, e.getMessage());
                } catch (RuntimeException e) {
                    unjoined(problemLog, e.toString());
                    LOG.debug("Unexpected failure:", e);
                }
                if (registries.inService()) {
                    pause(pause);
                    pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
                } else {
                    // The registries report their own problems; this node joins as soon as they are registered.
                    pause(FIRST_PAUSE);
                }
            }
            return Optional.empty();
        }

        private void unjoined(ProblemLog problemLog, String cause) {
            String sentence = "This node is part of no cluster: " + cause + " See etc/" + PID + ".cfg.";
            problemLog.problem("join", sentence);
            unjoined = Optional.of(sentence);
        }

        private void live(LocalNode joined) {
            HeartbeatSender heart = new HeartbeatSender(
                    joined, settings.host(), settings.heartbeat(), registries, draining.run(), draining::apply, LOG);
            while (!isStopping()) {
                long known = joined.urgent();
                Duration pause = settings.heartbeat();
                try {
                    pause = heart.beat();
                } catch (RuntimeException e) {
                    LOG.warn("The heartbeat of this node failed.", e);
                }
                try {
                    joined.awaitUrgent(known, pause);
                } catch (InterruptedException e) {
                    LOG.debug("The thread ignores an interrupt.", e);
                }
            }
        }

        @Override
        void woken() {
            node.ifPresent(LocalNode::wake);
        }
    }

    private void offer(LocalNode node) {
        LOG.info(
                "This node is {} of the cluster '{}' ({}), and seals with the key {}.",
                node.instance(),
                settings.cluster(),
                node.cluster(),
                node.keys().current().id());
        registrations.add(context.registerService(
                RevisionLog.class, new LoggedChanges(registries, new ClusterId(node.cluster())), null));
        registrations.add(context.registerService(ArtifactSource.class, new RegisteredArchives(registries), null));
        registrations.add(context.registerService(
                new String[] {ClusterNode.class.getName(), LocalNode.class.getName()}, node, null));
    }
}
