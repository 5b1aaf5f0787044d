package org.esbmt.management.service.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.management.api.cluster.ArtifactSource;
import org.esbmt.management.api.cluster.ClusterNode;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.cluster.RevisionLog;
import org.esbmt.management.api.message.Actor;
import org.esbmt.management.api.message.Artifact;
import org.esbmt.management.api.message.AssemblyManagementCommand;
import org.esbmt.management.api.message.ManagementCommand;
import org.esbmt.management.api.message.ManagementOperation;
import org.esbmt.management.api.message.ManagementRequest;
import org.esbmt.management.api.message.ManagementResponse;
import org.esbmt.management.api.message.MessageText;
import org.esbmt.management.api.message.SealKey;
import org.esbmt.management.api.message.SealKeys;
import org.esbmt.management.api.message.SealedText;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.tenancy.api.TenantId;

/** The shared state of a cluster's nodes, in memory: a log, archives and a key. Thread-safe. */
final class ClusterDouble implements RevisionLog, ArtifactSource, ClusterNode {
    static final TenantId ACME = TenantId.of("0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a11");
    static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");

    final UUID cluster = UUID.randomUUID();
    final UUID instance = UUID.randomUUID();
    /** The observations of this node, in order. */
    final List<Observation> observations = new CopyOnWriteArrayList<>();

    /** Identifiers of the forged messages reported to this node. */
    final List<String> forged = new CopyOnWriteArrayList<>();

    final List<ManagementResponse> applied = new CopyOnWriteArrayList<>();
    final SealKeys keys = new SealKeys(SealKey.generate(), List.of());
    final ConcurrentSkipListMap<Long, SealedText> entries = new ConcurrentSkipListMap<>();
    final Map<Sha256, byte[]> archives = new ConcurrentHashMap<>();
    volatile boolean reachable = true;
    /** Makes every read fail with an unexpected exception. */
    volatile boolean broken;
    /** The largest number of entries in one answer, whatever the caller requests. */
    volatile int page = Integer.MAX_VALUE;

    volatile int mostAtOnce;
    final AtomicInteger reads = new AtomicInteger();

    /** Commits a change. */
    SealedText add(ManagementRequest request) {
        SealedText sealed = seal(request);
        entries.put(request.revision(), sealed);
        return sealed;
    }

    SealedText seal(ManagementRequest request) {
        return seal(keys, request);
    }

    static SealedText seal(SealKeys keys, ManagementRequest request) {
        String text = MessageText.write(request);
        return new SealedText(text, keys.seal(text));
    }

    ManagementRequest request(long revision, ManagementCommand... commands) {
        return request(revision, Optional.empty(), commands);
    }

    ManagementRequest expiring(long revision, Instant notAfter) {
        return request(revision, Optional.of(notAfter), deploy("a"));
    }

    private ManagementRequest request(long revision, Optional<Instant> notAfter, ManagementCommand... commands) {
        List<ManagementOperation> operations = new ArrayList<>();
        for (ManagementCommand command : commands) {
            operations.add(new ManagementOperation(UUID.randomUUID(), command));
        }
        return new ManagementRequest(
                cluster,
                revision,
                Optional.empty(),
                new Actor(Optional.empty(), "karaf"),
                NOW.minusSeconds(5),
                notAfter,
                operations);
    }

    AssemblyManagementCommand deploy(String name) {
        byte[] archive = archive(name);
        Artifact artifact = new Artifact(Sha256.of(archive), archive.length);
        archives.put(artifact.digest(), archive);
        return command(name, AssemblyManagementCommand.Action.DEPLOY, Optional.of(artifact));
    }

    /** Makes a command for another version; {@link #deploy} has the first. */
    AssemblyManagementCommand version(String name, int number, AssemblyManagementCommand.Action action) {
        return command(name, action, Optional.of(artifact(name, number)));
    }

    private Artifact artifact(String name, int number) {
        byte[] archive = (name + "/" + number).getBytes(UTF_8);
        Artifact artifact = new Artifact(Sha256.of(archive), archive.length);
        archives.put(artifact.digest(), archive);
        return artifact;
    }

    /** @param former the rollback version; 0: there is none */
    AssemblyManagementCommand update(String name, int number, int former) {
        return new AssemblyManagementCommand(
                ACME,
                Optional.empty(),
                UUID.randomUUID(),
                name,
                number,
                AssemblyManagementCommand.Action.UPDATE,
                Optional.of(artifact(name, number)),
                former == 0 ? Optional.empty() : Optional.of(artifact(name, former)));
    }

    AssemblyManagementCommand command(String name, AssemblyManagementCommand.Action action) {
        return command(name, action, Optional.empty());
    }

    static byte[] archive(String name) {
        return (name + "/1").getBytes(UTF_8);
    }

    AssemblyManagementCommand stop(String name) {
        return command(name, AssemblyManagementCommand.Action.STOP, Optional.empty());
    }

    AssemblyManagementCommand undeploy(String name) {
        return command(name, AssemblyManagementCommand.Action.UNDEPLOY, Optional.empty());
    }

    private static AssemblyManagementCommand command(
            String name, AssemblyManagementCommand.Action action, Optional<Artifact> artifact) {
        return new AssemblyManagementCommand(ACME, Optional.empty(), UUID.randomUUID(), name, 1, action, artifact);
    }

    @Override
    public List<Entry> after(long revision, int limit) throws ClusterUnavailableException {
        reads.incrementAndGet();
        if (broken) {
            throw new IllegalStateException("of a test");
        }
        if (!reachable) {
            throw new ClusterUnavailableException("The configuration registry is away.", null);
        }
        List<Entry> some = entries.tailMap(revision, false).entrySet().stream()
                .limit(Math.min(limit, page))
                .map(entry -> new Entry(entry.getKey(), entry.getValue()))
                .toList();
        mostAtOnce = Math.max(mostAtOnce, some.size());
        return some;
    }

    @Override
    public Optional<byte[]> read(Optional<TenantId> tenant, Artifact artifact) {
        return Optional.ofNullable(archives.get(artifact.digest()));
    }

    @Override
    public UUID cluster() {
        return cluster;
    }

    @Override
    public UUID instance() {
        return instance;
    }

    @Override
    public SealKeys keys() {
        return keys;
    }

    @Override
    public void observed(Observation observation) {
        observations.add(observation);
    }

    @Override
    public void forged(String destination, String message) {
        forged.add(destination + " " + message);
    }

    @Override
    public void applied(ManagementResponse answer) {
        applied.add(answer);
    }
}
