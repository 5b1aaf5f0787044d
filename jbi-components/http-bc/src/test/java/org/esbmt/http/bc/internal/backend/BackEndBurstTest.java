package org.esbmt.http.bc.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.esbmt.http.api.loop.EventLoops;
import org.esbmt.http.api.loop.LoopState;
import org.esbmt.http.api.wire.HeaderNames;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.jbi.container.api.Owner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many calls of one event loop at once, while no connection is open. */
@Timeout(60)
class BackEndBurstTest {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(20);
    private static final int CONNECTIONS = 4;
    private static final int WAITING = 2;

    private final AtomicInteger lookUps = new AtomicInteger();
    private EventLoops loops;
    private StubBackEnd service;
    private BackEnds backEnds;

    @BeforeEach
    void start() throws IOException {
        loops = new EventLoops("burst-test", 1);
        service = StubBackEnd.echo("service");
        EgressRules rules = new EgressRules(List.of("*@localhost:" + service.port()), Set.of(), address -> false);
        backEnds = new BackEnds(
                loops,
                new BackEndLimits(CONNECTIONS, WAITING, 1 << 20, PATIENCE, 32 * 1024, 100),
                new HeaderNames.Builder().build(),
                null,
                new AddressLookup(rules, host -> {
                    lookUps.incrementAndGet();
                    return InetAddress.getAllByName(host);
                }),
                new BackEndCounters());
    }

    @AfterEach
    void stop() throws IOException {
        backEnds.close();
        loops.close();
        service.close();
    }

    private List<CompletableFuture<Object>> burst(int calls) {
        BackEnd backEnd = backEnds.use(Owner.of(ACME), URI.create("http://localhost:" + service.port() + "/"));
        LoopState loop = loops.any();
        List<CompletableFuture<Object>> outcomes = new ArrayList<>();
        IntStream.range(0, calls).forEach(i -> outcomes.add(new CompletableFuture<>()));
        loop.loop()
                .execute(() ->
                        outcomes.forEach(outcome -> backEnd.call(SlowNamesTest.request(loop, PATIENCE, outcome))));
        return outcomes;
    }

    @Test
    void connectionsThatOpenTogetherShareALookUp() throws Exception {
        for (CompletableFuture<Object> outcome : burst(CONNECTIONS)) {
            assertThat(outcome.get(10, TimeUnit.SECONDS)).isEqualTo(200);
        }

        assertThat(lookUps).hasValue(1);
    }

    @Test
    void callsWhoseConnectionIsBeingOpenedLeaveTheWaitingPlacesToOthers() throws Exception {
        List<CompletableFuture<Object>> outcomes = burst(CONNECTIONS + WAITING + 1);

        for (CompletableFuture<Object> outcome : outcomes.subList(0, CONNECTIONS + WAITING)) {
            assertThat(outcome.get(10, TimeUnit.SECONDS)).isEqualTo(200);
        }
        assertThat(outcomes.get(CONNECTIONS + WAITING).get(10, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        BackEndException.class, e -> assertThat(e.code()).isEqualTo(FaultCode.OVERLOADED));
    }
}
