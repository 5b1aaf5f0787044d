package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.util.Map;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.testing.CapturedLog;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An answer of a back end has a limited number of header fields. */
class AnswerHeaderFieldsTest {
    private static final String BODY = Soap.answer("acme-back-end", "SECRET");

    private StubBackEnd backEnd;

    @BeforeEach
    void start() throws IOException {
        backEnd = StubBackEnd.echo("acme-back-end");
    }

    @AfterEach
    void stop() throws IOException {
        backEnd.close();
    }

    private TestBus bus(int most) {
        Map<String, Object> values = TestBus.allowing(backEnd);
        values.put("backend_max_header_fields", most);
        return deployed(values);
    }

    private TestBus deployed(Map<String, Object> values) {
        TestBus bus = new TestBus(values);
        bus.deployProxy(ACME, backEnd.url());
        return bus;
    }

    private static RawClient.Answer call(TestBus bus) throws IOException {
        try (RawClient client = bus.connect()) {
            return client.send(Soap.post(path(ACME), acmeMessage("<a/>"))).answer();
        }
    }

    /** Two fields frame the body. Of the others some have the permitted name, and the rest have other names. */
    private void answerWith(int fields) {
        StringBuilder head = new StringBuilder("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n");
        head.append("Content-Length: ").append(BODY.length()).append("\r\nRetry-After: 7\r\n");
        for (int i = 3; i < fields; i++) {
            head.append("X-F").append(i).append(": v\r\n");
        }
        backEnd.behave((request, out) -> StubBackEnd.raw(out, head + "\r\n" + BODY));
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 40, 1000})
    void fieldsUpToTheLimitPass(int most) throws IOException {
        answerWith(most);
        try (TestBus bus = bus(most)) {
            for (int i = 0; i < 2; i++) {
                RawClient.Answer answer = call(bus);
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.text()).isEqualTo(BODY);
                assertThat(answer.header("Retry-After")).isEqualTo("7");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 40, 1000})
    void oneFieldAboveTheLimitIsRefusedAndTheLogNamesTheKey(int most) throws IOException {
        answerWith(most + 1);
        try (CapturedLog log = new CapturedLog();
                TestBus bus = bus(most)) {
            refused(call(bus));

            await().until(() -> backEnd.openConnections() == 0);
            assertThat(log.linesWith("more header fields than backend.max.header.fields, which is " + most + "."))
                    .singleElement()
                    .asString()
                    .contains("WARN", backEnd.url().replace("/service", ""), ACME.toString());
        }
    }

    private static void refused(RawClient.Answer answer) {
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).contains("BACKEND_UNAVAILABLE").doesNotContain("SECRET", "backend.max");
        assertThat(answer.header("Retry-After")).isNull();
    }

    @Test
    void theDefaultLimitIsAHundred() throws IOException {
        try (TestBus bus = deployed(TestBus.allowing(backEnd))) {
            answerWith(100);
            assertThat(call(bus).status()).isEqualTo(200);
            answerWith(101);
            refused(call(bus));
        }
    }

    @Test
    void interimAnswersAreCountedSeparately() throws IOException {
        String hints = "HTTP/1.1 103 Early Hints\r\n" + "Link: x\r\n".repeat(8) + "\r\n";
        String ok = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: " + BODY.length() + "\r\n\r\n" + BODY;
        try (TestBus bus = bus(8)) {
            backEnd.behave((request, out) -> StubBackEnd.raw(out, hints + hints + ok));
            assertThat(call(bus).text()).isEqualTo(BODY);
            backEnd.behave(
                    (request, out) -> StubBackEnd.raw(out, hints.replace("\r\n\r\n", "\r\nLink: y\r\n\r\n") + ok));
            refused(call(bus));
        }
    }
}
