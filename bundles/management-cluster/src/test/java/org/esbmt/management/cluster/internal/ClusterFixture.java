package org.esbmt.management.cluster.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.management.api.cluster.NewChange;
import org.esbmt.management.api.message.Actor;
import org.esbmt.management.api.message.ComponentManagementCommand;
import org.esbmt.management.api.message.ManagementOperation;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.Acknowledgement;
import org.esbmt.registry.api.configuration.Acknowledgements;
import org.esbmt.registry.api.configuration.AuditEntry;
import org.esbmt.registry.api.configuration.AuditTrail;
import org.esbmt.registry.api.configuration.BrokenChain;
import org.esbmt.registry.api.configuration.ChainHead;
import org.esbmt.registry.api.configuration.Cluster;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ClusterName;
import org.esbmt.registry.api.configuration.HostName;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.LoggedOperation;
import org.esbmt.registry.api.configuration.NewAuditEntry;
import org.esbmt.registry.api.configuration.NewOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.OperationOutcome;
import org.esbmt.registry.api.configuration.RevisionLog;
import org.esbmt.registry.testing.InMemoryServiceRegistry;
import org.esbmt.registry.testing.InMemoryTenantRegistry;
import org.esbmt.registry.testing.configuration.InMemoryAuditTrail;
import org.esbmt.registry.testing.configuration.InMemoryClusters;
import org.esbmt.registry.testing.configuration.InMemoryJbiComponents;
import org.esbmt.registry.testing.configuration.InMemoryRevisionLog;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** The registries in memory, with a log that takes part in units of work; each node has a folder of its own. */
final class ClusterFixture {
    static final HostName HOST = new HostName("host.example");

    final TwoPhases transactions = new TwoPhases();
    final InMemoryClusters clusters = new InMemoryClusters();
    final JoiningLog log = new JoiningLog(new InMemoryRevisionLog(clusters));
    final InMemoryServiceRegistry services = new InMemoryServiceRegistry();
    final InMemoryJbiComponents components = new InMemoryJbiComponents(clusters);
    final InMemoryTenantRegistry tenants = new InMemoryTenantRegistry();
    final LeavingAudit audit = new LeavingAudit();
    final RegistryReferences registries =
            new RegistryReferences(clusters, clusters, log, log, services, components, components, tenants, audit);

    ClusterSettings settings(Path folder, String cluster, Path key) {
        return new ClusterSettings(
                new ClusterName(cluster), HOST, folder, key, List.of(), Duration.ofMillis(50), Duration.ofHours(24));
    }

    /** A node that has joined. */
    LocalNode node(Path folder, Path key) throws Exception {
        LocalNode node = new Joining(settings(folder, "default", key), registries).join();
        clusters.register(new ClusterId(node.cluster()), new InstanceId(node.instance()), HOST);
        return node;
    }

    Cluster cluster() throws RegistryException {
        return clusters.findCluster(new ClusterName("default")).orElseThrow();
    }

    static NewChange change(String component) {
        return change(UUID.randomUUID(), component);
    }

    static NewChange change(UUID id, String component) {
        return new NewChange(
                id,
                new UserId(UUID.randomUUID()),
                new Actor(Optional.empty(), "root"),
                Optional.empty(),
                "COMPONENT_STOP",
                org.esbmt.management.api.message.Sha256.of(component.getBytes(UTF_8)),
                Optional.empty(),
                List.of(new ManagementOperation(
                        UUID.randomUUID(),
                        new ComponentManagementCommand(
                                component,
                                ComponentManagementCommand.Action.STOP,
                                Optional.empty(),
                                Optional.empty()))));
    }

    /** A log whose new entries become visible with the commit of their unit of work. */
    final class JoiningLog implements RevisionLog, Acknowledgements {
        private final InMemoryRevisionLog committed;
        /** Makes every call fail while it is true. */
        volatile boolean away;

        JoiningLog(InMemoryRevisionLog committed) {
            this.committed = committed;
        }

        @Override
        public LoggedOperation append(NewOperation operation, PayloadAt payload) throws RegistryException {
            check();
            Optional<LoggedOperation> former = committed.findOperation(operation.id());
            if (former.isPresent()) {
                return committed.append(operation, payload);
            }
            long revision =
                    clusters.findCluster(operation.cluster()).orElseThrow().lastRevision() + 1;
            LoggedOperation appended = new LoggedOperation(operation, revision, payload.at(revision), Instant.now());
            transactions.atCommit(() -> {
                try {
                    committed.append(operation, unused -> appended.payload());
                } catch (RegistryException e) {
                    throw new IllegalStateException(e);
                }
            });
            return appended;
        }

        @Override
        public List<LoggedOperation> read(ClusterId cluster, long fromRevision, int limit) throws RegistryException {
            check();
            return new ArrayList<>(committed.read(cluster, fromRevision, limit));
        }

        @Override
        public Optional<LoggedOperation> findOperation(OperationId operation) throws RegistryException {
            check();
            return committed.findOperation(operation);
        }

        @Override
        public void acknowledge(OperationId operation, InstanceId instance, Acknowledgement answer)
                throws RegistryException {
            check();
            committed.acknowledge(operation, instance, answer);
        }

        @Override
        public Optional<OperationOutcome> outcome(OperationId operation) throws RegistryException {
            check();
            return committed.outcome(operation);
        }

        private void check() throws RegistryException {
            if (away) {
                throw new RegistryException.Unavailable("The configuration registry is away.", null);
            }
        }
    }

    /** An audit trail that can be unavailable. */
    static final class LeavingAudit implements AuditTrail {
        private final InMemoryAuditTrail trail = new InMemoryAuditTrail();
        /** Makes every call fail while it is true. */
        volatile boolean away;
        /** The number of failed attempts. */
        final AtomicInteger missed = new AtomicInteger();

        @Override
        public AuditEntry append(NewAuditEntry entry) throws RegistryException {
            if (away) {
                missed.incrementAndGet();
                throw new RegistryException.Unavailable("The configuration registry is away.", null);
            }
            return trail.append(entry);
        }

        @Override
        public List<AuditEntry> read(TenantId chain, long fromSequence, int limit) {
            return trail.read(chain, fromSequence, limit);
        }

        @Override
        public List<AuditEntry> readActs(
                TenantId chain, TenantId actorTenant, UserId actor, long fromSequence, int limit) {
            return trail.readActs(chain, actorTenant, actor, fromSequence, limit);
        }

        @Override
        public List<AuditEntry> lastActs(TenantId chain, TenantId actorTenant, UserId actor, int limit) {
            return trail.lastActs(chain, actorTenant, actor, limit);
        }

        @Override
        public Optional<ChainHead> head(TenantId chain) {
            return trail.head(chain);
        }

        @Override
        public Optional<BrokenChain> verify(TenantId chain) {
            return trail.verify(chain);
        }
    }
}
