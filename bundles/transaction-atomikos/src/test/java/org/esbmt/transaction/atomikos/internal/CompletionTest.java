package org.esbmt.transaction.atomikos.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import javax.transaction.xa.XAException;
import org.esbmt.testing.CapturedLog;
import org.esbmt.transaction.api.Heuristic;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.TransactionId;
import org.esbmt.transaction.atomikos.internal.Completion.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The answers of resources at the end of a branch, and the stored results. */
class CompletionTest {
    private static final BranchXid BRANCH =
            new BranchXid(new TransactionId("node1.00000000.1.1.0"), new ResourceName("one"));
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-22T10:00:00Z"), ZoneOffset.UTC);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        XAException.XA_HEURCOM + ",DONE",
        XAException.XA_HEURRB + ",HEURISTIC",
        XAException.XA_HEURMIX + ",HEURISTIC",
        XAException.XA_HEURHAZ + ",HEURISTIC",
        XAException.XA_RBROLLBACK + ",HEURISTIC",
        XAException.XA_RBTIMEOUT + ",HEURISTIC",
        XAException.XAER_RMFAIL + ",AGAIN",
        XAException.XAER_RMERR + ",AGAIN",
        XAException.XAER_INVAL + ",AGAIN",
        XAException.XAER_PROTO + ",AGAIN",
        XAException.XA_RETRY + ",AGAIN"
    })
    void aCommitIsDoneOrTriedAgainOrContradicted(int error, Kind kind) {
        assertThat(Completion.commit(new MemoryResource(error), BRANCH, true).kind())
                .isEqualTo(kind);
        assertThat(Completion.commit(new MemoryResource(error), BRANCH, false).kind())
                .isEqualTo(kind);
    }

    @Test
    void anUnknownBranchCountsAsCommittedUnlessItWasSeenBefore() {
        MemoryResource unknown = new MemoryResource(XAException.XAER_NOTA, XAException.XAER_NOTA);
        assertThat(Completion.commit(unknown, BRANCH, false).kind()).isEqualTo(Kind.DONE);
        assertThat(Completion.commit(unknown, BRANCH, true).kind()).isEqualTo(Kind.HEURISTIC);
    }

    @ParameterizedTest
    @CsvSource({
        XAException.XA_HEURRB + ",DONE",
        XAException.XAER_NOTA + ",DONE",
        XAException.XA_RBINTEGRITY + ",DONE",
        XAException.XA_HEURCOM + ",HEURISTIC",
        XAException.XA_HEURMIX + ",HEURISTIC",
        XAException.XA_HEURHAZ + ",HEURISTIC",
        XAException.XAER_RMFAIL + ",AGAIN",
        XAException.XAER_RMERR + ",AGAIN"
    })
    void aRollbackIsDoneOrTriedAgainOrContradicted(int error, Kind kind) {
        assertThat(Completion.rollback(new MemoryResource(error), BRANCH).kind())
                .isEqualTo(kind);
    }

    @Test
    void aMatchingHeuristicDecisionIsForgottenInTheResource() {
        MemoryResource resource = new MemoryResource(XAException.XA_HEURCOM);
        Completion.commit(resource, BRANCH, false);
        assertThat(resource.forgotten()).isEqualTo(1);
        MemoryResource failing = new MemoryResource(XAException.XA_HEURCOM, XAException.XAER_RMFAIL);
        assertThat(Completion.commit(failing, BRANCH, false).kind()).isEqualTo(Kind.AGAIN);
    }

    @Test
    void aContradictingHeuristicIsLoggedAndStoredUntilItIsForgotten() throws IOException {
        MemoryResource resource = new MemoryResource(XAException.XA_HEURRB);
        try (CapturedLog log = new CapturedLog()) {
            new Finisher(new Heuristics(folder, CLOCK)).commit(resource, BRANCH, true);
            assertThat(log.linesWith("differs from the rest of its transaction, which is committed"))
                    .singleElement()
                    .asString()
                    .contains("ERROR", "in one", "the resource has rolled it back");
        }
        assertThat(resource.forgotten()).isEqualTo(1);
        Heuristics restarted = new Heuristics(folder, CLOCK);
        assertThat(restarted.all())
                .singleElement()
                .returns(BRANCH.transaction(), Heuristic::transaction)
                .returns(BRANCH.resource(), Heuristic::resource)
                .returns(true, Heuristic::committed)
                .returns(CLOCK.instant(), Heuristic::since);
        restarted.forget(BRANCH);
        assertThat(restarted.all()).isEmpty();
        assertThat(new Heuristics(folder, CLOCK).all()).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> restarted.forget(BRANCH));
    }

    @Test
    void aCrashWhileOneIsStoredLeavesTheOthers() throws IOException {
        new Heuristics(folder, CLOCK).add(BRANCH, false, "the resource\nhas committed it");
        Files.writeString(folder.resolve("node1.00000000.1.2.0@one.tmp"), "half");
        assertThat(new Heuristics(folder, CLOCK).all())
                .singleElement()
                .returns("the resource has committed it", Heuristic::problem);
    }
}
