package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.globexMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Map;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A tenant points its providers at a listener that is not the tenant's. The listener would answer, but must never see a
 * connection. Another tenant is still served.
 */
class PoisonedProvidersTest {
    private StubBackEnd hidden;
    private StubBackEnd globexBackEnd;
    private TestBus bus;

    @BeforeEach
    void start() throws IOException {
        hidden = StubBackEnd.echo("hidden");
        globexBackEnd = StubBackEnd.echo("globex");
        bus = new TestBus(TestBus.allowing(globexBackEnd));
        bus.deployProxy(GLOBEX, globexBackEnd.url());
    }

    @AfterEach
    void stop() throws IOException {
        try (RawClient client = bus.connect()) {
            assertThat(client.send(Soap.post(path(GLOBEX), globexMessage("<a/>")))
                            .answer()
                            .status())
                    .isEqualTo(200);
        } finally {
            bus.close();
            hidden.close();
            globexBackEnd.close();
        }
    }

    private RawClient.Answer call() throws IOException {
        try (RawClient client = bus.connect()) {
            return client.send(Soap.post(path(ACME), acmeMessage("<a/>"))).answer();
        }
    }

    /** The provider is refused at its deployment or at a call; the listener gets no connection. */
    private void isNotReached(String host, int port) throws IOException {
        try {
            bus.deployProxy(ACME, "http://" + host + ":" + port + "/");
        } catch (IllegalStateException e) {
            assertThat(e).cause().hasMessageContaining("locationURI");
            return;
        }
        RawClient.Answer answer = call();
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).contains("BACKEND_UNAVAILABLE").doesNotContain("hidden");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "localhost",
                "LOCALHOST",
                "localhost.",
                "127.255.255.254",
                "127.1",
                "2130706433",
                "0x7f000001",
                "0177.0.0.1",
                "0.0.0.0",
                "[::1]",
                "[::]",
                "[0:0:0:0:0:0:0:1]",
                "[::ffff:127.0.0.1]",
                "[::ffff:7f00:1]",
                "[::127.0.0.1]",
                "[64:ff9b::7f00:1]",
                "[2002:7f00:1::]"
            })
    void loopback(String host) throws IOException {
        isNotReached(host, hidden.port());
        assertThat(hidden.connections()).isZero();
    }

    @Test
    void addressesOfThisMachine() throws IOException {
        isNotReached(InetAddress.getLocalHost().getHostAddress(), hidden.port());
        assertThat(hidden.connections()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"169.254.169.254", "[fe80::1]", "[::ffff:169.254.169.254]", "224.0.0.1", "255.255.255.255"})
    void linkLocalAndMulticast(String host) throws IOException {
        isNotReached(host, 80);
    }

    /** The address of nobody shows that the port alone is the reason. */
    @ParameterizedTest
    @ValueSource(ints = {5432, 61616, 5672, 1099, 8101})
    void databasesBrokersAndAdministration(int port) throws IOException {
        isNotReached("192.0.2.7", port); // for documentation (RFC 5737): a connection would be a timeout
    }

    @ParameterizedTest
    @ValueSource(strings = {"301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"})
    void redirectToLoopback(String status) throws IOException {
        try (StubBackEnd allowed = StubBackEnd.echo("allowed");
                TestBus open = new TestBus(TestBus.allowing(allowed))) {
            open.deployProxy(ACME, allowed.url());
            allowed.behave((request, out) -> StubBackEnd.raw(
                    out,
                    "HTTP/1.1 " + status + "\r\nLocation: " + hidden.url() + "\r\nRefresh: 0; url=" + hidden.url()
                            + "\r\nContent-Length: 0\r\n\r\n"));
            try (RawClient client = open.connect()) {
                RawClient.Answer answer =
                        client.send(Soap.post(path(ACME), acmeMessage("<a/>"))).answer();
                assertThat(answer.status()).isEqualTo(500);
                assertThat(answer.text()).contains("BACKEND_UNAVAILABLE").doesNotContain(hidden.url());
            }
            assertThat(allowed.connections()).isEqualTo(1);
        }
        assertThat(hidden.connections()).isZero();
    }

    @Test
    void aBackEndAllowedForAnotherTenantIsNotReached() throws IOException {
        try (TestBus strict = new TestBus(Map.of("egress_allow", GLOBEX + "@127.0.0.1:" + hidden.port()))) {
            strict.deployProxy(ACME, hidden.url());
            try (RawClient client = strict.connect()) {
                assertThat(client.send(Soap.post(path(ACME), acmeMessage("<a/>")))
                                .answer()
                                .text())
                        .contains("BACKEND_UNAVAILABLE");
            }
        }
        assertThat(hidden.connections()).isZero();
    }

    /** Without the rule the call is answered, which proves that the listener runs. */
    @Test
    void theListenerAnswersAPermittedTenant() throws IOException {
        try (TestBus open = new TestBus(TestBus.allowing(hidden))) {
            open.deployProxy(ACME, hidden.url());
            try (RawClient client = open.connect()) {
                assertThat(client.send(Soap.post(path(ACME), acmeMessage("<a/>")))
                                .answer()
                                .status())
                        .isEqualTo(200);
            }
        }
        assertThat(hidden.connections()).isEqualTo(1);
    }
}
