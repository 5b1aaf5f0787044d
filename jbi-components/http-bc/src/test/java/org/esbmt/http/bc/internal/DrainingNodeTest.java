package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.jbi.container.api.Draining;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A draining node as seen by clients and load balancers. */
class DrainingNodeTest {
    private static final String REQUEST = Soap.post(path(ACME), acmeMessage("<a/>"));
    private static final String HEALTH = "GET /health HTTP/1.1\r\nHost: bus\r\n\r\n";
    private static final Draining DRAINING = new Draining() {};

    private StubBackEnd backEnd;

    @BeforeEach
    void start() throws IOException {
        backEnd = StubBackEnd.echo("acme-back-end");
    }

    @AfterEach
    void stop() throws IOException {
        backEnd.close();
    }

    private TestBus bus(int noticeSeconds) {
        Map<String, Object> values = new HashMap<>(TestBus.allowing(backEnd));
        values.put("drain_notice_seconds", noticeSeconds);
        TestBus bus = new TestBus(values);
        bus.deployProxy(ACME, backEnd.url(), "", "");
        return bus;
    }

    @Test
    void theNodeIsUnhealthyWhileItDrains() throws IOException {
        try (TestBus bus = bus(3600)) {
            assertThat(health(bus)).isEqualTo("200 ready\n");
            bus.component().setDraining(DRAINING);
            assertThat(health(bus)).isEqualTo("503 draining\n");
            bus.component().unsetDraining(DRAINING);
            assertThat(health(bus)).isEqualTo("200 ready\n");
        }
    }

    @Test
    void duringTheNoticeMessagesAreAcceptedAndConnectionsEndAfterTheirAnswers() throws IOException {
        try (TestBus bus = bus(3600);
                RawClient client = bus.connect()) {
            assertThat(client.send(REQUEST).answer().status()).isEqualTo(200);
            bus.component().setDraining(DRAINING);

            RawClient.Answer answer = client.send(REQUEST).answer();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("connection")).isEqualTo("close");
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @Test
    void afterTheNoticeRequestsAreRefused() throws IOException {
        try (TestBus bus = bus(0);
                RawClient client = bus.connect();
                RawClient wanted = bus.connect()) {
            bus.component().setDraining(DRAINING);

            assertThat(client.send(REQUEST).answer().status()).isEqualTo(503);
            assertThat(backEnd.requests()).isEmpty();
            assertThat(client.isAtEnd()).isTrue();

            bus.component().unsetDraining(DRAINING);
            assertThat(wanted.send(REQUEST).answer().status()).isEqualTo(200);
        }
    }

    private static String health(TestBus bus) throws IOException {
        try (RawClient client = bus.connect()) {
            RawClient.Answer answer = client.send(HEALTH).answer();
            return answer.status() + " " + answer.text();
        }
    }
}
