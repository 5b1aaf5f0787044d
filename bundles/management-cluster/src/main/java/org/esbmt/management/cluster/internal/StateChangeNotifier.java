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
 * Tells listeners what has another state in the cluster, in a thread of its own, so that nobody who changes something waits for
 * them. It looks when this node has applied something or got an answer, or hears of a tenant, and with each heartbeat, since other
 * nodes get answers, too, and that a node is silent comes from no event.
 */
@Component(immediate = true, service = TenantWatcher.class, configurationPid = ClusterPart.PID)
public final class StateChangeNotifier implements TenantWatcher {
    private static final Logger LOG = LoggerFactory.getLogger(StateChangeNotifier.class);
    /** A node that has said nothing for so many heartbeats is down. */
    private static final int MISSING_HEARTBEATS = 12;
    /** Those of a restored registry are all of them. */
    private static final int TENANTS_AT_MOST = 10_000;
    /** Between two looks: much that happens at once is one look. */
    private static final Duration BREATH = Duration.ofMillis(20);

    private final LocalNode node;
    private final ClusterNews news;
    private final Duration heartbeat;
    private final Set<TenantId> tenants = ConcurrentHashMap.newKeySet();
    private final Looking looking = new Looking();

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<StateListener> listeners = List.of();

    @Activate
    public StateChangeNotifier(
            @Reference LocalNode node, @Reference RegistryReferences registries, ClusterConfiguration configuration) {
        this.node = node;
        // A wrong configuration is what the cluster's own part tells.
        this.heartbeat = Duration.ofSeconds(Math.max(1, configuration.heartbeat_seconds()));
        this.news = new ClusterNews(node, registries, heartbeat.multipliedBy(MISSING_HEARTBEATS), this::tell);
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
                        "Somebody could not be told that {} {} is {}.",
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
                long known = node.news();
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
                    LOG.debug("An interrupt is not followed.", e);
                }
            }
        }

        /** Looks for changes once. A change missed because of a failure is found by the next look. */
        private void look(boolean beat) {
            try {
                news.lookAtOperations(beat);
                if (beat) {
                    news.lookAtNodes();
                }
                lookAtTenants();
            } catch (RegistryException | ClusterUnavailableException e) {
                LOG.debug("Changes of the cluster cannot be told now.", e);
            } catch (RuntimeException e) {
                LOG.warn("Changes of the cluster cannot be told.", e);
            }
        }

        private void lookAtTenants() throws RegistryException, ClusterUnavailableException {
            Set<TenantId> changed = new HashSet<>(tenants);
            tenants.removeAll(changed);
            try {
                news.lookAtTenants(changed);
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
