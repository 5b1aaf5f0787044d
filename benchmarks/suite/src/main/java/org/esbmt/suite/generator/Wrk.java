package org.esbmt.suite.generator;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.esbmt.suite.message.Request;

/** wrk in a closed loop, with the resource {@code post.lua} and a thread for each node. */
final class Wrk implements Generator {
    private static final String WRONG = "wrong answer: ";

    private final Path folder;

    Wrk(Path folder) {
        this.folder = folder;
    }

    @Override
    public String name() {
        return "wrk";
    }

    @Override
    public Outcome run(Work work) throws IOException, InterruptedException {
        Path script = folder.resolve("post.lua");
        try (InputStream in = Wrk.class.getResourceAsStream("post.lua")) {
            Files.write(script, in.readAllBytes());
        }
        write(work.requests());
        int threads = work.nodes().size();
        List<String> command = List.of(
                "wrk",
                "--threads",
                Integer.toString(threads),
                "--connections",
                Integer.toString(Math.max(threads, work.connections())),
                "--duration",
                work.seconds() + "s",
                "--timeout",
                "10s",
                "--script",
                script.toString(),
                "http://" + text(work.nodes().get(0)) + "/");
        Outcome outcome = outcome(Program.output(command, environment(work, false), work.seconds(), folder), work);
        return outcome.errors() == 0 ? outcome : explained(outcome, command, work);
    }

    private Map<String, String> environment(Work work, boolean explain) {
        Map<String, String> environment = new HashMap<>(Map.of(
                "SUITE_MESSAGES",
                folder.toString(),
                "SUITE_NODES",
                work.nodes().stream().map(Wrk::text).collect(Collectors.joining(","))));
        if (explain) {
            environment.put("SUITE_EXPLAIN", "yes");
        }
        return environment;
    }

    /** Repeats a window with errors, and adds its first wrong answer to the description. Nothing else of it counts. */
    private Outcome explained(Outcome outcome, List<String> command, Work work) throws InterruptedException {
        try {
            String answer = Program.output(command, environment(work, true), work.seconds(), folder)
                    .lines()
                    .filter(line -> line.startsWith(WRONG))
                    .findFirst()
                    .orElse(WRONG + "none when it was repeated");
            return outcome.explained(answer);
        } catch (IOException e) {
            return outcome;
        }
    }

    private void write(List<Request> requests) throws IOException {
        StringBuilder headers = new StringBuilder();
        Request.HEADERS.forEach(
                (name, value) -> headers.append(name).append('\t').append(value).append('\n'));
        Files.writeString(folder.resolve("headers"), headers);
        StringBuilder messages = new StringBuilder();
        for (int i = 0; i < requests.size(); i++) {
            Files.write(folder.resolve("body" + i), requests.get(i).envelope());
            messages.append(requests.get(i).path()).append("\tbody").append(i).append('\n');
        }
        Files.writeString(folder.resolve("messages"), messages, UTF_8);
    }

    static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    static Outcome outcome(String out, Work work) throws IOException {
        int begin = out.lastIndexOf("{\"requests\"");
        if (begin < 0) {
            throw new IOException("the generator printed no result: " + out);
        }
        String json = out.substring(begin);
        long requests = (long) Outcome.number(json, "requests");
        long errors = 0;
        StringBuilder error = new StringBuilder();
        for (String kind : List.of("connect", "read", "write", "status", "timeout")) {
            long count = (long) Outcome.number(json, kind);
            errors += count;
            if (count > 0) {
                error.append(error.isEmpty() ? "" : ", ")
                        .append(count)
                        .append(' ')
                        .append(kind);
            }
        }
        int expected = work.requests().get(0).element().length();
        if (requests > 0 && Outcome.number(json, "bytes") < (double) expected * requests) {
            errors = Math.max(errors, 1);
            error.append(error.isEmpty() ? "" : ", ").append("answers shorter than the message");
        }
        return new Outcome(
                requests,
                errors,
                Outcome.number(json, "duration_us") / 1e6,
                Outcome.number(json, "mean"),
                Outcome.number(json, "p50"),
                Outcome.number(json, "p95"),
                Outcome.number(json, "p99"),
                Outcome.number(json, "max"),
                error.toString());
    }
}
