package org.esbmt.suite.generator;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.esbmt.suite.message.Request;

/** Vegeta at a constant rate. Latencies begin when it takes up a request, and include the wait for a connection. */
final class Vegeta implements Generator {
    /** The part of the planned requests below which a window has another rate than it says. */
    private static final double LEAST_SENT = 0.9;

    private final Path folder;

    Vegeta(Path folder) {
        this.folder = folder;
    }

    @Override
    public String name() {
        return "vegeta";
    }

    @Override
    public Outcome run(Work work) throws IOException, InterruptedException {
        StringBuilder targets = new StringBuilder();
        int turn = 0;
        for (Request request : work.requests()) {
            targets.append(line(Wrk.text(work.nodes().get(turn++ % work.nodes().size())), request));
        }
        Path file = Files.writeString(folder.resolve("targets.json"), targets, UTF_8);
        Path results = folder.resolve("vegeta.bin");
        Program.output(
                List.of(
                        "vegeta",
                        "attack",
                        "-format=json",
                        "-targets=" + file,
                        "-rate=" + (int) work.ratePerSecond() + "/1s",
                        "-duration=" + work.seconds() + "s",
                        "-connections=" + work.connections(),
                        "-max-connections=" + work.connections(),
                        "-timeout=10s",
                        "-output=" + results),
                Map.of(),
                work.seconds(),
                folder);
        return outcome(
                Program.output(List.of("vegeta", "report", "-type=json", results.toString()), Map.of(), 0, folder),
                work);
    }

    private static String line(String address, Request request) {
        String headers = Request.HEADERS.entrySet().stream()
                .map(header -> quoted(header.getKey()) + ":[" + quoted(header.getValue()) + "]")
                .collect(Collectors.joining(","));
        return "{\"method\":\"POST\",\"url\":" + quoted("http://" + address + request.path()) + ",\"header\":{"
                + headers + "},\"body\":"
                + quoted(Base64.getEncoder().encodeToString(request.envelope())) + "}\n";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    static Outcome outcome(String json, Work work) {
        long requests = (long) Outcome.number(json, "requests");
        long good = (long) Outcome.number(json, "200");
        long errors = requests - good;
        String error = errors == 0 ? "" : errors + " without status 200";
        if (errors == 0 && requests < LEAST_SENT * work.ratePerSecond() * work.seconds()) {
            errors = 1;
            error = "vegeta itself was too slow: it sent " + requests + " requests in place of "
                    + (long) (work.ratePerSecond() * work.seconds());
        }
        double seconds = (Outcome.number(json, "duration") + Outcome.number(json, "wait")) / 1e9;
        return new Outcome(
                requests,
                errors,
                seconds,
                Outcome.number(json, "mean") / 1e3,
                Outcome.number(json, "50th") / 1e3,
                Outcome.number(json, "95th") / 1e3,
                Outcome.number(json, "99th") / 1e3,
                Outcome.number(json, "max") / 1e3,
                error);
    }
}
