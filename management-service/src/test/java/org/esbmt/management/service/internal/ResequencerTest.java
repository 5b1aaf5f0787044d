package org.esbmt.management.service.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.cluster.NodeState;
import org.esbmt.management.api.message.AssemblyManagementCommand;
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
import org.esbmt.management.service.internal.apply.CommandApplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResequencerTest {
    @TempDir
    private Path folder;

    private final ClusterDouble cluster = new ClusterDouble();
    private final NodeDouble node = new NodeDouble();
    private Outbox outbox;
    private Resequencer resequencer;
    private boolean stopping;

    @BeforeEach
    void start() throws IOException {
        Progress progress = Progress.load(folder.resolve("progress"), cluster.cluster());
        outbox = Outbox.load(folder.resolve("answers"), progress.revision());
        resequencer = new Resequencer(
                cluster,
                cluster,
                progress,
                new CommandApplier(
                        node,
                        node.components(),
                        node.configurator(),
                        node,
                        cluster,
                        NodeDouble.ID,
                        Clock.fixed(ClusterDouble.NOW, ZoneOffset.UTC),
                        change -> {}),
                new ObservedState(node, node.components(), node.configurator(), node),
                outbox,
                Clock.fixed(ClusterDouble.NOW, ZoneOffset.UTC),
                () -> stopping);
    }

    @Test
    void aMessageInItsTurnIsAppliedWithoutTheLog() throws Exception {
        cluster.reachable = false;
        assertThat(resequencer.take(cluster.seal(cluster.request(1, cluster.deploy("a")))))
                .isEqualTo(MessageVerdict.TAKEN);
        assertThat(resequencer.take(cluster.seal(cluster.request(2, cluster.deploy("b"), cluster.stop("a")))))
                .isEqualTo(MessageVerdict.TAKEN);
        assertThat(node.done).containsExactly("deploy a", "deploy b", "STOPPED a");
        assertThat(resequencer.revision()).isEqualTo(2);
    }

    @Test
    void anAnswerHasAResultForEachOperationAndTheStateOfTheNode() throws Exception {
        node.broken.add("b");
        ManagementRequest request = cluster.request(1, cluster.deploy("a"), cluster.deploy("b"), cluster.deploy("c"));
        resequencer.take(cluster.seal(request));
        assertThat(outbox.answers()).hasSize(1);
        ManagementResponse answer = outbox.answers().get(0);
        assertThat(answer.instance()).isEqualTo(cluster.instance());
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

    /** The pair of commands that a resync sends. */
    @Test
    void aResyncRestoresADeviatingNodeAndLeavesOthersUnchanged() throws Exception {
        AssemblyManagementCommand second = cluster.version("a", 2, AssemblyManagementCommand.Action.SWITCH);
        resequencer.take(
                cluster.seal(cluster.request(1, cluster.deploy("a"), second, cluster.deploy("b"), cluster.stop("b"))));
        resequencer.take(cluster.seal(cluster.request(2, cluster.deploy("c"))));
        Sha256 whole = resequencer.state();
        ManagementCommand[] decided = {
            cluster.update("a", 2, 1),
            cluster.command("a", AssemblyManagementCommand.Action.START),
            cluster.update("b", 1, 0),
            cluster.stop("b"),
            cluster.update("c", 1, 0),
            cluster.command("c", AssemblyManagementCommand.Action.START)
        };
        node.done.clear();

        resequencer.take(cluster.seal(cluster.request(3, decided)));
        assertThat(node.done).isEmpty();
        assertThat(outbox.answers().get(2).results()).extracting(Result::status).containsOnly(Status.SKIPPED);

        node.undeploy(ClusterDouble.ACME, "a");
        node.undeploy(ClusterDouble.ACME, "b");
        node.stop(ClusterDouble.ACME, "c");
        assertThat(resequencer.state()).isNotEqualTo(whole);
        resequencer.take(cluster.seal(cluster.request(4, decided)));

        assertThat(resequencer.state()).isEqualTo(whole);
        assertThat(outbox.answers().get(3).state()).isEqualTo(whole);
        assertThat(outbox.answers().get(3).results()).extracting(Result::status).doesNotContain(Status.FAILED);
    }

    @Test
    void aRepeatedRequestIsAppliedOnce() throws Exception {
        SealedText message = cluster.seal(cluster.request(1, cluster.deploy("a")));
        for (int i = 0; i < 3; i++) {
            assertThat(resequencer.take(message)).isEqualTo(MessageVerdict.TAKEN);
        }
        assertThat(node.done).containsExactly("deploy a");
        assertThat(outbox.answers()).hasSize(1);
    }

    @Test
    void anEarlyRequestMakesTheNodeReadTheLog() throws Exception {
        cluster.add(cluster.request(1, cluster.deploy("a")));
        cluster.add(cluster.request(2, cluster.stop("a")));
        SealedText third = cluster.add(cluster.request(3, cluster.undeploy("a")));
        assertThat(resequencer.take(third)).isEqualTo(MessageVerdict.TAKEN);
        assertThat(node.done).containsExactly("deploy a", "STOPPED a", "undeploy a");
        assertThat(outbox.answers().stream().map(ManagementResponse::revision)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aRequestMissingInTheLogIsAppliedFromTheMessage() throws Exception {
        cluster.add(cluster.request(1, cluster.deploy("a")));
        assertThat(resequencer.take(cluster.seal(cluster.request(2, cluster.stop("a")))))
                .isEqualTo(MessageVerdict.TAKEN);
        assertThat(node.done).containsExactly("deploy a", "STOPPED a");
    }

    @Test
    void anEarlyRequestMissingInTheLogIsNotApplied() throws Exception {
        assertThat(resequencer.take(cluster.seal(cluster.request(3, cluster.deploy("a")))))
                .isEqualTo(MessageVerdict.TAKEN);
        assertThat(node.done).isEmpty();
        cluster.add(cluster.request(1, cluster.deploy("a")));
        cluster.add(cluster.request(2, cluster.stop("a")));
        resequencer.catchUp();
        assertThat(resequencer.revision()).isEqualTo(2);
    }

    @Test
    void anEarlyRequestWaitsForAnUnavailableLog() {
        cluster.reachable = false;
        SealedText third = cluster.seal(cluster.request(3, cluster.deploy("a")));
        assertThatExceptionOfType(ClusterUnavailableException.class).isThrownBy(() -> resequencer.take(third));
        assertThat(node.done).isEmpty();
    }

    @Test
    void aNodeThatWasAwayCatchesUpAcrossMoreThanOnePage() throws Exception {
        IntStream.rangeClosed(1, 250).forEach(i -> cluster.add(cluster.request(i, cluster.deploy("a" + i))));
        resequencer.catchUp();
        assertThat(resequencer.revision()).isEqualTo(250);
        assertThat(node.done).hasSize(250).startsWith("deploy a1", "deploy a2").endsWith("deploy a250");
        resequencer.catchUp();
        assertThat(node.done).hasSize(250);
        assertThat(cluster.mostAtOnce).isLessThanOrEqualTo(100);
    }

    @Test
    void aLogWithSmallerPagesIsReadToItsEnd() throws Exception {
        cluster.page = 1;
        IntStream.rangeClosed(1, 7).forEach(i -> cluster.add(cluster.request(i, cluster.deploy("a" + i))));
        resequencer.catchUp();
        assertThat(resequencer.revision()).isEqualTo(7);
        cluster.add(cluster.request(8, cluster.deploy("a8")));
        resequencer.catchUp();
        assertThat(resequencer.revision()).isEqualTo(8);
    }

    @Test
    void aRestartContinuesAfterTheLastAppliedRevision() throws Exception {
        cluster.add(cluster.request(1, cluster.deploy("a")));
        resequencer.catchUp();
        start();
        cluster.add(cluster.request(2, cluster.stop("a")));
        resequencer.catchUp();
        assertThat(node.done).containsExactly("deploy a", "STOPPED a");
    }

    /** A crash between the operation and the write of the file: the file still says that nothing was applied. */
    @Test
    void operationsAppliedBeforeACrashAreSkipped() throws Exception {
        SealedText message = cluster.add(cluster.request(1, cluster.deploy("a"), cluster.deploy("b")));
        node.deploy(ClusterDouble.ACME, Optional.empty(), new ByteArrayInputStream(ClusterDouble.archive("a")));
        assertThat(resequencer.take(message)).isEqualTo(MessageVerdict.TAKEN);
        assertThat(node.done).containsExactly("deploy a", "deploy b");
        assertThat(outbox.answers().get(0).results().stream().map(Result::status))
                .containsExactly(Status.SKIPPED, Status.DONE);
    }

    @Test
    void anInterruptedRequestIsCompletedLater() throws Exception {
        ManagementCommand late = cluster.deploy("b");
        byte[] archive = cluster.archives.remove(Sha256.of(ClusterDouble.archive("b")));
        SealedText message = cluster.seal(cluster.request(1, cluster.deploy("a"), late, cluster.stop("a")));
        assertThatExceptionOfType(ClusterUnavailableException.class).isThrownBy(() -> resequencer.take(message));
        assertThat(node.done).containsExactly("deploy a");
        assertThat(resequencer.revision()).isZero();
        cluster.archives.put(Sha256.of(archive), archive);
        assertThat(resequencer.take(message)).isEqualTo(MessageVerdict.TAKEN);
        assertThat(node.done).containsExactly("deploy a", "deploy b", "STOPPED a");
        assertThat(outbox.answers().get(0).results().stream().map(Result::status))
                .containsOnly(Status.DONE);
    }

    @Test
    void aStoppingNodeAppliesNoFurtherRequest() throws Exception {
        cluster.add(cluster.request(1, cluster.deploy("a")));
        stopping = true;
        assertThatExceptionOfType(ClusterUnavailableException.class).isThrownBy(() -> resequencer.catchUp());
        assertThat(node.done).isEmpty();
        assertThat(resequencer.revision()).isZero();
    }

    @Test
    void undeliveredAnswersStayInTheOutbox() throws Exception {
        resequencer.take(cluster.seal(cluster.request(1, cluster.deploy("a"))));
        List<ManagementResponse> first = outbox.answers();
        resequencer.take(cluster.seal(cluster.request(2, cluster.stop("a"))));
        outbox.remove(first);
        assertThat(outbox.answers().stream().map(ManagementResponse::revision)).containsExactly(2L);
    }

    @Test
    void aForgedMessageIsNotEvenRead() throws Exception {
        SealedText theirs = ClusterDouble.seal(
                new SealKeys(SealKey.generate(), List.of()), cluster.request(1, cluster.deploy("a")));
        refuses(theirs, Reason.SIGNATURE);
        SealedText ours = cluster.seal(cluster.request(1, cluster.deploy("a")));
        refuses(new SealedText(ours.text().replace("revision=\"1\"", "revision=\"2\""), ours.seal()), Reason.SIGNATURE);
        refuses(new SealedText("<!DOCTYPE x>", ours.seal()), Reason.SIGNATURE);
        // The same message with the right seal is taken, so the seal was the reason for the refusal.
        assertThat(resequencer.take(ours)).isEqualTo(MessageVerdict.TAKEN);
    }

    @Test
    void sealedTextsOtherThanRequestsAreSetAside() throws Exception {
        refuses(new SealedText("nonsense", cluster.keys.seal("nonsense")), Reason.SCHEMA);
        String future =
                MessageText.write(cluster.request(1, cluster.deploy("a"))).replace("management:1", "management:2");
        refuses(new SealedText(future, cluster.keys.seal(future)), Reason.VERSION);
        String answer = MessageText.write(new ManagementResponse(
                cluster.instance(),
                1,
                Sha256.of(new byte[0]),
                List.of(new Result(cluster.instance(), Status.DONE, 0, ""))));
        refuses(new SealedText(answer, cluster.keys.seal(answer)), Reason.SCHEMA);
    }

    @Test
    void anotherClustersMessageIsSetAside() throws Exception {
        ManagementRequest ours = cluster.request(1, cluster.deploy("a"));
        ManagementRequest theirs = new ManagementRequest(
                UUID.randomUUID(), 1, ours.batch(), ours.actor(), ours.issuedAt(), ours.notAfter(), ours.operations());
        refuses(cluster.seal(theirs), Reason.SCHEMA);
    }

    @Test
    void anotherRequestUnderTheSameRevisionIsAConflict() throws Exception {
        resequencer.take(cluster.seal(cluster.request(1, cluster.deploy("a"))));
        refuses(cluster.seal(cluster.request(1, cluster.deploy("b"))), Reason.REVISION_CONFLICT);
        assertThat(node.done).containsExactly("deploy a");
    }

    @Test
    void anExpiredMessageIsAppliedFromTheLogOnly() throws Exception {
        SealedText expired = cluster.seal(cluster.expiring(1, ClusterDouble.NOW.minusSeconds(1)));
        refuses(expired, Reason.EXPIRED);
        assertThat(resequencer.revision()).isZero();
        cluster.entries.put(1L, expired);
        MessageVerdict verdict = resequencer.take(expired);
        assertThat(verdict.reason()).contains(Reason.EXPIRED);
        assertThat(node.done).containsExactly("deploy a");
        assertThat(resequencer.take(cluster.seal(cluster.expiring(2, ClusterDouble.NOW))))
                .isEqualTo(MessageVerdict.TAKEN);
    }

    @Test
    void aLogRestoredFromABackupStopsTheNode() throws Exception {
        cluster.add(cluster.request(1, cluster.deploy("a")));
        cluster.add(cluster.request(2, cluster.deploy("b")));
        resequencer.catchUp();
        cluster.entries.remove(2L);
        stops("lacks the revision 2");
        cluster.add(cluster.request(2, cluster.deploy("c")));
        cluster.add(cluster.request(3, cluster.deploy("d")));
        stops("lacks the revision 2");
        assertThat(node.done).containsExactly("deploy a", "deploy b");
    }

    @Test
    void aLogWithAGapStopsTheNode() throws Exception {
        cluster.add(cluster.request(1, cluster.deploy("a")));
        cluster.add(cluster.request(3, cluster.deploy("b")));
        stops("comes after 1");
        assertThat(node.done).containsExactly("deploy a");
    }

    @Test
    void aChangedLogStopsTheNode() throws Exception {
        cluster.entries.put(
                1L,
                ClusterDouble.seal(
                        new SealKeys(SealKey.generate(), List.of()), cluster.request(1, cluster.deploy("a"))));
        stops("is not sealed with a key of this node");
        cluster.entries.put(1L, cluster.seal(cluster.request(2, cluster.deploy("a"))));
        stops("was put in the wrong place");
        cluster.entries.put(1L, new SealedText("nonsense", cluster.keys.seal("nonsense")));
        stops("cannot be read");
        assertThat(node.done).isEmpty();
        cluster.entries.put(1L, cluster.seal(cluster.request(1, cluster.deploy("a"))));
        resequencer.catchUp();
        assertThat(node.done).containsExactly("deploy a");
    }

    @Test
    void noAnswerIsSentBeforeTheProgressIsDurable() throws Exception {
        Files.createDirectory(folder.resolve("progress"));
        SealedText message = cluster.seal(cluster.request(1, cluster.deploy("a")));
        assertThatExceptionOfType(ClusterUnavailableException.class).isThrownBy(() -> resequencer.take(message));
        assertThat(outbox.answers()).isEmpty();
        Files.delete(folder.resolve("progress"));
        assertThat(resequencer.take(message)).isEqualTo(MessageVerdict.TAKEN);
        assertThat(node.done).containsExactly("deploy a");
        assertThat(outbox.answers()).hasSize(1);
    }

    /** A crash between the answer's file and the progress file. */
    @Test
    void anAnswerToAnUnappliedRequestIsNotSent() throws Exception {
        Files.createDirectory(folder.resolve("progress"));
        SealedText message = cluster.seal(cluster.request(1, cluster.deploy("a")));
        assertThatExceptionOfType(ClusterUnavailableException.class).isThrownBy(() -> resequencer.take(message));
        assertThat(folder.resolve("answers/1.answer")).exists();
        Files.delete(folder.resolve("progress"));
        start();
        assertThat(outbox.answers()).isEmpty();
        resequencer.take(message);
        assertThat(outbox.answers()).hasSize(1);
        assertThat(outbox.answers().get(0).results().get(0).status()).isEqualTo(Status.SKIPPED);
    }

    @Test
    void aRequestIsNotAppliedIfItsAnswerCannotBeStored() throws Exception {
        Files.createDirectory(folder.resolve("answers/1.answer"));
        SealedText message = cluster.seal(cluster.request(1, cluster.deploy("a")));
        assertThatExceptionOfType(ClusterUnavailableException.class).isThrownBy(() -> resequencer.take(message));
        assertThat(resequencer.revision()).isZero();
        assertThat(cluster.applied).isEmpty();
    }

    private void stops(String sentence) {
        assertThatExceptionOfType(LogProblem.class)
                .isThrownBy(() -> resequencer.catchUp())
                .withMessageContaining(sentence);
    }

    private void refuses(SealedText message, Reason reason) throws Exception {
        List<String> before = List.copyOf(node.done);
        MessageVerdict verdict = resequencer.take(message);
        assertThat(verdict.reason()).contains(reason);
        assertThat(verdict.sentence()).isNotBlank();
        assertThat(node.done).isEqualTo(before);
    }
}
