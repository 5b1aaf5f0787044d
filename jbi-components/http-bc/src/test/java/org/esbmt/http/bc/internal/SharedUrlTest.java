package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.globexMessage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * At the URL that all tenants share, the rules of its own endpoint apply to each message: acme's endpoint is strict and
 * accepts little, globex's has the defaults.
 */
class SharedUrlTest {
    private static final String SHARED = "/tenant-services/Orders/in";
    private static final int ACMES_MOST = 100_000;
    private static final int MOST_OF_ALL = 500_000;
    private static final String NOT_WELL_FORMED = "<a><b></a></b>";

    /** The state of the bus's knowledge of the sender. */
    enum Sender {
        NEW,
        KNOWN
    }

    private StubBackEnd acme;
    private StubBackEnd globex;
    private TestBus bus;

    @BeforeEach
    void start() throws IOException {
        acme = StubBackEnd.echo("acme-back-end");
        globex = StubBackEnd.echo("globex-back-end");
        Map<String, Object> values = new HashMap<>(TestBus.allowing(acme, globex));
        values.put("message_max_bytes", (long) MOST_OF_ALL);
        bus = new TestBus(values);
        bus.deployProxy(ACME, acme.url(), "bodyCheck=\"well-formed\" maxMessageBytes=\"" + ACMES_MOST + "\"", "");
        bus.deployProxy(GLOBEX, globex.url());
    }

    @AfterEach
    void stop() throws IOException {
        bus.close();
        acme.close();
        globex.close();
    }

    private RawClient.Answer post(String message) throws IOException {
        try (RawClient client = bus.connect()) {
            return client.send(Soap.post(SHARED, message)).answer();
        }
    }

    private void meet(Sender sender) throws IOException {
        if (sender == Sender.KNOWN) {
            assertThat(post(acmeMessage("<a/>")).status()).isEqualTo(200);
            assertThat(post(globexMessage("<a/>")).status()).isEqualTo(200);
            acme.requests().clear();
            globex.requests().clear();
        }
    }

    /** A message of acme with this many bytes. */
    private static String acmeMessageOfSize(int bytes) {
        return acmeMessage("<a>" + "x".repeat(bytes - acmeMessage("<a></a>").length()) + "</a>");
    }

    private static String chunked(String message) {
        return "POST " + SHARED + " HTTP/1.1\r\nHost: bus\r\nContent-Type: text/xml\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(message.length()) + "\r\n" + message
                + "\r\n0\r\n\r\n";
    }

    @ParameterizedTest
    @EnumSource
    void aBodyThatIsNotWellFormedIsRefusedByAStrictEndpoint(Sender sender) throws IOException {
        meet(sender);
        int before = acme.bytes();

        assertThat(post(acmeMessage(NOT_WELL_FORMED)).text()).contains("<code>MALFORMED</code>");
        assertThat(post(acmeMessage("<x:a/>")).text()).contains("<code>MALFORMED</code>");
        assertThat(acme.bytes()).isEqualTo(before);
        assertThat(acme.requests()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void theSameBodyPassesToATenantWithALenientEndpoint(Sender sender) throws IOException {
        meet(sender);

        assertThat(post(globexMessage(NOT_WELL_FORMED)).text()).contains("globex-back-end");
        assertThat(globex.requests()).hasSize(1);
        assertThat(globex.requests().get(0).text()).isEqualTo(Soap.envelope("", NOT_WELL_FORMED));
    }

    @ParameterizedTest
    @EnumSource
    void aBodyThatIsTooLargeForTheEndpointIsRefused(Sender sender) throws IOException {
        meet(sender);
        int before = acme.bytes();
        String large = acmeMessageOfSize(ACMES_MOST + 1);
        try (RawClient client = bus.connect()) {
            // only the first bytes of it: the announced length is enough
            client.send(Soap.post(SHARED, large).substring(0, 2000));

            assertThat(client.answer().status()).isEqualTo(413);
        }
        assertThat(acme.bytes()).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void aChunkedBodyThatGrowsTooLargeForTheEndpointIsNeverComplete(Sender sender) throws IOException {
        meet(sender);
        try (RawClient client = bus.connect()) {
            client.send(chunked(acmeMessageOfSize(ACMES_MOST + 1)));

            assertThat(client.answer().status()).isEqualTo(413);
        }
        await().untilAsserted(() -> assertThat(acme.openConnections()).isZero());
        assertThat(acme.requests()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aMessageAtTheEndpointsLimitPasses(Sender sender) throws IOException {
        meet(sender);

        assertThat(post(acmeMessageOfSize(ACMES_MOST)).status()).isEqualTo(200);
        try (RawClient client = bus.connect()) {
            assertThat(client.send(chunked(acmeMessageOfSize(ACMES_MOST)))
                            .answer()
                            .status())
                    .isEqualTo(200);
        }
        assertThat(acme.requests()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void theLimitOfOneTenantDoesNotAffectAnother(Sender sender) throws IOException {
        meet(sender);
        String body = "<a>" + "x".repeat(ACMES_MOST * 4) + "</a>";

        assertThat(post(globexMessage(body)).text()).contains("globex-back-end");
        assertThat(globex.requests()).hasSize(1);
        assertThat(globex.requests().get(0).text()).isEqualTo(Soap.envelope("", body));
    }

    @Test
    void theConfigurationLimitsMessagesAtTheSharedUrl() throws IOException {
        assertThat(post(globexMessage("x".repeat(MOST_OF_ALL))).status()).isEqualTo(413);
        assertThat(globex.bytes()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aLargeBodyThatTurnsOutNotToBeWellFormedIsNeverComplete(Sender sender) throws IOException {
        meet(sender);
        String body = "<a>" + "x".repeat(90_000) + NOT_WELL_FORMED + "</a>";

        assertThat(post(acmeMessage(body)).text()).contains("<code>MALFORMED</code>");
        await().untilAsserted(() -> assertThat(acme.openConnections()).isZero());
        assertThat(acme.requests()).isEmpty();
    }

    static Stream<Integer> pieces() {
        return Stream.of(1, 7, 50, 10_000);
    }

    @ParameterizedTest
    @MethodSource("pieces")
    void theSizeOfPiecesMakesNoDifference(int piece) throws IOException {
        String[] bodies = {"", "<a>b</a>", NOT_WELL_FORMED};
        for (String body : bodies) {
            try (RawClient client = bus.connect()) {
                byte[] request = Soap.post(SHARED, acmeMessage(body)).getBytes(StandardCharsets.UTF_8);
                for (int i = 0; i < request.length; i += piece) {
                    client.send(Arrays.copyOfRange(request, i, Math.min(request.length, i + piece)));
                }
                assertThat(client.answer().status()).as(body).isEqualTo(body.equals(NOT_WELL_FORMED) ? 500 : 200);
            }
        }
        assertThat(acme.requests())
                .extracting(StubBackEnd.Request::text)
                .containsExactly(Soap.envelope("", ""), Soap.envelope("", "<a>b</a>"));
    }

    @Test
    void theRulesApplyToAMessageThatIsCompleteBeforeItsSenderIsKnown() throws Exception {
        String[] bad = {NOT_WELL_FORMED, "<a>", "</a>", "<a/></soap:Body><soap:Body>", "<!DOCTYPE a>"};
        for (String body : bad) {
            CompletableFuture<Void> gate = new CompletableFuture<>();
            int checks = bus.authenticator().checks();
            bus.authenticator().hold(gate);
            try (RawClient client = bus.connect()) {
                client.send(Soap.post(SHARED, acmeMessage(body)));
                await().until(() -> bus.authenticator().checks() > checks);
                gate.complete(null);

                assertThat(client.answer().text()).as(body).contains("<code>MALFORMED</code>");
            }
        }
        assertThat(acme.connections()).isZero();
    }

    @Test
    void octetsAfterTheHeadAreNotParsedBeforeTheSenderIsKnown() throws IOException {
        String bad = Soap.envelope(Soap.context(ACME, TestBus.ALICE, "wrong"), NOT_WELL_FORMED + "<!DOCTYPE a>");

        assertThat(post(bad).text()).contains("<code>NOT_AUTHENTICATED</code>");
    }
}
