package org.esbmt.registry.testing.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.Acknowledgement;
import org.esbmt.registry.api.configuration.Cluster;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.LoggedOperation;
import org.esbmt.registry.api.configuration.NewOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.OperationOutcome;
import org.esbmt.registry.api.configuration.OperationState;
import org.esbmt.registry.api.configuration.Payload;
import org.esbmt.registry.api.configuration.RevisionLog.PayloadAt;
import org.esbmt.testing.AtOnce;
import org.junit.jupiter.api.Test;

/** The revision log and the acknowledgements of nodes. A part of {@link ConfigurationRegistryContract}. */
abstract class OperationsContract extends ConfigurationFixture {

    @Test
    void revisionsOfAClusterHaveNoGaps() throws Exception {
        Cluster main = cluster("main");
        Cluster other = cluster("other");
        List<LoggedOperation> appended = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            appended.add(append(operation(main.id())));
            append(operation(other.id()));
        }

        assertThat(appended).extracting(LoggedOperation::revision).containsExactly(1L, 2L, 3L);
        assertThat(registry.clusters().findCluster(main.id()).orElseThrow().lastRevision())
                .isEqualTo(3);
        assertThat(registry.log().read(main.id(), 1, 100)).isEqualTo(appended);
        assertThat(registry.log().read(main.id(), 2, 1)).containsExactly(appended.get(1));
        assertThat(registry.log().read(main.id(), 4, 100)).isEmpty();
        assertThat(registry.log().read(ClusterId.random(), 1, 100)).isEmpty();
        assertThat(registry.log().findOperation(appended.get(1).operation().id()))
                .contains(appended.get(1));
        assertThat(registry.log().findOperation(OperationId.random())).isEmpty();
    }

    @Test
    void revisionsHaveNoGapsWhenManyAppendAtOnce() throws Exception {
        Cluster main = cluster("main");

        List<Object> outcomes = AtOnce.run(8, () -> {
            List<Long> revisions = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                revisions.add(append(operation(main.id())).revision());
            }
            return revisions;
        });

        assertThat(outcomes.stream().flatMap(o -> ((List<?>) o).stream()).map(Long.class::cast))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 80).boxed().toList());
    }

    @Test
    void aRepetitionIsTheFirstOne() throws Exception {
        Cluster main = cluster("main");
        OperationId id = OperationId.random();
        LoggedOperation first = append(operation(id, main.id(), "deploy"));
        append(operation(main.id()));

        assertThat(append(operation(id, main.id(), "deploy"))).isEqualTo(first);
        assertThat(registry.log().read(main.id(), 1, 100)).hasSize(2);
    }

    @Test
    void anIdentifierIsOneRequests() throws Exception {
        Cluster main = cluster("main");
        Cluster other = cluster("other");
        OperationId id = OperationId.random();
        append(operation(id, main.id(), "deploy"));

        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> append(operation(id, main.id(), "undeploy")));
        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> append(operation(id, other.id(), "deploy")));
        assertThat(append(operation(other.id())).revision()).isEqualTo(1);
        assertThat(append(operation(main.id())).revision()).isEqualTo(2);
    }

    @Test
    void ofManyRepetitionsAtOnceOneIsAppended() throws Exception {
        Cluster main = cluster("main");
        OperationId id = OperationId.random();

        List<Object> outcomes = AtOnce.run(8, () -> append(operation(id, main.id(), "deploy")));

        LoggedOperation only = registry.log().findOperation(id).orElseThrow();
        assertThat(outcomes).hasSize(8).allMatch(only::equals);
        assertThat(append(operation(main.id())).revision()).isEqualTo(2);
    }

    @Test
    void anOperationIsKeptAsItIs() throws Exception {
        Cluster main = cluster("main");
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        NewOperation system = new NewOperation(
                OperationId.random(),
                main.id(),
                Optional.empty(),
                BY,
                "RESYNC",
                digest("request"),
                Optional.of(Instant.parse("2031-01-02T03:04:05.678901Z")));

        LoggedOperation appended = registry.log().append(system, revision -> Payload.of(bytes));

        assertThat(appended.operation()).isEqualTo(system);
        assertThat(appended.payload()).isEqualTo(Payload.of(bytes));
        assertThat(registry.log().findOperation(system.id())).contains(appended);
    }

    @Test
    void aPayloadIsMadeOnceForTheRevisionThatItsOperationHas() throws Exception {
        Cluster main = cluster("main");
        append(main);
        List<Long> made = new ArrayList<>();
        PayloadAt payload = revision -> {
            made.add(revision);
            return payload(revision);
        };
        NewOperation operation = operation(OperationId.random(), main.id(), "deploy");

        LoggedOperation first = registry.log().append(operation, payload);
        LoggedOperation repeated = registry.log().append(operation, payload);

        assertThat(made).containsExactly(2L);
        assertThat(first.revision()).isEqualTo(2);
        assertThat(first.payload()).isEqualTo(payload(2));
        assertThat(repeated).isEqualTo(first);
    }

    @Test
    void everyPayloadIsOfItsOwnRevisionWhenManyAppendAtOnce() throws Exception {
        Cluster main = cluster("main");

        AtOnce.run(8, () -> append(main));

        assertThat(registry.log().read(main.id(), 1, 100)).hasSize(8).allSatisfy(logged -> assertThat(logged.payload())
                .isEqualTo(payload(logged.revision())));
    }

    @Test
    void withoutAPayloadNothingIsAppended() throws Exception {
        Cluster main = cluster("main");

        assertThatIllegalStateException()
                .isThrownBy(() -> registry.log().append(operation(main.id()), revision -> {
                    throw new IllegalStateException("no seal");
                }))
                .withMessage("no seal");

        assertThat(registry.log().read(main.id(), 1, 100)).isEmpty();
        assertThat(append(operation(main.id())).revision()).isEqualTo(1);
    }

    @Test
    void anUnknownClusterHasNoLog() {
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> append(operation(ClusterId.random())));
    }

    @Test
    void anOperationIsAppliedWhenAllNodesHaveDoneIt() throws Exception {
        Cluster main = cluster("main");
        InstanceId one = node(main.id());
        InstanceId two = node(main.id());
        OperationId id = append(main);

        assertThat(outcome(id).state()).isEqualTo(OperationState.PENDING);
        assertThat(outcome(id).waiting()).containsExactlyInAnyOrder(one, two);
        acknowledge(id, one, Acknowledgement.applied(STATE));
        assertThat(outcome(id).state()).isEqualTo(OperationState.PENDING);
        assertThat(outcome(id).waiting()).containsExactly(two);
        acknowledge(id, two, Acknowledgement.skipped(STATE));

        assertThat(outcome(id).state()).isEqualTo(OperationState.APPLIED);
        assertThat(outcome(id).waiting()).isEmpty();
        assertThat(outcome(id).answers())
                .containsEntry(one, Acknowledgement.applied(STATE))
                .containsEntry(two, Acknowledgement.skipped(STATE));
    }

    @Test
    void failuresOfSomeAreAPartAndOfAllAFailure() throws Exception {
        Cluster main = cluster("main");
        InstanceId one = node(main.id());
        InstanceId two = node(main.id());
        OperationId id = append(main);
        acknowledge(id, one, Acknowledgement.failed("no room", STATE));
        acknowledge(id, two, Acknowledgement.failed("no room", STATE));
        assertThat(outcome(id).state()).isEqualTo(OperationState.FAILED);

        acknowledge(id, two, Acknowledgement.applied(STATE));

        assertThat(outcome(id).state()).isEqualTo(OperationState.PARTIAL);
        assertThat(outcome(id).answers().get(one).reason()).contains("no room");
        acknowledge(id, one, Acknowledgement.applied(STATE));
        assertThat(outcome(id).state()).isEqualTo(OperationState.APPLIED);
    }

    @Test
    void anAppliedOperationStaysApplied() throws Exception {
        Cluster main = cluster("main");
        InstanceId node = node(main.id());
        OperationId id = append(main);
        acknowledge(id, node, Acknowledgement.applied(STATE));

        acknowledge(id, node, Acknowledgement.skipped(digest("later")));
        acknowledge(id, node, Acknowledgement.failed("late", digest("later")));

        assertThat(outcome(id).state()).isEqualTo(OperationState.APPLIED);
        assertThat(outcome(id).answers()).containsEntry(node, Acknowledgement.applied(STATE));
    }

    @Test
    void afterItsTimeAnOperationIsExpiredOrDoneInPart() throws Exception {
        Cluster main = cluster("main");
        InstanceId one = node(main.id());
        node(main.id());
        NewOperation late = late(main.id());
        append(late);
        assertThat(outcome(late.id()).state()).isEqualTo(OperationState.EXPIRED);

        acknowledge(late.id(), one, Acknowledgement.applied(STATE));

        assertThat(outcome(late.id()).state()).isEqualTo(OperationState.PARTIAL);
    }

    @Test
    void operationsDoNotWaitForNodesThatLeftOrJoinedLater() throws Exception {
        Cluster main = cluster("main");
        InstanceId stays = node(main.id());
        InstanceId leaves = node(main.id());
        OperationId id = append(main);
        InstanceId later = node(main.id());
        acknowledge(id, stays, Acknowledgement.applied(STATE));
        assertThat(outcome(id).waiting()).containsExactly(leaves);

        registry.membership().leave(leaves);

        assertThat(outcome(id).state()).isEqualTo(OperationState.APPLIED);
        OperationId next = append(main);
        assertThat(outcome(next).waiting()).containsExactlyInAnyOrder(stays, later);
    }

    @Test
    void withoutNodesAnOperationIsPendingUntilItsTimeIsOver() throws Exception {
        Cluster main = cluster("main");
        NewOperation late = late(main.id());
        append(late);

        assertThat(outcome(append(main)).state()).isEqualTo(OperationState.PENDING);
        assertThat(outcome(late.id()).state()).isEqualTo(OperationState.EXPIRED);
        assertThat(registry.acknowledgements().outcome(OperationId.random())).isEmpty();
    }

    @Test
    void strangersAcknowledgeNothing() throws Exception {
        Cluster main = cluster("main");
        InstanceId node = node(main.id());
        InstanceId elsewhere = node(cluster("other").id());
        OperationId id = append(main);

        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> acknowledge(id, elsewhere, Acknowledgement.applied(STATE)));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> acknowledge(id, InstanceId.random(), Acknowledgement.applied(STATE)));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> acknowledge(OperationId.random(), node, Acknowledgement.applied(STATE)));
        assertThat(outcome(id).answers()).isEmpty();
    }

    @Test
    void aReasonIsAnyTextAndStaysIt() throws Exception {
        Cluster main = cluster("main");
        for (String attack : ATTACKS) {
            InstanceId node = node(main.id());
            OperationId id = append(main);
            acknowledge(id, node, Acknowledgement.failed(attack, STATE));
            assertThat(outcome(id).answers().get(node).reason()).contains(attack);
        }
    }

    private OperationId append(Cluster cluster) throws RegistryException {
        return append(operation(cluster.id())).operation().id();
    }

    private static NewOperation late(ClusterId cluster) {
        NewOperation any = operation(cluster);
        return new NewOperation(
                any.id(),
                cluster,
                any.tenant(),
                any.by(),
                any.kind(),
                any.request(),
                Optional.of(Instant.parse("2001-02-03T04:05:06Z")));
    }

    private void acknowledge(OperationId operation, InstanceId node, Acknowledgement answer) throws RegistryException {
        registry.acknowledgements().acknowledge(operation, node, answer);
    }

    private OperationOutcome outcome(OperationId operation) throws RegistryException {
        return registry.acknowledgements().outcome(operation).orElseThrow();
    }
}
