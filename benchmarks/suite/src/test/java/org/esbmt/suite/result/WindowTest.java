package org.esbmt.suite.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class WindowTest {
    static final Window FAILED = new WindowBuilder(7, new Cell("direct", "nginx", "buystocks", 1024, 20, 1, 1), 2)
            .generator("wrk")
            .answered(3.5, 1_000, 4)
            .cpu(11.25)
            .latencies(100, 90, 150, 170.5)
            .longest(1_000)
            .memory(4_096_000, Double.NaN)
            .preparedness(Preparedness.UNSETTLED)
            .ended(WindowState.FAILED, "4 answers with \"502, Bad Gateway\"\nin a line");

    @Test
    void aWindowIsReadAsItWasWritten() {
        Window read = Window.of(FAILED.line());
        assertThat(read.line()).isEqualTo(FAILED.line()).hasLineCount(1);
        assertThat(read.cell()).isEqualTo(FAILED.cell());
        assertThat(read.heapBytes()).isNaN();
        assertThat(read.cpuMicrosPerRequest()).isEqualTo(11.25);
        assertThat(read.state()).isEqualTo(WindowState.FAILED);
        assertThat(read.preparedness()).isEqualTo(Preparedness.UNSETTLED);
        assertThat(read.reason()).isEqualTo("4 answers with \"502, Bad Gateway\" in a line");
    }

    @Test
    void aLineThatBreaksOffIsRefused() {
        String line = FAILED.line();
        assertThatThrownBy(() -> Window.of(line.substring(0, line.length() / 2)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void eachColumnHasAValue() {
        assertThat(Csv.values(FAILED.line())).hasSameSizeAs(Csv.values(Window.COLUMNS));
    }

    @Test
    void aQuotationWithoutAnEndIsRefused() {
        assertThatThrownBy(() -> Csv.values("1,\"2")).isInstanceOf(IllegalArgumentException.class);
        assertThat(Csv.values("\"a,\"\"b\",,c")).isEqualTo(List.of("a,\"b", "", "c"));
    }
}
