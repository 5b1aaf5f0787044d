package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.ALICE;
import static org.esbmt.http.bc.internal.support.TestBus.BOB;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.globexMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.jbi.container.api.SuccessionUnitManager.Predecessors;
import org.esbmt.management.api.traffic.LatencyScale;
import org.esbmt.management.api.traffic.Outcome;
import org.esbmt.management.api.traffic.TrafficMeter;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each finished request is counted once, for its tenant and endpoint, under the one who has to act. */
class TrafficTest {
    private StubBackEnd backEnd;
    private TestBus bus;
    private String acmeUnit;

    @BeforeEach
    void start() throws IOException {
        backEnd = StubBackEnd.echo("back-end");
        bus = new TestBus(TestBus.allowing(backEnd));
        acmeUnit = bus.deployProxy(ACME, backEnd.url(), "maxMessageBytes=\"2000\"", "");
        bus.deployProxy(GLOBEX, backEnd.url());
    }

    @AfterEach
    void stop() throws IOException {
        bus.close();
        backEnd.close();
    }

    private List<? extends TrafficMeter> meters(TenantId tenant, boolean withAddress) {
        return bus.component().meters().stream()
                .filter(m -> m.tenant().equals(tenant) && m.address().isPresent() == withAddress)
                .toList();
    }

    private TrafficMeter endpoint(TenantId tenant) {
        assertThat(meters(tenant, true)).hasSize(1);
        return meters(tenant, true).get(0);
    }

    private static Map<Outcome, Long> counts(TrafficMeter meter) {
        Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            if (meter.count(outcome) > 0) {
                counts.put(outcome, meter.count(outcome));
            }
        }
        return counts;
    }

    private static long latencies(TrafficMeter meter) {
        long[] buckets = new long[LatencyScale.BUCKETS];
        meter.addLatencies(buckets);
        return LongStream.of(buckets).sum();
    }

    private static long median(TrafficMeter meter) {
        long[] buckets = new long[LatencyScale.BUCKETS];
        meter.addLatencies(buckets);
        return LatencyScale.quantile(buckets, 0.5);
    }

    private RawClient.Answer send(String path, String message) throws IOException {
        try (RawClient client = bus.connect()) {
            return client.send(Soap.post(path, message)).answer();
        }
    }

    private void counted(TenantId tenant, Map<Outcome, Long> expected) {
        await().untilAsserted(() -> assertThat(counts(endpoint(tenant))).isEqualTo(expected));
    }

    @Test
    void anAnsweredMessageCountsForItsEndpointAlone() throws IOException {
        for (int i = 0; i < 3; i++) {
            assertThat(send(path(ACME), acmeMessage("<a/>")).status()).isEqualTo(200);
        }

        counted(ACME, Map.of(Outcome.ANSWERED, 3L));
        await().untilAsserted(() -> assertThat(latencies(endpoint(ACME))).isEqualTo(3));
        await().until(() -> endpoint(ACME).inFlight() == 0);
        assertThat(counts(endpoint(GLOBEX))).isEmpty();
        assertThat(endpoint(ACME).address()).get().satisfies(address -> {
            assertThat(address.service()).hasToString("{urn:orders}Orders");
            assertThat(address.endpoint()).isEqualTo("in");
            assertThat(address.path()).isEqualTo(path(ACME));
        });
    }

    @Test
    void aMessageAtTheSharedAddressCountsForTheTenantOfItsSender() throws IOException {
        send("/tenant-services/Orders/in", globexMessage("<g/>"));

        counted(GLOBEX, Map.of(Outcome.ANSWERED, 1L));
        assertThat(counts(endpoint(ACME))).isEmpty();
    }

    @Test
    void aFaultOfTheServiceIsOfTheService() throws IOException {
        backEnd.behave((request, out) -> StubBackEnd.respond(
                out, "500 Internal Server Error", "text/xml; charset=utf-8", Soap.fault("no such order")));
        send(path(ACME), acmeMessage("<a/>"));

        counted(ACME, Map.of(Outcome.FAULT, 1L));
    }

    @Test
    void aBackEndThatIsLateOrGoneOrBreaksOffIsToBlame() throws IOException {
        bus.undeploy(acmeUnit);
        bus.deployProxy(ACME, backEnd.url(), "timeout=\"500\"", "");
        CountDownLatch never = new CountDownLatch(1);
        backEnd.behave((request, out) -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        send(path(ACME), acmeMessage("<a/>"));
        counted(ACME, Map.of(Outcome.BACK_END, 1L));
        await().untilAsserted(() -> assertThat(median(endpoint(ACME))).isGreaterThan(350_000_000L));
        never.countDown();

        backEnd.behave((request, out) -> request.socket().close());
        send(path(ACME), acmeMessage("<a/>"));
        counted(ACME, Map.of(Outcome.BACK_END, 2L));

        backEnd.behave((request, out) -> {
            StubBackEnd.raw(
                    out,
                    "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 900000\r\n\r\n" + "x".repeat(90000));
            request.socket().close();
        });
        try (RawClient client = bus.connect()) {
            client.send(Soap.post(path(ACME), acmeMessage("<a/>")));
            client.input().readAllBytes();
        }
        counted(ACME, Map.of(Outcome.BACK_END, 3L));
    }

    @Test
    void aBadMessageIsOfItsSender() throws IOException {
        assertThat(send(path(ACME), acmeMessage("<a>")).text()).contains("MALFORMED");
        counted(ACME, Map.of(Outcome.SENDER, 1L));
        assertThat(latencies(endpoint(ACME))).isZero();

        assertThat(send(path(ACME), acmeMessage("<a>" + "x".repeat(3000) + "</a>"))
                        .status())
                .isEqualTo(413);
        counted(ACME, Map.of(Outcome.SENDER, 2L));
    }

    @Test
    void aClientThatDoesNotWaitIsASenderWithoutAnAnswer() throws IOException {
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        backEnd.behave((request, out) -> {
            gate.countDown();
            try {
                assertThat(gone.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try (RawClient client = bus.connect()) {
            client.send(Soap.post(path(ACME), acmeMessage("<a/>")));
            await().until(() -> gate.getCount() == 0);
            assertThat(endpoint(ACME).inFlight()).isEqualTo(1);
        }
        gone.countDown();

        counted(ACME, Map.of(Outcome.SENDER, 1L));
        await().until(() -> endpoint(ACME).inFlight() == 0);
    }

    @Test
    void aWrongPasswordIsAStrangerAtTheAddressAndNoMessage() throws IOException {
        send(path(ACME), Soap.envelope(Soap.context(ACME, ALICE, "guess"), "<a/>"));
        send(path(ACME), "no envelope");

        counted(ACME, Map.of(Outcome.STRANGER, 2L));
    }

    @Test
    void aStrangerAtTheSharedAddressCountsForNobody() throws IOException {
        send("/tenant-services/Orders/in", Soap.envelope(Soap.context(ACME, ALICE, "guess"), "<a/>"));
        send("/tenant-services/" + ACME + "/Missing/in", Soap.envelope(Soap.context(ACME, ALICE, "guess"), "<a/>"));
        send("/tenant-services/Orders/in", acmeMessage("<a/>"));

        counted(ACME, Map.of(Outcome.ANSWERED, 1L));
        assertThat(meters(ACME, false)).isEmpty();
    }

    @Test
    void aSenderOfAnotherTenantCountsForTheOwnTenantAlone() throws IOException {
        assertThat(send(path(ACME), globexMessage("<g/>")).text()).contains("NO_SUCH_ENDPOINT");
        assertThat(send("/tenant-services/" + GLOBEX + "/Missing/in", globexMessage("<g/>"))
                        .text())
                .contains("NO_SUCH_ENDPOINT");

        await().untilAsserted(() -> assertThat(meters(GLOBEX, false))
                .singleElement()
                .satisfies(meter -> assertThat(counts(meter)).isEqualTo(Map.of(Outcome.SENDER, 2L))));
        assertThat(counts(endpoint(ACME))).isEmpty();
        assertThat(meters(ACME, false)).isEmpty();
    }

    @Test
    void anotherVersionOfTheAssemblyContinuesTheCounts() throws Exception {
        send(path(ACME), acmeMessage("<a/>"));
        counted(ACME, Map.of(Outcome.ANSWERED, 1L));
        TrafficMeter before = endpoint(ACME);

        String next = bus.initialize(ACME, TestBus.proxy(backEnd.url(), "", ""), Map.of());
        Set<String> units = Set.of(acmeUnit);
        Predecessors old = new Predecessors(units, new HashSet<>(bus.manager().endpoints(acmeUnit)));
        bus.manager().takeOverProviders(next, old);
        bus.manager().takeOverConsumers(next, old);
        bus.undeploy(acmeUnit);
        send(path(ACME), Soap.envelope(Soap.context(ACME, BOB, "bobs-secret"), "<a/>"));

        counted(ACME, Map.of(Outcome.ANSWERED, 2L));
        assertThat(endpoint(ACME)).isSameAs(before);
        bus.undeploy(next);
        assertThat(meters(ACME, true)).isEmpty();
    }

    @Test
    void aClosedEndpointLeavesNoMeter() throws IOException {
        send(path(ACME), acmeMessage("<a/>"));
        bus.undeploy(acmeUnit);

        assertThat(meters(ACME, true)).isEmpty();
        assertThat(meters(GLOBEX, true)).hasSize(1);
    }
}
