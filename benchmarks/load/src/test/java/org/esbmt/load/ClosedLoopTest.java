package org.esbmt.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {
    private static final Message.Sender SENDER =
            new Message.Sender("/", "0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a11", "7f0c2c0e", "secret");

    @Test
    void everyRequestOfTheLoadIsAnsweredByTheBackEnd() throws Exception {
        try (Pinned.BackEnd backEnd = new Pinned.BackEnd()) {
            LoadTarget target = new LoadTarget("back end", backEnd.address(), List.of(), List.of(SENDER));
            for (int size : new int[] {1, 1024, 200_000}) {
                try (ClosedLoop load = new ClosedLoop(
                        target.address(), 3, target.messages(Message.rest(Message.Payload.TEXT, size)))) {
                    load.start();
                    ClosedLoop.Result r = firstAnswers(load);

                    assertThat(r.firstFailure()).isEmpty();
                    assertThat(r.requests()).isPositive();
                    assertThat(r.latencies().getMinValue()).isPositive();
                }
            }
        }
    }

    @Test
    void refusalsCountAsFailuresAndNotAsRequests() throws Exception {
        try (Pinned.BackEnd backEnd = new Pinned.BackEnd()) {
            Message tooLarge = Message.of(SENDER, "localhost", Message.rest(Message.Payload.LINES, 5 << 20));
            try (ClosedLoop load = new ClosedLoop(backEnd.address(), 1, List.of(tooLarge))) {
                load.start();
                ClosedLoop.Result r = firstAnswers(load);

                assertThat(r.requests()).isZero();
                assertThat(r.failures()).isPositive();
            }
        }
    }

    /** The first window with an answer, which may take a while on a busy machine. */
    private static ClosedLoop.Result firstAnswers(ClosedLoop load) throws InterruptedException {
        ClosedLoop.Result r;
        int windows = 0;
        do {
            r = load.window(0.3, () -> {}, () -> {});
        } while (r.requests() + r.failures() == 0 && ++windows < 100);
        return r;
    }

    @Test
    void cpuTimeOfABusyProcessIsMeasured() {
        long own = ProcessHandle.current().pid();
        double before = ProcessCpu.micros(List.of(own));
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long until = threads.getCurrentThreadCpuTime() + 100_000_000;
        while (threads.getCurrentThreadCpuTime() < until) {
            Thread.onSpinWait();
        }

        assertThat(ProcessCpu.micros(List.of(own)) - before).isGreaterThan(10_000);
        assertThat(ProcessCpu.residentMebibytes(own)).isPositive();
    }

    @Test
    void tableShowsMediansAndTheRatioToNginxOfTheSameRound() {
        List<Sample> samples = List.of(
                new Sample(1, "nginx", 1024, 100, 0, 1000, 10, 50, 90),
                new Sample(1, "bus 1", 1024, 100, 0, 900, 15, 60, 99),
                new Sample(2, "nginx", 1024, 100, 0, 1000, 20, 50, 90),
                new Sample(2, "bus 1", 1024, 100, 0, 900, 26, 60, 99));

        assertThat(Report.table(samples)).contains("20.5 (15.0..26.0)").contains("1.40");
        assertThat(Report.csv(samples).lines()).hasSize(5).contains("1,nginx,1024,100,0,1000.0,10.000,50.0,90.0");
    }
}
