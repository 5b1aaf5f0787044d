package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.EOFException;
import java.io.IOException;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A body in tiny chunks costs the event loop much and its sender little, so it is refused before its end. */
class TinyChunksTest {
    private static final String HEAD = "POST " + path(ACME)
            + " HTTP/1.1\r\nHost: bus\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String LAST = "0\r\n\r\n";
    private static final String LARGE = "x".repeat(200_000);

    private StubBackEnd backEnd;
    private TestBus bus;

    @BeforeEach
    void start() throws IOException {
        backEnd = StubBackEnd.echo("acme");
        bus = new TestBus(TestBus.allowing(backEnd));
        bus.deployProxy(ACME, backEnd.url(), "", "");
    }

    @AfterEach
    void stop() throws IOException {
        bus.close();
        backEnd.close();
    }

    private static String chunk(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    private static String chunks(String text, int size) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < text.length(); i += size) {
            all.append(chunk(text.substring(i, Math.min(text.length(), i + size))));
        }
        return all.toString();
    }

    private static String message(int length) {
        return acmeMessage("<a>" + " ".repeat(length - acmeMessage("<a></a>").length()) + "</a>");
    }

    private RawClient.Answer answer(String body) throws IOException {
        try (RawClient client = bus.connect()) {
            return client.send(HEAD + body).answer();
        }
    }

    @Test
    void tinyChunksOfAStrangerAreRefusedBeforeTheirEnd() throws IOException {
        try (RawClient client = bus.connect()) {
            client.send(HEAD + chunks(" ".repeat(2000), 1));
            RawClient.Answer answer = client.answer();

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.header("Connection")).isEqualTo("close");
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @Test
    void tinyChunksOfAnAuthenticatedSenderAreRefusedToo() throws IOException {
        assertThat(answer(chunks(message(5000), 1) + LAST).status()).isEqualTo(400);
        assertThat(answer(chunks(message(50_000), 15) + LAST).status()).isEqualTo(200);
        assertThat(answer(chunks(message(300_000), 15) + LAST).status()).isEqualTo(400);
    }

    @Test
    void aLargeChunkDoesNotCompensateForLaterSmallOnes() throws IOException {
        String message = message(200_000);
        int most = message.length() - 5000;

        assertThat(answer(chunk(message.substring(0, most)) + chunks(message.substring(most), 1) + LAST)
                        .status())
                .isEqualTo(400);
    }

    @Test
    void aThousandTinyChunksAreAccepted() throws IOException {
        String message = message(1000);

        assertThat(answer(chunks(message, 1) + LAST).status()).isEqualTo(200);
        assertThat(backEnd.requests()).hasSize(1);
    }

    @Test
    void moreTinyChunksAreAcceptedBetweenLargeOnes() throws IOException {
        String message = message(200_000);
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < message.length(); i += 200) {
            body.append(chunks(message.substring(i, i + 5), 1)).append(chunk(message.substring(i + 5, i + 200)));
        }

        assertThat(answer(body + LAST).status()).isEqualTo(200);
    }

    @Test
    void tinyChunksOfABackEndAreRefusedToo() throws IOException {
        String whole = Soap.envelope("", "<a>" + LARGE + " ".repeat(5000) + "</a>");
        int most = LARGE.length();
        backEnd.behave((request, out) ->
                StubBackEnd.raw(out, OK + chunk(whole.substring(0, most)) + chunks(whole.substring(most), 1) + LAST));
        try (RawClient client = bus.connect()) {
            client.send(Soap.post(path(ACME), acmeMessage("<a/>")));

            assertThatThrownBy(client::answer)
                    .as("half an answer never looks like a whole one")
                    .isInstanceOf(EOFException.class);
        }
    }

    @Test
    void anAnswerInAThousandTinyChunksIsAccepted() throws IOException {
        String whole = Soap.envelope("", "<a>" + " ".repeat(820) + "</a>");
        assertThat(whole.length()).isBetween(900, 1000);
        backEnd.behave((request, out) -> StubBackEnd.raw(out, OK + chunks(whole, 1) + LAST));
        try (RawClient client = bus.connect()) {
            client.send(Soap.post(path(ACME), acmeMessage("<a/>")));

            assertThat(client.answer().text()).isEqualTo(whole);
        }
    }
}
