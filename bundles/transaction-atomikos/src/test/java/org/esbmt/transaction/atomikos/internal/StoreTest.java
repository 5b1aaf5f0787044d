package org.esbmt.transaction.atomikos.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.transaction.xa.Xid;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.TransactionId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The data on the disk, and the ids in the resources. */
class StoreTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-22T10:00:00Z"), ZoneOffset.UTC);
    private static final NodeName NODE = new NodeName("node1");
    private static final ResourceName ONE = new ResourceName("one");
    private static final ResourceName TWO = new ResourceName("two");

    @TempDir
    private Path directory;

    @Test
    void oneProcessHasTheDirectory() throws IOException {
        try (DataDirectory first = DataDirectory.open(directory, NODE)) {
            assertThat(first.decisions()).isDirectory();
            assertThatIllegalStateException()
                    .isThrownBy(() -> DataDirectory.open(directory, NODE))
                    .withMessageContaining("Another bus uses the transactions in " + directory);
        }
        DataDirectory.open(directory, NODE).close();
    }

    @Test
    void aDirectoryKeepsItsNode() throws IOException {
        DataDirectory.open(directory, NODE).close();
        assertThatIllegalStateException()
                .isThrownBy(() -> DataDirectory.open(directory, new NodeName("node2")))
                .withMessageContaining("are those of the node 'node1', and this node is called 'node2'");
        DataDirectory.open(directory, NODE).close();
    }

    @Test
    void idsAreNewInEachLifeThoughTheClockStandsStill() throws IOException {
        Set<TransactionId> ids = new HashSet<>();
        TransactionId first = null;
        for (int life = 0; life < 3; life++) {
            try (DataDirectory open = DataDirectory.open(directory, NODE)) {
                Ids source = open.ids(CLOCK);
                for (int i = 0; i < 100; i++) {
                    TransactionId id = source.next();
                    assertThat(ids.add(id)).isTrue();
                    first = first == null ? id : first;
                }
                assertThat(source.areOurs(first)).isTrue();
                assertThat(Ids.began(first)).isEqualTo(CLOCK.instant());
            }
        }
    }

    @Test
    void foreignTransactionsAreRecognized() throws IOException {
        Ids ours;
        Ids namesake;
        Ids longer;
        try (DataDirectory open = DataDirectory.open(directory.resolve("a"), NODE)) {
            ours = open.ids(CLOCK);
        }
        try (DataDirectory open = DataDirectory.open(directory.resolve("b"), NODE)) {
            namesake = open.ids(CLOCK);
        }
        try (DataDirectory open = DataDirectory.open(directory.resolve("c"), new NodeName("node11"))) {
            longer = open.ids(CLOCK);
        }
        assertThat(ours.areOurs(ours.next())).isTrue();
        assertThat(ours.areOurs(namesake.next())).isFalse();
        assertThat(ours.areOfNamesake(namesake.next())).isTrue();
        assertThat(ours.areOfNamesake(ours.next())).isFalse();
        assertThat(ours.areOurs(longer.next())).isFalse();
        assertThat(ours.areOfNamesake(longer.next())).isFalse();
        assertThat(ours.areOurs(new TransactionId("node1.x"))).isFalse();
    }

    @Test
    void theLongestIdFitsIntoABranch() {
        Clock late = Clock.fixed(Instant.parse("9999-12-31T23:59:59Z"), ZoneOffset.UTC);
        Ids ids = new Ids(new NodeName("n".repeat(16)), "ffffffff", Integer.MAX_VALUE, late);
        BranchXid branch = new BranchXid(ids.next(), new ResourceName("r".repeat(48)));
        assertThat(branch.getGlobalTransactionId()).hasSizeLessThanOrEqualTo(Xid.MAXGTRIDSIZE);
        assertThat(branch.getBranchQualifier()).hasSizeLessThanOrEqualTo(Xid.MAXBQUALSIZE);
        assertThat(BranchXid.of(branch)).contains(branch);
        assertThat(ids.areOurs(branch.transaction())).isTrue();
    }

    @Test
    void branchesOfOtherSoftwareAreNotOurs() {
        assertThat(BranchXid.of(new Foreign(1, "node1.x", "one"))).isEmpty();
        assertThat(BranchXid.of(new Foreign(BranchXid.FORMAT, "Node", "one"))).isEmpty();
        assertThat(BranchXid.of(new Foreign(BranchXid.FORMAT, "node1", ""))).isEmpty();
        assertThat(BranchXid.of(new Foreign(BranchXid.FORMAT, "node1", "one"))).isPresent();
    }

    private record Foreign(int format, String global, String branch) implements Xid {
        @Override
        public int getFormatId() {
            return format;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return global.getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public byte[] getBranchQualifier() {
            return branch.getBytes(StandardCharsets.US_ASCII);
        }
    }

    @Test
    void namesOfNodesFitIntoIds() {
        assertThatIllegalArgumentException().isThrownBy(() -> new NodeName("n".repeat(17)));
        assertThatIllegalArgumentException().isThrownBy(() -> new NodeName(""));
        assertThatIllegalArgumentException().isThrownBy(() -> new NodeName("a.b"));
    }

    @Test
    void decisionsSurviveARestartUntilTheyAreForgotten() throws IOException {
        TransactionId id = new TransactionId("node1.00000000.1.1.0");
        DecisionLog log = new DecisionLog(directory);
        assertThat(log.isCommitted(id)).isFalse();
        log.commit(id, Set.of(ONE, TWO), () -> {});
        Files.writeString(directory.resolve("node1.00000000.1.2.0.tmp"), "on");
        DecisionLog restarted = new DecisionLog(directory);
        assertThat(restarted.isCommitted(id)).isTrue();
        assertThat(restarted.all()).isEqualTo(Map.of(id, Set.of(ONE, TWO)));
        restarted.forget(id);
        assertThat(restarted.all()).isEmpty();
        assertThat(new DecisionLog(directory).all()).isEmpty();
    }

    @Test
    void nothingIsDecidedAfterTheEnd() throws IOException {
        TransactionId id = new TransactionId("node1.00000000.1.1.0");
        DecisionLog log = new DecisionLog(directory);
        log.close();
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> log.commit(id, Set.of(ONE), () -> {}));
        assertThat(log.isCommitted(id)).isFalse();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aLogThatCannotBeReadIsNotTakenForAnEmptyOne() throws IOException {
        Files.writeString(directory.resolve("node1.00000000.1.1.0"), "ONE\n");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> new DecisionLog(directory))
                .withMessageContaining("is not a decision");
    }

    @Test
    void aResourceIsKnownFromItsRegistrationUntilItIsRetired() throws IOException {
        Path file = directory.resolve("resources");
        new KnownResources(file).add(TWO);
        KnownResources restarted = new KnownResources(file);
        restarted.add(ONE);
        restarted.add(TWO);
        assertThat(new KnownResources(file).all()).containsExactly(ONE, TWO);
        restarted.remove(TWO);
        assertThat(new KnownResources(file).all()).containsExactly(ONE);
    }

    @Test
    void aResourceWithAnUnstorableNameIsNotRegistered() throws IOException {
        Path file = directory.resolve("none/resources");
        Registry registry = new Registry(new NodeName("node1"), new KnownResources(file), () -> {});
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> registry.register(ONE, () -> {
                    throw new AssertionError("nobody opens it");
                }));
        assertThat(registry.registered()).isEmpty();
        assertThat(registry.all()).isEmpty();
    }
}
