package org.esbmt.administration.console.internal.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.esbmt.administration.console.internal.TestMessagePort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageSenderTest {
    private static final String FAULT = """
            <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode>
            <faultstring>The back end did not answer.</faultstring><detail><TenantFault xmlns="urn:esbmt:tenant-context:1">
            <code>BACKEND_TIMEOUT</code><correlationID>c-1</correlationID></TenantFault></detail></s:Fault></s:Body></s:Envelope>
            """;

    private final TestMessagePort port = new TestMessagePort();
    private MessageSender sender;

    @BeforeEach
    void open() throws IOException {
        sender = new MessageSender(port.open(), Duration.ofSeconds(60));
    }

    @AfterEach
    void close() {
        port.close();
    }

    private Reply send() throws Exception {
        return sender.send("/tenant-services/t/S/e", SoapVersion.SOAP_1_1, "urn:do", "<a/>");
    }

    @Test
    void aMessageIsThatOfAnySender() throws Exception {
        Reply reply = send();

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).isEqualTo("<answer/>");
        assertThat(reply.fields()).containsEntry("content-type", "text/xml; charset=utf-8");
        assertThat(reply.took()).isPositive();
        assertThat(port.requests())
                .containsExactly(new TestMessagePort.Request(
                        "/tenant-services/t/S/e", "text/xml; charset=utf-8", "\"urn:do\"", "<a/>"));
    }

    @Test
    void soap12HasTheActionInItsType() throws Exception {
        sender.send("/p", SoapVersion.SOAP_1_2, "urn:do", "<a/>");

        assertThat(port.requests())
                .containsExactly(new TestMessagePort.Request(
                        "/p", "application/soap+xml; charset=utf-8; action=\"urn:do\"", "null", "<a/>"));
    }

    @Test
    void aFaultOfTheBusIsRead() throws Exception {
        port.answering(exchange -> TestMessagePort.answer(exchange, 500, FAULT));

        assertThat(send().fault()).hasValueSatisfying(fault -> {
            assertThat(fault.code()).contains("BACKEND_TIMEOUT");
            assertThat(fault.correlation()).contains("c-1");
            assertThat(fault.sentence()).isEqualTo("The back end did not answer.");
        });
    }

    @Test
    void aFaultOfABackEndHasNoCode() throws Exception {
        port.answering(exchange ->
                TestMessagePort.answer(exchange, 500, FAULT.replace("urn:esbmt:tenant-context:1", "urn:acme")));

        assertThat(send().fault())
                .hasValueSatisfying(fault -> assertThat(fault.code()).isEmpty());
    }

    @Test
    void aFaultInsideOfAMessageIsNone() throws Exception {
        port.answering(exchange -> TestMessagePort.answer(exchange, 200, "<a><b><c><Fault/></c></b></a>"));

        assertThat(send().fault()).isEmpty();
    }

    @Test
    void aLongAnswerIsCut() throws Exception {
        port.answering(exchange -> TestMessagePort.answer(exchange, 200, "x".repeat(MessageSender.MOST_ANSWER + 1)));

        Reply reply = send();

        assertThat(reply.cut()).isTrue();
        assertThat(reply.body()).hasSize(MessageSender.MOST_ANSWER);
    }

    @Test
    void anEndpointThatSendsForeverIsCutOff() {
        port.answering(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            while (!Thread.currentThread().isInterrupted()) {
                exchange.getResponseBody().write(' ');
                exchange.getResponseBody().flush();
            }
        });
        sender = new MessageSender(port, Duration.ofMillis(300));

        long start = System.nanoTime();
        try {
            assertThat(send().cut()).isTrue();
        } catch (Exception e) {
            assertThat(e).isInstanceOf(IOException.class).hasMessageContaining("no whole answer");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
    }

    @Test
    void aSilentEndpointIsNotAwaitedForever() {
        CountDownLatch given = new CountDownLatch(1);
        port.answering(exchange -> waitFor(given));
        sender = new MessageSender(port, Duration.ofMillis(300));

        assertThatThrownBy(this::send).isInstanceOf(IOException.class);
        given.countDown();
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aRedirectionIsNotFollowed() throws Exception {
        port.answering(exchange -> {
            exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/");
            TestMessagePort.answer(exchange, 307, "");
        });

        assertThat(send().status()).isEqualTo(307);
        assertThat(port.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"@evil.example/", ".evil.example/", "0/", "//evil.example:80/x@y:z/"})
    void aPathLeadsToNoOtherHost(String path) {
        try {
            sender.send(path, SoapVersion.SOAP_1_1, "", "<a/>");
            assertThat(port.requests()).hasSize(1);
        } catch (IllegalArgumentException | IOException e) {
            assertThat(port.requests()).isEmpty();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anotherHostIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sender.send("@evil.example/", SoapVersion.SOAP_1_1, "", "<a/>"));
    }

    @Test
    void aClosedPortIsAFailure() {
        sender = new MessageSender(new TestMessagePort());

        assertThat(sender.isOpen()).isFalse();
        assertThatThrownBy(this::send).isInstanceOf(IOException.class).hasMessageContaining("closed");
    }
}
