package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.ALICE;
import static org.esbmt.http.bc.internal.support.TestBus.BOB;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A refused sender cannot detect at a tenant's own URL if an endpoint exists. The rules of an endpoint for messages
 * apply once the sender is known (acme's accepts little, of one version, and checks the Body).
 */
class StrangersTest {
    private static final String NOWHERE = "/tenant-services/" + ACME + "/Nothing/in";
    private static final int ACMES_MOST = 2048;
    private static final int MOST_AT_THE_SHARED_URL = 100_000;
    private static final long MOST_OF_ANY = 1L << 30;
    private static final String NOBODY = "";
    private static final String WRONG_PASSWORD = Soap.context(ACME, ALICE, "wrong");
    private static final String ANOTHER_TENANT = Soap.context(GLOBEX, ALICE, "globex-secret");
    private static final String SECRET = Soap.context(ACME, ALICE, "acme-secret");

    private StubBackEnd backEnd;
    private TestBus bus;

    @BeforeEach
    void start() throws IOException {
        backEnd = StubBackEnd.echo("acme-back-end");
        Map<String, Object> values = new HashMap<>(TestBus.allowing(backEnd));
        values.put("message_max_bytes", (long) MOST_AT_THE_SHARED_URL);
        bus = new TestBus(values);
        bus.deployProxy(
                ACME,
                backEnd.url(),
                "bodyCheck=\"well-formed\" soapVersion=\"1.1\" maxMessageBytes=\"" + ACMES_MOST + "\"",
                "");
    }

    @AfterEach
    void stop() throws IOException {
        bus.close();
        backEnd.close();
    }

    /** A stranger's action at a path, with a header of the sender's choice. */
    @FunctionalInterface
    interface Probe {
        void run(Conversation with, String path, String header) throws IOException;
    }

    /** The answers, without the parts that differ in every answer. */
    private static final class Conversation {
        private final RawClient client;
        private final List<String> answers = new ArrayList<>();

        Conversation(RawClient client) {
            this.client = client;
        }

        void send(String bytes) throws IOException {
            client.send(bytes);
        }

        int answer() throws IOException {
            RawClient.Answer answer = client.answer();
            Map<String, String> headers = new HashMap<>(answer.headers());
            headers.remove("date");
            answers.add(answer.status() + " " + headers + answer.text().replaceAll("<correlationID>[^<]*", ""));
            return answer.status();
        }
    }

    private List<String> answers(Probe probe, String path, String header) throws IOException {
        try (RawClient client = bus.connect()) {
            Conversation conversation = new Conversation(client);
            probe.run(conversation, path, header);
            return conversation.answers;
        }
    }

    private static String ofSize(String header, int bytes) {
        return Soap.envelope(
                header,
                "<a>" + "x".repeat(bytes - Soap.envelope(header, "<a></a>").length()) + "</a>");
    }

    private static String head(String path, String more) {
        return "POST " + path + " HTTP/1.1\r\nHost: bus\r\nContent-Type: text/xml\r\n" + more + "\r\n";
    }

    private static String chunked(String path, String message) {
        return head(path, "Transfer-Encoding: chunked\r\n") + Integer.toHexString(message.length()) + "\r\n" + message
                + "\r\n0\r\n\r\n";
    }

    private static void tooLargeAfterContinue(Conversation with, String path, String header) throws IOException {
        String message = ofSize(header, ACMES_MOST + 1);
        with.send(head(path, "Content-Length: " + message.length() + "\r\nExpect: 100-continue\r\n"));
        if (with.answer() == 100) {
            with.send(message);
            with.answer();
        }
    }

    private static void post(Conversation with, String path, String message) throws IOException {
        with.send(Soap.post(path, message));
        with.answer();
    }

    private static Map<String, Probe> allProbes() {
        return Map.of(
                "too large, and waits to be told to continue",
                StrangersTest::tooLargeAfterContinue,
                "too large",
                (with, path, header) -> post(with, path, ofSize(header, ACMES_MOST + 1)),
                "announced as too large, its first bytes",
                (with, path, header) -> {
                    with.send(head(path, "Content-Length: 50000\r\n") + Soap.envelope(header, "<a/>"));
                    with.answer();
                },
                "in chunks, too large",
                (with, path, header) -> {
                    with.send(chunked(path, ofSize(header, 50_000)));
                    with.answer();
                },
                "a large header block",
                (with, path, header) -> post(
                        with, path, Soap.envelope("<h xmlns=\"\">" + "x".repeat(ACMES_MOST) + "</h>" + header, "<a/>")),
                "larger than any endpoint takes",
                (with, path, header) -> {
                    with.send(head(path, "Content-Length: " + (MOST_OF_ANY + 1) + "\r\n"));
                    with.answer();
                },
                "a Body that is not well-formed",
                (with, path, header) -> post(with, path, Soap.envelope(header, "<a><b></a></b>")),
                "a Body that no endpoint takes",
                (with, path, header) -> post(with, path, Soap.envelope(header, "<!DOCTYPE a>")),
                "another version of SOAP",
                (with, path, header) -> {
                    String message = Soap.envelope(header, "<a/>")
                            .replace(
                                    "http://schemas.xmlsoap.org/soap/envelope/",
                                    "http://www.w3.org/2003/05/soap-envelope");
                    with.send(Soap.post(path, message).replace("text/xml; charset=utf-8", "application/soap+xml"));
                    with.answer();
                });
    }

    static Stream<Arguments> probes() {
        Map<String, String> headers =
                Map.of("nobody", NOBODY, "a wrong password", WRONG_PASSWORD, "another tenant", ANOTHER_TENANT);
        return allProbes().entrySet().stream().flatMap(probe -> headers.entrySet().stream()
                .map(header -> Arguments.of(probe.getKey(), header.getKey(), probe.getValue(), header.getValue())));
    }

    @ParameterizedTest(name = "{0}, from {1}")
    @MethodSource("probes")
    void missingEndpointsAnswerAlike(String title, String sender, Probe probe, String header) throws IOException {
        List<String> nothing = answers(probe, NOWHERE, header);

        assertThat(nothing).isNotEmpty();
        assertThat(answers(probe, path(ACME), header)).isEqualTo(nothing);
        assertThat(backEnd.connections()).isZero();
    }

    static Stream<Arguments> probesOfAUser() {
        return allProbes().entrySet().stream().map(probe -> Arguments.of(probe.getKey(), probe.getValue()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("probesOfAUser")
    void anotherUsersEndpointAndAMissingOneAnswerAlike(String title, Probe probe) throws IOException {
        bus.deploy(
                Owner.of(ACME, BOB),
                TestBus.proxy(
                                backEnd.url(),
                                "bodyCheck=\"well-formed\" soapVersion=\"1.1\" maxMessageBytes=\"" + ACMES_MOST + "\"",
                                "")
                        .replace("Orders", "OfBob"),
                Map.of());
        List<String> nothing = answers(probe, NOWHERE, SECRET);

        assertThat(nothing).isNotEmpty();
        assertThat(answers(probe, "/tenant-services/" + ACME + "/OfBob/in", SECRET))
                .isEqualTo(nothing);
        assertThat(backEnd.connections()).isZero();
    }

    @Test
    void anAuthenticatedSenderOfATooLargeMessageGets413() throws IOException {
        for (int known = 0; known < 2; known++) {
            List<String> waited = answers(StrangersTest::tooLargeAfterContinue, path(ACME), SECRET);
            assertThat(waited).hasSize(2);
            assertThat(waited.get(0)).startsWith("100 ");
            assertThat(waited.get(1)).startsWith("413 ");
            assertThat(answers((with, path, header) -> post(with, path, ofSize(header, 3000)), path(ACME), SECRET))
                    .singleElement()
                    .asString()
                    .startsWith("413 ");
            assertThat(answers(
                            (with, path, header) -> {
                                with.send(chunked(path, ofSize(header, ACMES_MOST + 1)));
                                with.answer();
                            },
                            path(ACME),
                            SECRET))
                    .singleElement()
                    .asString()
                    .startsWith("413 ");
        }
        assertThat(backEnd.connections()).isZero();
    }

    @Test
    void anAuthenticatedSenderMaySendUpToTheEndpointsLimit() throws IOException {
        assertThat(answers((with, path, header) -> post(with, path, ofSize(header, ACMES_MOST)), path(ACME), SECRET))
                .singleElement()
                .asString()
                .startsWith("200 ");
    }

    @Test
    void theLimitOfTheSharedUrlDoesNotApplyAtTheTenantsOwnUrl() throws IOException {
        bus.deploy(
                ACME,
                TestBus.proxy(backEnd.url(), "maxMessageBytes=\"" + 4 * MOST_AT_THE_SHARED_URL + "\"", "")
                        .replace("Orders", "Large"));
        String body = "<a>" + "x".repeat(2 * MOST_AT_THE_SHARED_URL) + "</a>";

        assertThat(answers(
                        (with, path, header) -> post(with, path, acmeMessage(body)),
                        "/tenant-services/" + ACME + "/Large/in",
                        SECRET))
                .singleElement()
                .asString()
                .startsWith("200 ");
        assertThat(backEnd.requests()).singleElement().satisfies(r -> assertThat(r.text())
                .isEqualTo(Soap.envelope("", body)));
    }
}
