package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.testing.FreePorts;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compressed bodies: no component receives one as a message. */
class ContentCodingTest {
    private static final String TYPE = "Content-Type: text/xml; charset=utf-8\r\n";

    private StubBackEnd backEnd;
    private TestBus bus;

    @BeforeEach
    void start() throws IOException {
        backEnd = StubBackEnd.echo("acme-back-end");
        bus = new TestBus(TestBus.allowing(backEnd));
    }

    @AfterEach
    void stop() throws IOException {
        bus.close();
        backEnd.close();
    }

    private RawClient.Answer call() throws IOException {
        try (RawClient client = bus.connect()) {
            return client.send(Soap.post(path(ACME), acmeMessage("<a/>"))).answer();
        }
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    /** A semicolon in the coding begins another field. */
    private void answerCoded(String status, String coding, String message) {
        backEnd.behave((request, out) -> {
            byte[] body = gzip(message);
            StubBackEnd.raw(
                    out,
                    "HTTP/1.1 " + status + "\r\n" + TYPE + "Content-Encoding: "
                            + coding.replace("; ", "\r\nContent-Encoding: ") + "\r\nContent-Length: "
                            + body.length + "\r\n\r\n");
            out.write(body);
            out.flush();
        });
    }

    @Test
    void requestsToBackEndsRefuseContentCodings() throws IOException {
        bus.deployProxy(ACME, backEnd.url());
        try (RawClient client = bus.connect()) {
            client.send(Soap.post(path(ACME), acmeMessage("<a/>"), "Accept-Encoding: gzip, br\r\n"))
                    .answer();
        }

        assertThat(backEnd.requests()).singleElement().satisfies(r -> assertThat(r.headers())
                .filteredOn(h -> h.startsWith("Accept-Encoding"))
                .containsExactly("Accept-Encoding: identity"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 OK | gzip",
                "200 OK | GZIP",
                "200 OK | x-unknown",
                "200 OK | identity, gzip",
                "200 OK | gzip; identity",
                "200 OK | identity; gzip",
                "500 Oops | gzip",
                "400 Bad | gzip"
            })
    void aCodedAnswerIsRefused(String status, String coding) throws IOException {
        bus.deployProxy(ACME, backEnd.url());
        answerCoded(status, coding, Soap.answer("coded", ""));
        RawClient.Answer answer = call();

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).contains("<code>BACKEND_UNAVAILABLE</code>");
        assertThat(backEnd.requests()).as("it is not asked twice").hasSize(1);
        backEnd.behave((request, out) -> StubBackEnd.ok(out, Soap.answer("next", "")));
        assertThat(call().text()).isEqualTo(Soap.answer("next", ""));
    }

    @Test
    void aLargeCodedAnswerIsNotReadToItsEnd() throws IOException {
        bus.deployProxy(ACME, backEnd.url());
        StringBuilder incompressible = new StringBuilder();
        new Random(1).ints(3_000_000, 'a', 'z').forEach(c -> incompressible.append((char) c));
        answerCoded("200 OK", "gzip", incompressible.toString());

        assertThat(call().text()).contains("<code>BACKEND_UNAVAILABLE</code>");
        await().until(() -> backEnd.openConnections() == 0);
    }

    @Test
    void theCodingIdentityIsAccepted() throws IOException {
        bus.deployProxy(ACME, backEnd.url());
        String message = Soap.answer("as it is", "");
        backEnd.behave((request, out) -> StubBackEnd.raw(
                out,
                "HTTP/1.1 200 OK\r\n" + TYPE + "Content-Encoding: Identity\r\nContent-Length: " + message.length()
                        + "\r\n\r\n" + message));

        assertThat(call().text()).isEqualTo(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-only", "robust-in-only"})
    void theCodingOfADroppedBodyIsIgnored(String mep) throws IOException {
        bus.deployProxy(ACME, backEnd.url(), "defaultMep=\"" + mep + "\"", "");
        answerCoded("200 OK", "gzip", Soap.answer("dropped", ""));

        assertThat(call().status()).isEqualTo(202);
    }

    @Test
    void theCodingOfAnEmptyBodyIsIgnored() throws IOException {
        bus.deployProxy(ACME, backEnd.url());
        backEnd.behave((request, out) ->
                StubBackEnd.raw(out, "HTTP/1.1 202 Accepted\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n"));

        assertThat(call().status()).isEqualTo(202);
    }

    @ParameterizedTest
    @ValueSource(strings = {"200 OK", "404 Not Found"})
    void aPlainProviderRefusesACodedAnswer(String status) throws IOException {
        InetSocketAddress address = plain("consumer", "provider");
        answerCoded(status, "gzip", "{}");
        try (RawClient client = new RawClient(address)) {
            RawClient.Answer answer = client.send(Soap.post("/plain", "{}")).answer();

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.text()).isEmpty();
        }
    }

    private InetSocketAddress plain(String consumer, String provider) throws IOException {
        int port = FreePorts.next();
        bus.deploy(
                null,
                "<http:" + consumer + " service=\"s:Plain\" endpoint=\"in\" targetService=\"s:PlainBackEnd\""
                        + " targetEndpoint=\"out\" locationURI=\"http://127.0.0.1:" + port + "/plain\"/><http:"
                        + provider + " service=\"s:PlainBackEnd\" endpoint=\"out\" locationURI=\"" + backEnd.url()
                        + "\"/>");
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static String coded(String path, String coding) {
        return Soap.post(path, acmeMessage("<a/>"), "Content-Encoding: " + coding + "\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "x-unknown", "identity, gzip", "identity\r\nContent-Encoding: gzip"})
    void aCodedRequestIsRefusedEverywhere(String coding) throws IOException {
        bus.deployProxy(ACME, backEnd.url());
        for (String path : new String[] {path(ACME), "/tenant-services/Orders/in", path(ACME) + "-not"}) {
            assertRefused(bus.address(), coded(path, coding));
        }
        assertRefused(plain("soap-consumer", "soap-provider"), coded("/plain", coding));
        assertThat(backEnd.connections()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate"})
    void aCodedRequestThatIsNotSoapIsRefusedToo(String coding) throws IOException {
        assertRefused(plain("consumer", "provider"), coded("/plain", coding));
        assertThat(backEnd.connections()).isZero();
    }

    private static void assertRefused(InetSocketAddress address, String request) throws IOException {
        try (RawClient client = new RawClient(address)) {
            RawClient.Answer answer = client.send(request).answer();

            assertThat(answer.status()).isEqualTo(415);
            assertThat(answer.text()).isEmpty();
        }
    }

    @Test
    void aRequestWithTheCodingIdentityIsAccepted() throws IOException {
        bus.deployProxy(ACME, backEnd.url());
        try (RawClient client = bus.connect()) {
            assertThat(client.send(coded(path(ACME), "identity")).answer().status())
                    .isEqualTo(200);
        }
    }
}
