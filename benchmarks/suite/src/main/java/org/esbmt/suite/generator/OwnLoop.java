package org.esbmt.suite.generator;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.esbmt.load.ClosedLoop;
import org.esbmt.load.Message;
import org.esbmt.suite.message.Request;

/**
 * The closed loop of {@code benchmarks/load}, within this process. It serves a machine without wrk, and secured messages, each of
 * which may be sent once only.
 */
public final class OwnLoop implements Generator {
    private static final String HEADERS = Request.HEADERS.entrySet().stream()
            .map(header -> header.getKey() + ": " + header.getValue() + "\r\n")
            .collect(Collectors.joining());

    @Override
    public String name() {
        return "own";
    }

    @Override
    public Outcome run(Work work) throws IOException, InterruptedException {
        try (ClosedLoop loop = new ClosedLoop(work.nodes().get(0), work.connections(), messages(work))) {
            loop.start();
            return outcome(loop.window(work.seconds(), () -> {}, () -> {}));
        }
    }

    /** Sends each request once. */
    public Outcome once(Work work) throws InterruptedException {
        try (ClosedLoop loop = new ClosedLoop(work.nodes().get(0), work.connections(), messages(work))) {
            return outcome(loop.sendOnce(work.seconds(), () -> {}, () -> {}));
        }
    }

    private static List<Message> messages(Work work) {
        String host = Wrk.text(work.nodes().get(0));
        return work.requests().stream()
                .map(request -> Message.whole(request.path(), host, HEADERS, request.envelope()))
                .toList();
    }

    private static Outcome outcome(ClosedLoop.Result result) {
        Histogram nanos = result.latencies();
        return new Outcome(
                result.requests() + result.failures(),
                result.failures(),
                result.seconds(),
                nanos.getMean() / 1e3,
                nanos.getValueAtPercentile(50) / 1e3,
                nanos.getValueAtPercentile(95) / 1e3,
                nanos.getValueAtPercentile(99) / 1e3,
                nanos.getMaxValue() / 1e3,
                result.firstFailure());
    }
}
