package org.esbmt.management.cluster.internal;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.event.StateChange;
import org.esbmt.management.api.event.StateListener;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantWatcher;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports state changes in the cluster to listeners, in a thread of its own, so that no change waits for listeners. The
 * thread looks for changes after each applied request, each collected answer and each event about a tenant. It also
 * looks with each heartbeat, because other nodes collect answers, too, and no event announces the silence of a node.
 */
@Component(immediate = true, service = TenantWatcher.class, configurationPid = ClusterPart.PID)
public final class StateChangeNotifier implements TenantWatcher {
    private static final Logger LOG = LoggerFactory.getLogger(StateChangeNotifier.class);
    /** The number of missed heartbeats after which a node is down. */
    private static final int MISSING_HEARTBEATS = 12;
    /** The number of tenants to remember. After a restore of the registry, an event contains all tenants. */
    private static final int TENANTS_AT_MOST = 10_000;
    /** The pause between two looks, so that many simultaneous events cause one look. */
    private static final Duration BREATH = Duration.ofMillis(20);

    private final LocalNode node;
    private final ClusterStateWatch watch;
    private final Duration heartbeat;
    private final Set<TenantId> tenants = ConcurrentHashMap.newKeySet();
    private final Looking looking = new Looking();

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<StateListener> listeners = List.of();

    @Activate
    public StateChangeNotifier(
            @Reference LocalNode node, @Reference RegistryReferences registries, ClusterConfiguration configuration) {
        this.node = node;
        // The cluster's own part reports a wrong configuration.
        this.heartbeat = Duration.ofSeconds(Math.max(1, configuration.heartbeat_seconds()));
        this.watch = new ClusterStateWatch(node, registries, heartbeat.multipliedBy(MISSING_HEARTBEATS), this::tell);
        looking.start();
    }

    @Deactivate
    void stop() {
        looking.close();
    }

    @Override
    public void changed(Set<TenantId> changed) {
        if (tenants.size() < TENANTS_AT_MOST) {
            tenants.addAll(changed);
        }
        node.nudge();
    }

    private void tell(StateChange change) {
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

    private final class Looking extends Worker {
        Looking() {
            super("esbmt-cluster-news");
        }

        @Override
        void work() {
            long lastBeat = System.nanoTime() - heartbeat.toNanos();
            while (!isStopping()) {
                long known = node.updates();
                boolean beat = System.nanoTime() - lastBeat >= heartbeat.toNanos();
                if (beat) {
                    lastBeat = System.nanoTime();
                }
                look(beat);
                pause(BREATH);
                try {
                    Duration left = heartbeat.minusNanos(System.nanoTime() - lastBeat);
                    node.awaitNews(known, left);
                } catch (InterruptedException e) {
                    LOG.debug("The thread ignores an interrupt.", e);
                }
            }
        }

        /** Looks for changes once. A change missed because of a failure is found by the next look. */
        private void look(boolean beat) {
            try {
                watch.checkOperations(beat);
                if (beat) {
                    watch.checkNodes();
                }
                checkTenants();
            } catch (RegistryException | ClusterUnavailableException e) {
                LOG.debug("State changes of the cluster cannot be read now.", e);
            } catch (RuntimeException e) {
                LOG.warn("State changes of the cluster cannot be read.", e);
            }
        }

        private void checkTenants() throws RegistryException, ClusterUnavailableException {
            Set<TenantId> changed = new HashSet<>(tenants);
            tenants.removeAll(changed);
            try {
                watch.checkTenants(changed);
            } catch (RegistryException | ClusterUnavailableException e) {
                tenants.addAll(changed);
                throw e;
            }
        }

        @Override
        void woken() {
            node.nudge();
        }
    }
}
