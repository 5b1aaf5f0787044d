package org.esbmt.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.api.TestPort.get;
import static org.esbmt.http.api.TestPort.request;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.Test;

/** Answers that are written piece by piece, and streams of events. */
class StreamedAnswerTest {
    private static final String TYPE = "application/octet-stream";

    private final Queue<EventStream> streams = new ConcurrentLinkedQueue<>();
    private final AtomicLong written = new AtomicLong();
    private final AtomicBoolean failed = new AtomicBoolean();

    private void write(OutputStream out, long bytes) throws IOException {
        byte[] piece = new byte[10_000];
        try {
            for (long at = 0; at < bytes; at += piece.length) {
                out.write(piece);
                written.addAndGet(piece.length);
            }
        } catch (IOException e) {
            failed.set(true);
            throw e;
        }
    }

    private Handling route(RequestHead head, Workers workers) {
        return switch (head.path()) {
            case "/events" -> new Handling.Now(Response.of(200).events(streams::add));
            case "/known" -> written(workers, 1_000_000, out -> write(out, 1_000_000));
            case "/unknown" -> written(workers, -1, out -> write(out, 1_000_000));
            case "/endless" -> written(workers, -1, out -> write(out, Long.MAX_VALUE));
            case "/short" -> written(workers, 100, out -> out.write(new byte[99]));
            case "/long" -> written(workers, 100, out -> out.write(new byte[101]));
            case "/broken" ->
                written(workers, -1, out -> {
                    out.write(new byte[50_000]);
                    throw new IOException("the handler's source has failed");
                });
            case "/flushed" ->
                written(workers, -1, out -> {
                    out.write('a');
                    out.flush();
                    await().until(() -> written.get() > 0);
                    out.write('b');
                });
            default -> throw new IllegalArgumentException(head.path());
        };
    }

    private static Handling written(Workers workers, long length, Response.BodyWriter writer) {
        return new Handling.Whole(0, workers, (head, body) -> Response.of(200).written(TYPE, length, writer));
    }

    @Test
    void aWrittenAnswerHasItsLengthOrChunks() throws IOException {
        try (TestPort port = TestPort.with().open(this::route);
                RawClient client = port.connect()) {
            RawClient.Answer known = client.send(get("/known")).answer();
            RawClient.Answer unknown = client.send(get("/unknown")).answer();

            assertThat(known.header("Content-Length")).isEqualTo("1000000");
            assertThat(known.text()).hasSize(1_000_000);
            assertThat(unknown.header("Transfer-Encoding")).isEqualTo("chunked");
            assertThat(unknown.text()).hasSize(1_000_000);
        }
    }

    @Test
    void aWrittenAnswerIsNotWrittenForHead() throws IOException {
        try (TestPort port = TestPort.with().open(this::route);
                RawClient client = port.connect()) {
            RawClient.Answer known = client.send(request("HEAD", "/known", "")).answerToHead();
            RawClient.Answer unknown =
                    client.send(request("HEAD", "/unknown", "")).answerToHead();
            RawClient.Answer events =
                    client.send(request("HEAD", "/events", "")).answerToHead();

            assertThat(known.header("Content-Length")).isEqualTo("1000000");
            assertThat(unknown.headers()).doesNotContainKeys("content-length", "transfer-encoding");
            assertThat(events.header("Content-Type")).isEqualTo("text/event-stream");
            assertThat(written).hasValue(0);
            assertThat(streams).isEmpty();
        }
    }

    @Test
    void aFlushedPieceComesAtOnce() throws IOException {
        try (TestPort port = TestPort.with().open(this::route);
                RawClient client = port.connect()) {
            client.send(get("/flushed"));
            while (!client.line().isEmpty()) {
                // the head
            }

            assertThat(client.line()).isEqualTo("1");
            assertThat(client.input().read()).isEqualTo('a');
            written.set(1);
            assertThat(client.line())
                    .as("the end of the chunk comes with the next one")
                    .isEmpty();
            assertThat(client.line()).isEqualTo("1");
            assertThat(client.input().read()).isEqualTo('b');
            assertThat(client.line()).isEmpty();
            assertThat(client.line()).isEqualTo("0");
        }
    }

    @Test
    void anAnswerOfAnotherLengthNeverLooksComplete() throws IOException {
        try (TestPort port = TestPort.with().open(this::route)) {
            for (String path : new String[] {"/short", "/long", "/broken"}) {
                try (RawClient client = port.connect()) {
                    client.send(get(path));

                    assertThatThrownBy(client::answer).as(path).isInstanceOf(EOFException.class);
                }
            }
        }
    }

    @Test
    void aWriterIsHeldToItsClientsPace() throws Exception {
        try (TestPort port = TestPort.with().open(this::route);
                RawClient client = port.connect()) {
            client.send(get("/endless"));
            await().until(() -> written.get() > 100_000);
            await().during(Duration.ofMillis(300)).until(() -> written.get(), n -> n < 50_000_000);
            long before = written.get();
            assertThat(client.input().readNBytes(20_000_000)).hasSize(20_000_000);

            await().until(() -> written.get() > before);
            assertThat(failed).isFalse();
        }
        await().untilTrue(failed);
    }

    @Test
    void aClientThatDoesNotReadIsDisconnected() throws IOException {
        try (TestPort port = TestPort.with().deadline(1).minimumRate(1_000_000).open(this::route);
                RawClient client = port.connect()) {
            client.send(get("/endless"));

            await().untilTrue(failed);
            await().until(() -> port.port().connections() == 0);
        }
    }

    @Test
    void eventsComeAsTheyAreSent() throws IOException {
        try (TestPort port = TestPort.with().open(this::route);
                RawClient client = port.connect()) {
            client.send(get("/events"));
            EventStream stream = await().until(streams::peek, s -> s != null);
            assertThat(stream.send("operation", "{\"state\":1}")).isTrue();
            assertThat(stream.send("note", "two\nlines")).isTrue();
            while (!client.line().isEmpty()) {
                // the head
            }

            assertThat(event(client)).isEqualTo("event: operation\ndata: {\"state\":1}\n\n");
            assertThat(client.line()).isEmpty();
            assertThat(event(client)).isEqualTo("event: note\ndata: two\ndata: lines\n\n");
            stream.close();
            assertThat(client.line()).isEmpty();
            assertThat(client.line()).isEqualTo("0");
            assertThat(client.line()).isEmpty();
            assertThat(stream.send("operation", "late")).isFalse();
            client.send(request("HEAD", "/events", ""));
            assertThat(client.answerToHead().status())
                    .as("the connection is kept")
                    .isEqualTo(200);
        }
    }

    /** Reads one chunk, up to its last octet: the line end after it comes with the next one. */
    private static String event(RawClient client) throws IOException {
        int size = Integer.parseInt(client.line(), 16);
        return new String(client.input().readNBytes(size), StandardCharsets.UTF_8);
    }

    @Test
    void anEventHasOneType() {
        try (TestPort port = TestPort.with().open(this::route);
                RawClient client = port.connect()) {
            client.send(get("/events"));
            EventStream stream = await().until(streams::peek, s -> s != null);

            assertThatIllegalArgumentException().isThrownBy(() -> stream.send("a\ndata: b", "c"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theEndOfAClientClosesItsStream() throws IOException {
        AtomicBoolean closed = new AtomicBoolean();
        try (TestPort port = TestPort.with().open(this::route)) {
            try (RawClient client = port.connect()) {
                client.send(get("/events"));
                await().until(() -> !streams.isEmpty());
                streams.element().onClose(() -> closed.set(true));
                assertThat(port.port().eventStreams()).isEqualTo(1);
            }
            await().untilTrue(closed);
            assertThat(streams.element().isOpen()).isFalse();
            assertThat(port.port().eventStreams()).isZero();
        }
    }

    @Test
    void eventsForAClientThatDoesNotReadAreDropped() throws IOException {
        try (TestPort port = TestPort.with().open(this::route);
                RawClient client = port.connect()) {
            client.send(get("/events"));
            EventStream stream = await().until(streams::peek, s -> s != null);
            String data = "x".repeat(10_000);

            await().until(() -> {
                boolean sent = true;
                for (int i = 0; i < 100 && sent; i++) {
                    sent = stream.send("flood", data);
                }
                return !sent;
            });
            assertThat(stream.isOpen()).isTrue();
        }
    }

    @Test
    void theStreamsOfAPortAreLimited() throws IOException {
        try (TestPort port = TestPort.with().eventStreams(1).open(this::route);
                RawClient first = port.connect();
                RawClient second = port.connect()) {
            first.send(get("/events"));
            await().until(() -> port.port().eventStreams() == 1);
            assertThat(second.send(get("/events")).answer().status()).isEqualTo(503);
            streams.element().close();
            await().until(() -> port.port().eventStreams() == 0);

            second.send(get("/events"));
            await().until(() -> port.port().eventStreams() == 1);
        }
    }

    @Test
    void aClosingPortEndsItsStreamsAtOnce() throws IOException {
        TestPort port = TestPort.with().drain(Duration.ofMinutes(2)).open(this::route);
        try (RawClient client = port.connect()) {
            client.send(get("/events"));
            await().until(() -> !streams.isEmpty());
            long begin = System.nanoTime();
            port.close();

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(90));
            assertThat(client.answer().text()).isEmpty();
        }
    }
}
