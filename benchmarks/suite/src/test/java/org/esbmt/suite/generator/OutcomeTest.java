package org.esbmt.suite.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.esbmt.suite.message.Payload;
import org.esbmt.suite.message.Request;
import org.junit.jupiter.api.Test;

/** Results as the generators print them. */
class OutcomeTest {
    private static final Work WORK = new Work(
            List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)),
            List.of(Request.of("/e0", "t", "u", "p", Payload.TEXT.element(1024))),
            20,
            1,
            0);

    private static final Work OPEN = new Work(WORK.nodes(), WORK.requests(), 20, 2, 500);

    private static String wrk(int requests, long bytes, int status, int timeout) {
        return "Running 1s test\n  1 threads and 20 connections\n\n{\"requests\":" + requests
                + ",\"duration_us\":2000000,\"bytes\":" + bytes + ",\"connect\":0,\"read\":0,\"write\":0,\"status\":"
                + status + ",\"timeout\":" + timeout
                + ",\"mean\":412.5,\"p50\":300,\"p95\":800,\"p99\":1200,\"max\":5000}\n";
    }

    @Test
    void wrkTellsLatenciesInMicroseconds() throws Exception {
        Outcome outcome = Wrk.outcome(wrk(1_000, 2_000_000, 0, 0), WORK);
        assertThat(outcome).isEqualTo(new Outcome(1_000, 0, 2, 412.5, 300, 800, 1_200, 5_000, ""));
    }

    @Test
    void errorsOfWrkAreCountedAndNamed() throws Exception {
        Outcome outcome = Wrk.outcome(wrk(1_000, 2_000_000, 3, 4), WORK);
        assertThat(outcome.errors()).isEqualTo(7);
        assertThat(outcome.error()).isEqualTo("3 status, 4 timeout");
    }

    @Test
    void answersThatAreShorterThanTheMessageAreErrors() throws Exception {
        assertThat(Wrk.outcome(wrk(1_000, 1_000_000, 0, 0), WORK).errors()).isPositive();
    }

    @Test
    void aGeneratorWithoutAResultIsAnError() {
        assertThatThrownBy(() -> Wrk.outcome("unable to connect to 127.0.0.1:1 Connection refused", WORK))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Connection refused");
    }

    @Test
    void anOpenLoopThatFallsBehindItsRateHasNoFigures() {
        String json =
                "{\"latencies\":{},\"duration\":2000000000,\"wait\":0,\"requests\":%1$d,\"status_codes\":{\"200\":%1$d}}";
        assertThat(Vegeta.outcome(json.formatted(950), OPEN).errors()).isZero();
        Outcome late = Vegeta.outcome(json.formatted(800), OPEN);
        assertThat(late.errors()).isPositive();
        assertThat(late.error()).isEqualTo("vegeta itself was too slow: it sent 800 requests in place of 1000");
    }

    @Test
    void vegetaTellsLatenciesInNanoseconds() {
        Outcome outcome = Vegeta.outcome("""
                {"latencies":{"total":1,"mean":412500,"50th":300000,"90th":1,"95th":800000,"99th":1200000,"max":5000000,
                "min":1},"bytes_in":{"total":1,"mean":1},"bytes_out":{"total":1,"mean":2},"earliest":"2026-11-26T13:00:00Z",
                "duration":1999000000,"wait":1000000,"requests":1000,"rate":500.1,"throughput":497.1,"success":0.997,
                "status_codes":{"0":1,"200":997,"500":2},"errors":["500 Internal Server Error"]}
                """, OPEN);
        assertThat(outcome).isEqualTo(new Outcome(1_000, 3, 2, 412.5, 300, 800, 1_200, 5_000, "3 without status 200"));
    }
}
