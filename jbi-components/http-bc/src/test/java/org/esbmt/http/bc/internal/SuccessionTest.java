package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;
import static org.esbmt.http.bc.internal.support.TestBus.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.jbi.management.DeploymentException;
import javax.jbi.servicedesc.ServiceEndpoint;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.jbi.container.api.SuccessionUnitManager.Predecessors;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.FreePorts;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.Test;

/** A unit takes the place of another, or is stopped, while requests are in flight. */
class SuccessionTest {
    private final CountDownLatch gate = new CountDownLatch(1);

    /** Answers its first request when the gate opens, and others at once. */
    private StubBackEnd slow() throws IOException {
        AtomicBoolean first = new AtomicBoolean(true);
        return new StubBackEnd((request, out) -> {
            try {
                if (first.getAndSet(false)) {
                    gate.await();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            StubBackEnd.ok(out, Soap.answer("old", ""));
        });
    }

    private static String request() {
        return Soap.post(path(ACME), acmeMessage("<a/>"));
    }

    private static CompletableFuture<Void> run(Step step) {
        return CompletableFuture.runAsync(() -> {
            try {
                step.run();
            } catch (DeploymentException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private interface Step {
        void run() throws DeploymentException;
    }

    private static Predecessors predecessors(TestBus bus, String... units) {
        Set<ServiceEndpoint> endpoints = new HashSet<>();
        for (String unit : units) {
            endpoints.addAll(bus.manager().endpoints(unit));
        }
        return new Predecessors(Set.of(units), endpoints);
    }

    private static String takeOver(TestBus bus, TenantId tenant, String elements, String... units) throws Exception {
        String name = bus.initialize(tenant, elements, Map.of());
        Predecessors predecessors = predecessors(bus, units);
        bus.manager().takeOverProviders(name, predecessors);
        bus.manager().takeOverConsumers(name, predecessors);
        return name;
    }

    @Test
    void anAcceptedRequestIsAnsweredBeforeItsUnitStops() throws Exception {
        try (StubBackEnd backEnd = slow();
                TestBus bus = new TestBus(TestBus.allowing(backEnd));
                RawClient busy = bus.connect();
                RawClient late = bus.connect()) {
            String unit = bus.deployProxy(ACME, backEnd.url());
            busy.send(request());
            await().until(() -> backEnd.requests().size() == 1);
            CompletableFuture<Void> stopped = run(() -> bus.manager().stop(unit));
            await().until(() -> late.send(request()).answer().text().contains("NO_SUCH_ENDPOINT"));
            assertThat(stopped).isNotDone();
            int seen = backEnd.requests().size(); // more than one if some came before the stop
            gate.countDown();
            assertThat(busy.answer().status()).isEqualTo(200);
            stopped.get(30, TimeUnit.SECONDS);
            assertThat(backEnd.requests()).hasSize(seen);

            bus.manager().start(unit);
            assertThat(busy.send(request()).answer().status()).isEqualTo(200);
        }
    }

    @Test
    void anUnansweredRequestGetsAFaultAtTheDeadline() throws Exception {
        try (StubBackEnd backEnd = slow()) {
            Map<String, Object> values = new HashMap<>(TestBus.allowing(backEnd));
            values.put("drain_timeout_seconds", 1);
            try (TestBus bus = new TestBus(values);
                    RawClient busy = bus.connect()) {
                String unit = bus.deployProxy(ACME, backEnd.url());
                busy.send(request());
                await().until(() -> backEnd.requests().size() == 1);
                bus.manager().stop(unit);
                assertThat(busy.answer().text()).contains("BACKEND_UNAVAILABLE");
                assertThat(bus.manager().endpoints(unit)).isEmpty();
            } finally {
                gate.countDown();
            }
        }
    }

    @Test
    void theNewUnitGetsNewRequestsAndTheOldOneCompletesItsOwn() throws Exception {
        try (StubBackEnd backEnd = slow();
                StubBackEnd other = StubBackEnd.echo("new");
                TestBus bus = new TestBus(TestBus.allowing(backEnd, other));
                RawClient busy = bus.connect();
                RawClient next = bus.connect()) {
            String old = bus.deployProxy(ACME, backEnd.url());
            busy.send(request());
            await().until(() -> backEnd.requests().size() == 1);
            String young = takeOver(bus, ACME, proxy(other.url(), "", ""), old);
            assertThat(next.send(request()).answer().text()).contains("new");

            CompletableFuture<Void> stopped = run(() -> bus.manager().stop(old));
            assertThat(next.send(request()).answer().text()).contains("new");
            gate.countDown();
            assertThat(busy.answer().text()).contains("old");
            stopped.get(30, TimeUnit.SECONDS);
            bus.manager().shutDown(old);

            assertThat(next.send(request()).answer().text()).contains("new");
            assertThat(busy.send(request()).answer().text()).contains("new");
            assertThat(bus.manager().endpoints(young)).hasSize(1);
            bus.undeploy(young);
            assertThat(next.send(request()).answer().text()).contains("NO_SUCH_ENDPOINT");
        }
    }

    @Test
    void aPathReturnsToTheOldUnitWhenTheNewOneIsClosed() throws Exception {
        try (StubBackEnd backEnd = StubBackEnd.echo("old");
                StubBackEnd other = StubBackEnd.echo("new");
                TestBus bus = new TestBus(TestBus.allowing(backEnd, other));
                RawClient client = bus.connect()) {
            String old = bus.deployProxy(ACME, backEnd.url());
            for (int i = 0; i < 3; i++) {
                String young = takeOver(bus, ACME, proxy(other.url(), "", ""), old);
                assertThat(client.send(request()).answer().text()).contains("new");
                bus.manager().closeConsumers(young);
                bus.manager().stop(young);
                bus.manager().shutDown(young);
                assertThat(client.send(request()).answer().text()).contains("old");
            }
            bus.undeploy(old);
        }
    }

    @Test
    void namesOfOthersAreNotTakenOver() throws Exception {
        try (StubBackEnd backEnd = StubBackEnd.echo("old");
                TestBus bus = new TestBus(TestBus.allowing(backEnd));
                RawClient client = bus.connect()) {
            String old = bus.deployProxy(ACME, backEnd.url());
            String more = bus.deploy(
                    ACME,
                    "<http:soap-provider service=\"s:More\" endpoint=\"out\" locationURI=\"" + backEnd.url() + "\"/>");
            String young = bus.initialize(ACME, proxy(backEnd.url(), "", ""), Map.of());
            assertThatThrownBy(() -> bus.manager().takeOverProviders(young, predecessors(bus, more)))
                    .hasMessageContaining("activated already");
            String consumer = bus.initialize(
                    ACME,
                    "<http:soap-consumer service=\"s:Orders\" endpoint=\"new\" targetService=\"s:OrdersBackEnd\""
                            + " targetEndpoint=\"out\"/>"
                            + "<http:soap-consumer service=\"s:Orders\" endpoint=\"in\" targetService=\"s:OrdersBackEnd\""
                            + " targetEndpoint=\"out\"/>",
                    Map.of());
            assertThatThrownBy(() -> bus.manager().takeOverConsumers(consumer, predecessors(bus, more)))
                    .hasMessageContaining("already");
            String globex = bus.initialize(GLOBEX, proxy(backEnd.url(), "", ""), Map.of());
            bus.manager().takeOverProviders(globex, predecessors(bus, old));
            bus.manager().takeOverConsumers(globex, predecessors(bus, old));

            assertThat(client.send(request()).answer().text()).contains("old");
            assertThat(client.send(Soap.post("/tenant-services/" + ACME + "/Orders/new", acmeMessage("<a/>")))
                            .answer()
                            .text())
                    .contains("NO_SUCH_ENDPOINT");
        }
    }

    @Test
    void plainUnitsAreSucceededToo() throws Exception {
        int port = FreePorts.next();
        int second = FreePorts.next();
        try (StubBackEnd backEnd = slow();
                StubBackEnd other = StubBackEnd.echo("new");
                TestBus bus = new TestBus(TestBus.allowing(backEnd, other))) {
            String at = "locationURI=\"http://127.0.0.1:" + port + "/orders\"";
            String old = bus.deploy(null, proxy(backEnd.url(), at, ""));
            String message = Soap.post("/orders", Soap.envelope("", "<a/>"));
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            try (RawClient busy = new RawClient(address);
                    RawClient next = new RawClient(address)) {
                busy.send(message);
                await().until(() -> backEnd.requests().size() == 1);
                String young = takeOver(bus, null, proxy(other.url(), at, ""), old);
                assertThat(next.send(message).answer().text()).contains("new");
                CompletableFuture<Void> stopped = run(() -> bus.manager().stop(old));
                gate.countDown();
                assertThat(busy.answer().text()).contains("old");
                stopped.get(30, TimeUnit.SECONDS);
                assertThat(next.send(message).answer().text()).contains("new");

                String moved = at.replace(String.valueOf(port), String.valueOf(second));
                String third = takeOver(bus, null, proxy(other.url(), moved, ""), young);
                bus.undeploy(young);
                assertThat(next.isAtEnd()).isTrue();
                try (RawClient there = new RawClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), second))) {
                    assertThat(there.send(message).answer().text()).contains("new");
                }
                bus.undeploy(third);
            }
        }
    }
}
