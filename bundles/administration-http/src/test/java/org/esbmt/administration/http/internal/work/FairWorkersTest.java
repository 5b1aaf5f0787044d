package org.esbmt.administration.http.internal.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.esbmt.administration.http.internal.work.Lane.Group;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FairWorkersTest {
    private static final Lane INSTALLATION = Lane.of(Optional.empty());

    private final FairWorkers workers = new FairWorkers("test-fair", 16, 16);
    private final List<String> started = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void close() {
        end.countDown();
        workers.close();
    }

    private static Lane tenant(String name) {
        return Lane.of(Optional.of(name));
    }

    /** Runs until the end of the test. */
    private void begin(Lane lane) {
        workers.execute(lane, () -> {
            started.add(lane.name());
            awaitEnd();
        });
    }

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void begin(Lane lane, int times) {
        for (int i = 0; i < times; i++) {
            begin(lane);
        }
    }

    private void awaitStarted(int count) {
        await().until(() -> started.size() == count);
    }

    @Test
    void aTenantHasAQuarterOfTheThreadsAndOfTheQueue() {
        begin(tenant("acme"), 8);
        awaitStarted(4);
        assertThatThrownBy(() -> begin(tenant("acme"))).isInstanceOf(RejectedExecutionException.class);
        begin(tenant("globex"));
        awaitStarted(5);
        assertThat(started).endsWith("globex");
    }

    @Test
    void aLaneWithFewerTasksTakesThePlaceOfTheLastOne() {
        List<String> displaced = new CopyOnWriteArrayList<>();
        for (int source = 0; source < 4; source++) {
            Lane lane = new Lane(Group.LOGIN, "source" + source);
            begin(lane, 4);
            for (int i = 0; i < 4; i++) {
                String name = lane.name() + "/" + i;
                workers.execute(lane, () -> started.add(name), () -> displaced.add(name));
            }
        }
        awaitStarted(16);
        Lane fresh = new Lane(Group.LOGIN, "fresh");
        for (int i = 0; i < 2; i++) {
            workers.execute(fresh, () -> started.add("fresh"), () -> displaced.add("fresh"));
        }
        assertThat(displaced).hasSize(2).allMatch(name -> name.endsWith("/3")).doesNotHaveDuplicates();
        assertThatThrownBy(() -> workers.execute(new Lane(Group.LOGIN, "source0"), () -> {}, () -> {}))
                .isInstanceOf(RejectedExecutionException.class);
        end.countDown();
        awaitStarted(16 + 14 + 2);
        assertThat(started).filteredOn("fresh"::equals).hasSize(2);
        assertThat(started).doesNotContainAnyElementsOf(displaced);
    }

    @Test
    void aTaskThatKeepsItsPlaceIsNotDisplaced() {
        for (int source = 0; source < 4; source++) {
            begin(new Lane(Group.LOGIN, "source" + source), 8);
        }
        awaitStarted(16);
        assertThatThrownBy(() -> workers.execute(new Lane(Group.LOGIN, "fresh"), () -> {}, () -> {}))
                .isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void aQuarterOfTheThreadsIsKeptForTheInstallation() {
        for (int i = 0; i < 4; i++) {
            begin(tenant("tenant" + i), 4);
        }
        awaitStarted(12);
        begin(INSTALLATION, 4);
        awaitStarted(16);
        assertThat(started.subList(12, 16)).containsOnly("");
    }

    @Test
    void aQuarterOfTheQueueIsKeptForTheInstallation() {
        begin(INSTALLATION, 16);
        awaitStarted(16);
        for (int i = 0; i < 3; i++) {
            begin(tenant("tenant" + i), 4);
        }
        assertThatThrownBy(() -> begin(tenant("another"))).isInstanceOf(RejectedExecutionException.class);
        begin(INSTALLATION, 4);
        assertThatThrownBy(() -> begin(INSTALLATION)).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void sourcesWithoutACredentialHaveAQuarterTogether() throws Exception {
        for (int i = 1; i <= 2; i++) {
            begin(Lane.of(Group.ANONYMOUS, InetAddress.getByName("192.0.2." + i)), 3);
        }
        begin(Lane.of(Group.ANONYMOUS, InetAddress.getByName("192.0.2.3")));
        awaitStarted(4);
        begin(tenant("acme"));
        awaitStarted(5);
        assertThat(started).endsWith("acme");
    }

    @Test
    void allAddressesOfAnIpv6NetworkAreOneSource() throws Exception {
        assertThat(Lane.of(Group.LOGIN, InetAddress.getByName("2001:db8::1")))
                .isEqualTo(Lane.of(Group.LOGIN, InetAddress.getByName("2001:db8::ffff:2")))
                .isNotEqualTo(Lane.of(Group.LOGIN, InetAddress.getByName("2001:db8:0:1::1")));
        assertThat(Lane.of(Group.LOGIN, InetAddress.getByName("192.0.2.1")))
                .isNotEqualTo(Lane.of(Group.LOGIN, InetAddress.getByName("192.0.2.2")));
    }

    @Test
    void waitingLanesGetThreadsInTurns() {
        FairWorkers one = new FairWorkers("test-one", 1, 64);
        try {
            one.execute(INSTALLATION, this::awaitEnd);
            for (String name : List.of("acme", "acme", "acme", "globex", "initech", "globex")) {
                one.execute(tenant(name), () -> started.add(name));
            }
            end.countDown();
            awaitStarted(6);
            assertThat(started).containsExactly("acme", "globex", "initech", "acme", "globex", "acme");
        } finally {
            one.close();
        }
    }

    @Test
    void aFailedTaskGivesItsPlaceBack() {
        for (int i = 0; i < 40; i++) {
            workers.execute(tenant("acme"), () -> {
                started.add("failed");
                throw new IllegalStateException("on purpose");
            });
            awaitStarted(i + 1);
        }
        begin(tenant("acme"), 4);
        awaitStarted(44);
    }

    @Test
    void closedWorkersAcceptNothing() {
        workers.close();
        assertThatThrownBy(() -> begin(INSTALLATION)).isInstanceOf(RejectedExecutionException.class);
    }
}
