package org.esbmt.suite.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.esbmt.suite.management.Interruption.Moment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SlowLinkTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private LineServer server;
    private SlowLink link;

    @BeforeEach
    void open() throws IOException {
        server = LineServer.start(line -> "answer to " + line);
        link = SlowLink.open(server.port(), Duration.ZERO);
    }

    @AfterEach
    void close() throws IOException {
        link.close();
        server.close();
    }

    @Test
    void allBytesArriveInOrder() throws IOException {
        String large = "x".repeat(1_000_000);
        try (LineClient client = new LineClient(link.port(), LONG)) {
            assertThat(client.ask(large)).isEqualTo("answer to " + large);
            assertThat(client.ask("next")).isEqualTo("answer to next");
        }
    }

    @Test
    void anAnswerTakesARoundTripAtLeast() throws IOException {
        link.roundTrip(Duration.ofMillis(40));
        try (LineClient client = new LineClient(link.port(), LONG)) {
            assertThat(client.ask("hello")).isEqualTo("answer to hello");
            long begin = System.nanoTime();
            assertThat(client.ask("again")).isEqualTo("answer to again");
            assertThat(System.nanoTime() - begin)
                    .isGreaterThanOrEqualTo(Duration.ofMillis(40).toNanos());
        }
    }

    @Test
    void heldBytesPassAfterTheInterruption() throws IOException {
        try (LineClient client = new LineClient(link.port(), LONG)) {
            assertThat(client.ask("before")).isEqualTo("answer to before");
            link.arm(new Interruption(Moment.ANSWER, Duration.ofMillis(300)));
            long begin = System.nanoTime();
            assertThat(client.ask("held")).isEqualTo("answer to held");
            assertThat(System.nanoTime() - begin)
                    .isGreaterThanOrEqualTo(Duration.ofMillis(300).toNanos());
            assertThat(link.isArmed()).isFalse();
            assertThat(client.ask("after")).isEqualTo("answer to after");
        }
    }

    @Test
    void aSingleByteBeginsNoInterruption() {
        link.arm(new Interruption(Moment.REQUEST, LONG));
        assertThat(link.pass(Moment.REQUEST, 1)).isTrue();
        assertThat(link.isArmed()).isTrue();
    }

    @Test
    void anImpatientClientGetsNothingWhileBytesAreHeld() throws Exception {
        link.arm(new Interruption(Moment.REQUEST, LONG));
        try (LineClient client = new LineClient(link.port(), Duration.ofMillis(200))) {
            assertThatThrownBy(() -> client.ask("held")).isInstanceOf(SocketTimeoutException.class);
        }
        long until = System.nanoTime() + LONG.toNanos() / 2;
        while (!link.isBusy() && System.nanoTime() - until < 0) {
            TimeUnit.MILLISECONDS.sleep(10); // the link may read the bytes late
        }
        assertThat(link.isBusy()).isTrue();
    }

    @Test
    void aResetEndsConnectionsAndNewOnesPass() throws IOException {
        try (LineClient client = new LineClient(link.port(), LONG)) {
            assertThat(client.ask("before")).isEqualTo("answer to before");
            link.arm(new Interruption(Moment.REQUEST, Duration.ZERO));
            assertThatThrownBy(() -> client.ask("lost")).isInstanceOf(IOException.class);
        }
        try (LineClient client = new LineClient(link.port(), LONG)) {
            assertThat(client.ask("after")).isEqualTo("answer to after");
        }
    }
}
