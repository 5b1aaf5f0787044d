package org.esbmt.http.bc.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.loop.EventLoops;
import org.esbmt.http.api.loop.LoopState;
import org.esbmt.http.api.wire.HeaderNames;
import org.esbmt.http.api.wire.Headers;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Acme's name server accepts a question and does not answer. */
@Timeout(60)
class SlowNamesTest {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(20);
    private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(200);

    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicInteger hanging = new AtomicInteger();
    private EventLoops loops;
    private StubBackEnd service;
    private BackEnds backEnds;

    @BeforeEach
    void start() throws IOException {
        loops = new EventLoops("slow-names-test", 1);
        service = StubBackEnd.echo("service");
        EgressRules rules = new EgressRules(List.of("*@localhost:" + service.port()), Set.of(), address -> false);
        backEnds = new BackEnds(
                loops,
                new BackEndLimits(4, 1000, 1 << 20, PATIENCE, 32 * 1024, 100),
                new HeaderNames.Builder().build(),
                null,
                new AddressLookup(rules, this::find),
                new BackEndCounters());
    }

    @AfterEach
    void stop() throws IOException {
        end.countDown();
        backEnds.close();
        loops.close();
        service.close();
    }

    /** Ignores interrupts, like the JDK's. */
    private InetAddress[] find(String host) throws UnknownHostException {
        if (!host.endsWith(".acme")) {
            return InetAddress.getAllByName(host);
        }
        hanging.incrementAndGet();
        boolean ended = false;
        while (!ended) {
            try {
                end.await();
                ended = true;
            } catch (InterruptedException e) {
                ended = end.getCount() == 0;
            }
        }
        throw new UnknownHostException(host);
    }

    private CompletableFuture<Object> call(Owner owner, String host, long connectNanos) {
        CompletableFuture<Object> outcome = new CompletableFuture<>();
        BackEnd backEnd = backEnds.use(owner, URI.create("http://" + host + ":" + service.port() + "/"));
        LoopState loop = loops.any();
        loop.loop().execute(() -> backEnd.call(request(loop, connectNanos, outcome)));
        return outcome;
    }

    static BackEndCall request(LoopState loop, long connectNanos, CompletableFuture<Object> outcome) {
        HttpBody body = HttpBody.whole(loop);
        body.end();
        byte[] head = "POST / HTTP/1.1\r\nHost: x\r\n".getBytes(StandardCharsets.US_ASCII);
        return new BackEndCall(head, new Headers.Builder().build(), body, connectNanos, PATIENCE, 10_000) {
            @Override
            protected void answered(
                    int status, Headers headers, String contentType, boolean contentEncoded, HttpBody answer) {
                answer.discard();
                outcome.complete(status);
            }

            @Override
            protected void failed(BackEndException cause) {
                outcome.complete(cause);
            }
        };
    }

    private List<CompletableFuture<Object>> attack(int hosts) {
        List<CompletableFuture<Object>> calls = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            calls.add(call(Owner.of(ACME), "host" + i + ".acme", PATIENCE));
        }
        return calls;
    }

    @Test
    void otherTenantsConnect() throws Exception {
        attack(20);

        assertThat(call(Owner.of(GLOBEX), "localhost", PATIENCE).get(10, TimeUnit.SECONDS))
                .isEqualTo(200);
        assertThat(hanging).as("look-ups of acme that hang").hasValueLessThanOrEqualTo(1);
    }

    @Test
    void aLookUpFailsAtItsDeadlineAndBlocksNoThreadOfOthers() throws Exception {
        for (int tenant = 0; tenant < 10; tenant++) {
            Owner owner = Owner.of(new TenantId(new UUID(5, tenant)));

            assertThat(call(owner, "host.acme", SHORT).get(10, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            BackEndException.class, e -> assertThat(e.code()).isEqualTo(FaultCode.BACKEND_UNAVAILABLE));
        }

        assertThat(call(Owner.of(GLOBEX), "localhost", PATIENCE).get(10, TimeUnit.SECONDS))
                .isEqualTo(200);
    }

    /** Three calls, because the failure of an attempt is that of the first waiting call. */
    @Test
    void aCallWithMoreTimeOutlastsTheLookUpThatItShares() throws Exception {
        BackEnd backEnd = backEnds.use(Owner.of(ACME), URI.create("http://host.acme:" + service.port() + "/"));
        LoopState loop = loops.any();
        CompletableFuture<Object> hasty = new CompletableFuture<>();
        CompletableFuture<Object> second = new CompletableFuture<>();
        CompletableFuture<Object> third = new CompletableFuture<>();
        loop.loop().execute(() -> {
            backEnd.call(request(loop, SHORT, hasty));
            backEnd.call(request(loop, PATIENCE, second));
            backEnd.call(request(loop, PATIENCE, third));
        });

        assertThat(hasty.get(10, TimeUnit.SECONDS)).isInstanceOf(BackEndException.class);
        end.countDown();

        assertThat(third.get(10, TimeUnit.SECONDS)).isInstanceOfSatisfying(BackEndException.class, e -> assertThat(e)
                .hasMessageContaining("there is no host"));
    }

    @Test
    void slowNamesOfSeveralTenantsDoNotStopAnotherOne() throws Exception {
        List<CompletableFuture<Object>> calls = new ArrayList<>();
        for (int tenant = 0; tenant < 10; tenant++) {
            calls.add(call(Owner.of(new TenantId(new UUID(5, tenant))), "host.acme", PATIENCE));
        }

        assertThat(call(Owner.of(GLOBEX), "localhost", PATIENCE).get(10, TimeUnit.SECONDS))
                .isEqualTo(200);
        assertThat(calls).noneMatch(CompletableFuture::isDone);
    }

    @Test
    void aTenantWithTooManyLookUpsIsOverloaded() throws Exception {
        List<CompletableFuture<Object>> calls = attack(300);

        Object refused =
                CompletableFuture.anyOf(calls.toArray(CompletableFuture[]::new)).get(10, TimeUnit.SECONDS);

        assertThat(refused).isInstanceOfSatisfying(BackEndException.class, e -> {
            assertThat(e.code()).isEqualTo(FaultCode.OVERLOADED);
            assertThat(e).hasMessageContaining("256 tasks of " + ACME);
        });
    }
}
