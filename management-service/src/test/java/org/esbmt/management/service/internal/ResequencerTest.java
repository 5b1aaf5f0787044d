package org.esbmt.management.service.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.cluster.NodeState;
import org.esbmt.management.api.cluster.RevisionLog;
import org.esbmt.management.api.message.Actor;
import org.esbmt.management.api.message.Artifact;
import org.esbmt.management.api.message.AssemblyCommand;
import org.esbmt.management.api.message.ManagementCommand;
import org.esbmt.management.api.message.ManagementOperation;
import org.esbmt.management.api.message.ManagementRequest;
import org.esbmt.management.api.message.ManagementResponse;
import org.esbmt.management.api.message.ManagementResponse.Result;
import org.esbmt.management.api.message.ManagementResponse.Status;
import org.esbmt.management.api.message.MessageText;
import org.esbmt.management.api.message.SealKey;
import org.esbmt.management.api.message.SealKeys;
import org.esbmt.management.api.message.SealedText;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.management.api.message.UnprocessableMessage.Reason;
import org.esbmt.management.service.internal.Resequencer.Identity;
import org.esbmt.management.service.internal.apply.CommandApplier;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResequencerTest {
    private static final TenantId ACME = TenantId.of("0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a11");
    private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");
    private static final Identity NODE = new Identity(UUID.randomUUID(), UUID.randomUUID());

    @TempDir
    private Path folder;

    private final SealKeys keys = new SealKeys(SealKey.generate(), List.of());
    private final NodeDouble node = new NodeDouble();
    private final Log log = new Log();
    private final Map<Sha256, byte[]> registry = new HashMap<>();
    private final List<ManagementResponse> answers = new ArrayList<>();
    private boolean answersTaken = true;
    private Resequencer resequencer;

    @BeforeEach
    void start() throws IOException {
        resequencer = new Resequencer(
                NODE,
                keys,
                log,
                Progress.load(folder.resolve("progress"), NODE.cluster()),
                new CommandApplier(
                        node,
                        node.components(),
                        node,
                        artifact -> Optional.ofNullable(registry.get(artifact.digest())),
                        Clock.systemUTC()),
                new ObservedState(node, node.components(), node),
                response -> {
                    if (!answersTaken) {
                        throw new ClusterUnavailableException("nobody takes answers", null);
                    }
                    answers.add(response);
                },
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @Test
    void aMessageInItsTurnIsAppliedWithoutTheLog() throws Exception {
        log.reachable = false;
        assertThat(resequencer.take(sealed(request(1, deploy("a"))))).isEqualTo(Verdict.TAKEN);
        assertThat(resequencer.take(sealed(request(2, deploy("b"), stop("a"))))).isEqualTo(Verdict.TAKEN);
        assertThat(node.done).containsExactly("deploy a", "deploy b", "STOPPED a");
        assertThat(resequencer.revision()).isEqualTo(2);
    }

    @Test
    void anAnswerHasAResultForEachOperationAndTheStateOfTheNode() throws Exception {
        node.broken.add("b");
        ManagementRequest request = request(1, deploy("a"), deploy("b"), deploy("c"));
        resequencer.take(sealed(request));
        assertThat(answers).hasSize(1);
        ManagementResponse answer = answers.get(0);
        assertThat(answer.instance()).isEqualTo(NODE.instance());
        assertThat(answer.revision()).isEqualTo(1);
        assertThat(answer.results().stream().map(Result::operation))
                .containsExactlyElementsOf(request.operations().stream()
                        .map(ManagementOperation::id)
                        .toList());
        assertThat(answer.results().stream().map(Result::status))
                .containsExactly(Status.DONE, Status.FAILED, Status.DONE);
        NodeState.Builder state = NodeState.builder();
        node.assemblies().forEach(state::assembly);
        assertThat(node.assemblies()).hasSize(2);
        assertThat(answer.state()).isEqualTo(state.build().digest());
    }

    @Test
    void whatComesTwiceIsDoneOnce() throws Exception {
        SealedText message = sealed(request(1, deploy("a")));
        for (int i = 0; i < 3; i++) {
            assertThat(resequencer.take(message)).isEqualTo(Verdict.TAKEN);
        }
        assertThat(node.done).containsExactly("deploy a");
        assertThat(answers).hasSize(1);
    }

    @Test
    void whatComesTooEarlyMakesTheNodeReadTheLog() throws Exception {
        log.add(request(1, deploy("a")));
        log.add(request(2, stop("a")));
        SealedText third = log.add(request(3, undeploy("a")));
        assertThat(resequencer.take(third)).isEqualTo(Verdict.TAKEN);
        assertThat(node.done).containsExactly("deploy a", "STOPPED a", "undeploy a");
        assertThat(answers.stream().map(ManagementResponse::revision)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void whatTheLogDoesNotHaveYetIsAppliedFromTheMessage() throws Exception {
        log.add(request(1, deploy("a")));
        assertThat(resequencer.take(sealed(request(2, stop("a"))))).isEqualTo(Verdict.TAKEN);
        assertThat(node.done).containsExactly("deploy a", "STOPPED a");
    }

    @Test
    void whatIsTooEarlyAndNotInTheLogIsNotApplied() throws Exception {
        assertThat(resequencer.take(sealed(request(3, deploy("a"))))).isEqualTo(Verdict.TAKEN);
        assertThat(node.done).isEmpty();
        log.add(request(1, deploy("a")));
        log.add(request(2, stop("a")));
        resequencer.catchUp();
        assertThat(resequencer.revision()).isEqualTo(2);
    }

    @Test
    void withoutTheLogAGapIsForLater() {
        log.reachable = false;
        SealedText third = sealed(request(3, deploy("a")));
        assertThatExceptionOfType(ClusterUnavailableException.class).isThrownBy(() -> resequencer.take(third));
        assertThat(node.done).isEmpty();
    }

    @Test
    void aNodeThatWasAwayCatchesUpAcrossMoreThanOnePage() throws Exception {
        IntStream.rangeClosed(1, 250).forEach(i -> log.add(request(i, deploy("a" + i))));
        resequencer.catchUp();
        assertThat(resequencer.revision()).isEqualTo(250);
        assertThat(node.done).hasSize(250).startsWith("deploy a1", "deploy a2").endsWith("deploy a250");
        resequencer.catchUp();
        assertThat(node.done).hasSize(250);
        assertThat(log.mostAtOnce).isLessThanOrEqualTo(100);
    }

    @Test
    void aRestartGoesOnWhereTheNodeWas() throws Exception {
        log.add(request(1, deploy("a")));
        resequencer.catchUp();
        start();
        log.add(request(2, stop("a")));
        resequencer.catchUp();
        assertThat(node.done).containsExactly("deploy a", "STOPPED a");
    }

    /** Killed between the effect and the file: the file still says that nothing was applied. */
    @Test
    void whatWasDoneWhenTheNodeWasKilledIsNotDoneAgain() throws Exception {
        SealedText message = log.add(request(1, deploy("a"), deploy("b")));
        node.deploy(ACME, Optional.empty(), new ByteArrayInputStream("a/1".getBytes(UTF_8)));
        assertThat(resequencer.take(message)).isEqualTo(Verdict.TAKEN);
        assertThat(node.done).containsExactly("deploy a", "deploy b");
        assertThat(answers.get(0).results().stream().map(Result::status)).containsExactly(Status.SKIPPED, Status.DONE);
    }

    @Test
    void aRequestThatHadToBeLeftInTheMiddleIsFinishedLater() throws Exception {
        ManagementCommand late = deploy("b");
        byte[] archive = registry.remove(Sha256.of("b/1".getBytes(UTF_8)));
        SealedText message = sealed(request(1, deploy("a"), late, stop("a")));
        assertThatExceptionOfType(ClusterUnavailableException.class).isThrownBy(() -> resequencer.take(message));
        assertThat(node.done).containsExactly("deploy a");
        assertThat(resequencer.revision()).isZero();
        registry.put(Sha256.of(archive), archive);
        assertThat(resequencer.take(message)).isEqualTo(Verdict.TAKEN);
        assertThat(node.done).containsExactly("deploy a", "deploy b", "STOPPED a");
        assertThat(answers.get(0).results().stream().map(Result::status)).containsOnly(Status.DONE);
    }

    @Test
    void anAnswerThatNobodyTakesIsGivenLater() throws Exception {
        answersTaken = false;
        SealedText first = sealed(request(1, deploy("a")));
        SealedText second = sealed(request(2, stop("a")));
        resequencer.take(first);
        resequencer.take(second);
        assertThat(answers).isEmpty();
        log.entries.put(1L, first);
        log.entries.put(2L, second);
        answersTaken = true;
        resequencer.catchUp();
        assertThat(answers.stream().map(ManagementResponse::revision)).containsExactly(1L, 2L);
    }

    @Test
    void aForgedMessageIsNotEvenRead() throws Exception {
        SealedText theirs = seal(new SealKeys(SealKey.generate(), List.of()), request(1, deploy("a")));
        refuses(theirs, Reason.SIGNATURE);
        SealedText ours = sealed(request(1, deploy("a")));
        refuses(new SealedText(ours.text().replace("revision=\"1\"", "revision=\"2\""), ours.seal()), Reason.SIGNATURE);
        refuses(new SealedText("<!DOCTYPE x>", ours.seal()), Reason.SIGNATURE);
        // The same message with the right seal is taken: it was the seal.
        assertThat(resequencer.take(ours)).isEqualTo(Verdict.TAKEN);
    }

    @Test
    void whatIsSealedAndNoRequestIsPutAside() throws Exception {
        refuses(new SealedText("nonsense", keys.seal("nonsense")), Reason.SCHEMA);
        String future = MessageText.write(request(1, deploy("a"))).replace("management:1", "management:2");
        refuses(new SealedText(future, keys.seal(future)), Reason.VERSION);
        String answer = MessageText.write(new ManagementResponse(
                NODE.instance(), 1, Sha256.of(new byte[0]), List.of(new Result(NODE.instance(), Status.DONE, 0, ""))));
        refuses(new SealedText(answer, keys.seal(answer)), Reason.SCHEMA);
    }

    @Test
    void anotherClustersMessageIsPutAside() throws Exception {
        ManagementRequest ours = request(1, deploy("a"));
        ManagementRequest theirs = new ManagementRequest(
                UUID.randomUUID(), 1, ours.batch(), ours.actor(), ours.issuedAt(), ours.notAfter(), ours.operations());
        refuses(seal(keys, theirs), Reason.SCHEMA);
    }

    @Test
    void anotherRequestUnderTheSameRevisionIsAConflict() throws Exception {
        resequencer.take(sealed(request(1, deploy("a"))));
        refuses(sealed(request(1, deploy("b"))), Reason.REVISION_CONFLICT);
        assertThat(node.done).containsExactly("deploy a");
    }

    @Test
    void anExpiredMessageIsAppliedFromTheLogOnly() throws Exception {
        SealedText expired = sealed(expiring(1, NOW.minusSeconds(1)));
        refuses(expired, Reason.EXPIRED);
        assertThat(resequencer.revision()).isZero();
        log.entries.put(1L, expired);
        Verdict verdict = resequencer.take(expired);
        assertThat(verdict.reason()).contains(Reason.EXPIRED);
        assertThat(node.done).containsExactly("deploy a");
        assertThat(resequencer.take(sealed(expiring(2, NOW)))).isEqualTo(Verdict.TAKEN);
    }

    @Test
    void aLogThatWasPutBackFromABackupStopsTheNode() throws Exception {
        log.add(request(1, deploy("a")));
        log.add(request(2, deploy("b")));
        resequencer.catchUp();
        log.entries.remove(2L);
        stops("has not the revision 2");
        log.add(request(2, deploy("c")));
        log.add(request(3, deploy("d")));
        stops("has not the revision 2");
        assertThat(node.done).containsExactly("deploy a", "deploy b");
    }

    @Test
    void aLogWithAGapStopsTheNode() throws Exception {
        log.add(request(1, deploy("a")));
        log.add(request(3, deploy("b")));
        stops("comes after 1");
        assertThat(node.done).containsExactly("deploy a");
    }

    @Test
    void aChangedLogStopsTheNode() throws Exception {
        log.entries.put(1L, seal(new SealKeys(SealKey.generate(), List.of()), request(1, deploy("a"))));
        stops("is not sealed with a key of this node");
        log.entries.put(1L, sealed(request(2, deploy("a"))));
        stops("was put in the wrong place");
        log.entries.put(1L, new SealedText("nonsense", keys.seal("nonsense")));
        stops("cannot be read");
        assertThat(node.done).isEmpty();
        log.entries.put(1L, sealed(request(1, deploy("a"))));
        resequencer.catchUp();
        assertThat(node.done).containsExactly("deploy a");
    }

    @Test
    void nothingIsSaidThatTheDiskDoesNotHave() throws Exception {
        Files.createDirectory(folder.resolve("progress"));
        SealedText message = sealed(request(1, deploy("a")));
        assertThatExceptionOfType(ClusterUnavailableException.class).isThrownBy(() -> resequencer.take(message));
        assertThat(answers).isEmpty();
        Files.delete(folder.resolve("progress"));
        assertThat(resequencer.take(message)).isEqualTo(Verdict.TAKEN);
        assertThat(node.done).containsExactly("deploy a");
        assertThat(answers).hasSize(1);
    }

    private void stops(String sentence) {
        assertThatExceptionOfType(LogProblem.class)
                .isThrownBy(() -> resequencer.catchUp())
                .withMessageContaining(sentence);
    }

    private void refuses(SealedText message, Reason reason) throws Exception {
        List<String> before = List.copyOf(node.done);
        Verdict verdict = resequencer.take(message);
        assertThat(verdict.reason()).contains(reason);
        assertThat(verdict.sentence()).isNotBlank();
        assertThat(node.done).isEqualTo(before);
    }

    private SealedText sealed(ManagementRequest request) {
        return seal(keys, request);
    }

    private static SealedText seal(SealKeys keys, ManagementRequest request) {
        String text = MessageText.write(request);
        return new SealedText(text, keys.seal(text));
    }

    private static ManagementRequest request(long revision, ManagementCommand... commands) {
        return request(revision, Optional.empty(), commands);
    }

    private ManagementRequest expiring(long revision, Instant notAfter) {
        return request(revision, Optional.of(notAfter), deploy("a"));
    }

    private static ManagementRequest request(long revision, Optional<Instant> notAfter, ManagementCommand... commands) {
        List<ManagementOperation> operations = new ArrayList<>();
        for (ManagementCommand command : commands) {
            operations.add(new ManagementOperation(UUID.randomUUID(), command));
        }
        return new ManagementRequest(
                NODE.cluster(),
                revision,
                Optional.empty(),
                new Actor(Optional.empty(), "karaf"),
                NOW.minusSeconds(5),
                notAfter,
                operations);
    }

    private AssemblyCommand deploy(String name) {
        byte[] archive = (name + "/1").getBytes(UTF_8);
        Artifact artifact = new Artifact(Sha256.of(archive), archive.length);
        registry.put(artifact.digest(), archive);
        return command(name, AssemblyCommand.Action.DEPLOY, Optional.of(artifact));
    }

    private static AssemblyCommand stop(String name) {
        return command(name, AssemblyCommand.Action.STOP, Optional.empty());
    }

    private static AssemblyCommand undeploy(String name) {
        return command(name, AssemblyCommand.Action.UNDEPLOY, Optional.empty());
    }

    private static AssemblyCommand command(String name, AssemblyCommand.Action action, Optional<Artifact> artifact) {
        return new AssemblyCommand(ACME, Optional.empty(), UUID.randomUUID(), name, 1, action, artifact);
    }

    /** A log that others write to. */
    private final class Log implements RevisionLog {
        private final TreeMap<Long, SealedText> entries = new TreeMap<>();
        private boolean reachable = true;
        private int mostAtOnce;

        SealedText add(ManagementRequest request) {
            SealedText sealed = sealed(request);
            entries.put(request.revision(), sealed);
            return sealed;
        }

        @Override
        public List<Entry> after(long revision, int limit) throws ClusterUnavailableException {
            if (!reachable) {
                throw new ClusterUnavailableException("the database is away", null);
            }
            List<Entry> some = entries.tailMap(revision, false).entrySet().stream()
                    .limit(limit)
                    .map(entry -> new Entry(entry.getKey(), entry.getValue()))
                    .toList();
            mostAtOnce = Math.max(mostAtOnce, some.size());
            return some;
        }
    }
}
