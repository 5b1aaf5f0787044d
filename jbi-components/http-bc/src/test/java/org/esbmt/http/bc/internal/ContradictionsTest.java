package org.esbmt.http.bc.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.ALICE;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.stream.Stream;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages with contradictory parts: a back end could read them differently. */
class ContradictionsTest {
    private static final String SOAP_1_1 = "text/xml";
    private static final String SOAP_1_2 = "application/soap+xml";
    private static final String CONTEXT = Soap.context(ACME, ALICE, "acme-secret");
    private static final String WSA = "http://www.w3.org/2005/08/addressing";
    private static final String WSA_2004 = "http://schemas.xmlsoap.org/ws/2004/08/addressing";

    private static StubBackEnd backEnd;
    private static TestBus bus;

    @BeforeAll
    static void start() throws IOException {
        backEnd = StubBackEnd.echo("acme");
        bus = new TestBus(TestBus.allowing(backEnd));
        bus.deployProxy(ACME, backEnd.url());
    }

    @AfterAll
    static void stop() throws IOException {
        bus.close();
        backEnd.close();
    }

    @BeforeEach
    void nothingYet() {
        backEnd.requests().clear();
    }

    /** @param headers each with CRLF at its end */
    private static RawClient.Answer send(String contentType, String headers, String message) throws IOException {
        byte[] body = message.getBytes(UTF_8);
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(("POST " + path(ACME) + " HTTP/1.1\r\nHost: bus\r\nContent-Type: " + contentType + "\r\n"
                        + headers + "Content-Length: " + body.length + "\r\n\r\n")
                .getBytes(UTF_8));
        request.writeBytes(body);
        try (RawClient client = bus.connect()) {
            return client.send(request.toByteArray()).answer();
        }
    }

    private static String soap11(String header, String body) {
        return Soap.envelope(CONTEXT + header, body);
    }

    private static String soap12(String header, String body) {
        return soap11(header, body)
                .replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
    }

    private static String block(String namespace, String name, String content) {
        return "<w:" + name + " xmlns:w=\"" + namespace + "\">" + content + "</w:" + name + ">";
    }

    private static String doubled(String name, String content) {
        return soap11(block(WSA, name, content) + block(WSA, name, content), "<a/>");
    }

    private static String soapAction(String action) {
        return "SOAPAction: \"" + action + "\"\r\n";
    }

    static Stream<Arguments> refused() {
        String address = block(WSA, "Address", WSA + "/anonymous");
        String declaration = "<?xml version=\"1.0\" encoding=\"US-ASCII\"?>";
        return Stream.of(
                Arguments.of(
                        "a label us-ascii, another text",
                        "MALFORMED",
                        SOAP_1_1 + "; charset=us-ascii",
                        "",
                        soap11("", "<a>é</a>")),
                Arguments.of(
                        "a label us-ascii, another attribute",
                        "MALFORMED",
                        SOAP_1_1 + "; charset=\"US-ASCII\"",
                        "",
                        soap11("", "<a b='é'/>")),
                Arguments.of(
                        "a label us-ascii, another name",
                        "MALFORMED",
                        SOAP_1_2 + "; charset=us-ascii",
                        "",
                        soap12("", "<é/>")),
                Arguments.of(
                        "a label us-ascii, another comment in a header",
                        "MALFORMED",
                        SOAP_1_1 + "; charset=us-ascii",
                        "",
                        soap11("<h xmlns='urn:h'><!--é--></h>", "<a/>")),
                Arguments.of(
                        "a label us-ascii, a byte order mark",
                        "MALFORMED",
                        SOAP_1_1 + "; charset=us-ascii",
                        "",
                        "\uFEFF" + soap11("", "<a/>")),
                Arguments.of(
                        "a label us-ascii, a large body that streams",
                        "MALFORMED",
                        SOAP_1_1 + "; charset=us-ascii",
                        "",
                        soap11("", "<a>" + "x".repeat(200_000) + "é</a>")),
                Arguments.of(
                        "a declaration of US-ASCII, another text",
                        "MALFORMED",
                        SOAP_1_1,
                        "",
                        declaration + soap11("", "<a>é</a>")),
                Arguments.of(
                        "an action of SOAP 1.2, another SOAPAction",
                        "ADDRESSING_REFUSED",
                        SOAP_1_2 + "; action=\"urn:a\"",
                        soapAction("urn:b"),
                        soap12("", "<a/>")),
                Arguments.of(
                        "an action beside SOAP 1.1, another SOAPAction",
                        "ADDRESSING_REFUSED",
                        SOAP_1_1 + "; action=\"urn:a\"",
                        soapAction("urn:b"),
                        soap11("", "<a/>")),
                Arguments.of(
                        "an action beside SOAP 1.1, another Action of WS-Addressing",
                        "ADDRESSING_REFUSED",
                        SOAP_1_1 + "; action=\"urn:a\"",
                        "",
                        soap11(block(WSA, "Action", "urn:b"), "<a/>")),
                Arguments.of(
                        "two SOAPActions in one field",
                        "ADDRESSING_REFUSED",
                        SOAP_1_1,
                        "SOAPAction: \"urn:a\", \"urn:b\"\r\n",
                        soap11("", "<a/>")),
                Arguments.of(
                        "a SOAPAction with a parameter",
                        "ADDRESSING_REFUSED",
                        SOAP_1_2,
                        "SOAPAction: \"urn:a\";b=c\r\n",
                        soap12("", "<a/>")),
                Arguments.of("two To", "ADDRESSING_REFUSED", SOAP_1_1, "", doubled("To", "urn:to")),
                Arguments.of("two MessageID", "ADDRESSING_REFUSED", SOAP_1_1, "", doubled("MessageID", "urn:id")),
                Arguments.of("two From", "ADDRESSING_REFUSED", SOAP_1_1, "", doubled("From", address)),
                Arguments.of(
                        "two To of two versions",
                        "ADDRESSING_REFUSED",
                        SOAP_1_1,
                        "",
                        soap11(block(WSA, "To", "urn:a") + block(WSA_2004, "To", "urn:b"), "<a/>")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void refused(String title, String code, String contentType, String headers, String message) throws IOException {
        RawClient.Answer answer = send(contentType, headers, message);

        assertThat(answer.text()).contains("<code>" + code + "</code>");
        assertThat(answer.status()).isEqualTo(contentType.startsWith(SOAP_1_2) ? 400 : 500);
        assertThat(backEnd.requests()).isEmpty();
    }

    static Stream<Arguments> taken() {
        return Stream.of(
                Arguments.of("US-ASCII", SOAP_1_1 + "; charset=us-ascii", "", soap11("", "<a>&#233;</a>")),
                Arguments.of("UTF-8", SOAP_1_1 + "; charset=utf-8", "", soap11("", "<a>é</a>")),
                Arguments.of("one action", SOAP_1_2 + "; action=\"urn:a\"", "", soap12("", "<a/>")),
                Arguments.of(
                        "the same action twice",
                        SOAP_1_2 + "; action=\"urn:a\"",
                        soapAction("urn:a"),
                        soap12("", "<a/>")),
                Arguments.of(
                        "an empty SOAPAction", SOAP_1_2 + "; action=\"urn:a\"", soapAction(""), soap12("", "<a/>")),
                Arguments.of(
                        "each header once, and relations",
                        SOAP_1_1,
                        "",
                        soap11(
                                block(WSA, "To", "urn:to")
                                        + block(WSA, "MessageID", "urn:id")
                                        + block(WSA, "RelatesTo", "urn:1")
                                        + block(WSA, "RelatesTo", "urn:2"),
                                "<a/>")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void taken(String title, String contentType, String headers, String message) throws IOException {
        send(contentType, headers, message);

        assertThat(backEnd.requests()).hasSize(1);
    }
}
