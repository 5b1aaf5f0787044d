package org.esbmt.http.bc.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;

import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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

/** Messages of 64 KiB wait for back ends that do not answer, with one connection each. */
@Timeout(60)
class WaitingRoomTest {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(50);
    private static final int LARGE = 64 * 1024;
    private static final int ROOM = 1 << 20;

    private final CountDownLatch end = new CountDownLatch(1);
    private EventLoops loops;
    private LoopState loop;
    private StubBackEnd first;
    private StubBackEnd second;
    private BackEnds backEnds;

    @BeforeEach
    void start() throws IOException {
        loops = new EventLoops("waiting-room-test", 1);
        loop = loops.any();
        first = new StubBackEnd(this::answerLate);
        second = new StubBackEnd(this::answerLate);
        EgressRules rules = new EgressRules(
                List.of("*@localhost:" + first.port(), "*@localhost:" + second.port()), Set.of(), address -> false);
        backEnds = new BackEnds(
                loops,
                new BackEndLimits(1, 1000, ROOM, PATIENCE, 32 * 1024, 100),
                new HeaderNames.Builder().build(),
                null,
                new AddressLookup(rules, InetAddress::getAllByName),
                new BackEndCounters());
    }

    @AfterEach
    void stop() throws IOException {
        end.countDown();
        backEnds.close();
        loops.close();
        first.close();
        second.close();
    }

    private void answerLate(StubBackEnd.Request request, OutputStream out) throws IOException {
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        StubBackEnd.ok(out, "<ok/>");
    }

    private CompletableFuture<Object> call(TenantId tenant, StubBackEnd to, int bytes) throws Exception {
        CompletableFuture<Object> outcome = new CompletableFuture<>();
        BackEnd backEnd = backEnds.use(Owner.of(tenant), URI.create("http://localhost:" + to.port() + "/"));
        loop.loop().submit(() -> backEnd.call(request(bytes, outcome))).get(10, TimeUnit.SECONDS);
        return outcome;
    }

    private BackEndCall request(int bytes, CompletableFuture<Object> outcome) {
        HttpBody body = HttpBody.whole(loop);
        body.data(Unpooled.wrappedBuffer(new byte[bytes]));
        body.end();
        byte[] head = "POST / HTTP/1.1\r\nHost: x\r\n".getBytes(StandardCharsets.US_ASCII);
        return new BackEndCall(head, new Headers.Builder().build(), body, PATIENCE, PATIENCE, 10_000) {
            @Override
            protected void answered(
                    int status, Headers headers, String contentType, boolean contentEncoded, HttpBody answer) {
                answer.discard();
                outcome.complete(status);
            }

            @Override
            protected void failed(BackEndException cause) {
                outcome.complete(cause.code());
            }
        };
    }

    @Test
    void theBytesOfATenantThatWaitForItsBackEndsAreBounded() throws Exception {
        List<CompletableFuture<Object>> waiting = new ArrayList<>();
        for (int i = 0; i < ROOM / LARGE / 2; i++) {
            waiting.add(call(ACME, first, LARGE));
            waiting.add(call(ACME, second, LARGE));
        }

        int more = 4; // two may be on connections already
        int refused = 0;
        for (int i = 0; i < more; i++) {
            CompletableFuture<Object> outcome = call(ACME, first, LARGE);
            refused += FaultCode.OVERLOADED.equals(outcome.getNow(null)) ? 1 : 0;
            waiting.add(outcome);
        }
        assertThat(refused).isBetween(more - 2, more);
        CompletableFuture<Object> small = call(ACME, first, 1024);
        CompletableFuture<Object> ofOthers = call(GLOBEX, first, LARGE);
        assertThat(small).as("small messages do not count").isNotDone();
        assertThat(ofOthers).as("another tenant has room of its own").isNotDone();

        end.countDown();

        assertThat(small.get(20, TimeUnit.SECONDS)).isEqualTo(200);
        assertThat(ofOthers.get(20, TimeUnit.SECONDS)).isEqualTo(200);
        int answered = 0;
        for (CompletableFuture<Object> outcome : waiting) {
            answered += outcome.get(20, TimeUnit.SECONDS).equals(200) ? 1 : 0;
        }
        assertThat(answered).isEqualTo(waiting.size() - refused);
        for (int i = 0; i < 2 * ROOM / LARGE; i++) {
            assertThat(call(ACME, first, LARGE).get(20, TimeUnit.SECONDS)).isEqualTo(200);
        }
    }

    @Test
    void aMessageLargerThanTheRoomWaitsAlone() throws Exception {
        CompletableFuture<Object> connected = call(ACME, first, 1024); // has the connection, or will get it
        CompletableFuture<Object> large = call(ACME, first, 2 * ROOM);
        assertThat(connected).isNotDone();
        assertThat(large).isNotDone();
        assertThat(call(ACME, first, LARGE).get(10, TimeUnit.SECONDS)).isEqualTo(FaultCode.OVERLOADED);

        end.countDown();

        assertThat(large.get(20, TimeUnit.SECONDS)).isEqualTo(200);
    }
}
