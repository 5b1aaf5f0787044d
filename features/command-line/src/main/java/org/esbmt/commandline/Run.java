package org.esbmt.commandline;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The request of one command, and its answer. Confined to one command. */
final class Run {
    private static final int ACCEPTED = 202;
    private static final String ITEMS = "items";
    static final String JSON = "json";
    static final String TABLE = "table";
    /** The size of a page of --all, which each list has. */
    private static final String LARGE_PAGE = "100";

    private final Session session;
    private final Terminal terminal;
    private final Options options;

    Run(Session session, Options options) {
        this.session = requireNonNull(session, "session");
        this.terminal = session.terminal();
        this.options = requireNonNull(options, "options");
    }

    /** Makes the request, and prints the answer. */
    void run(Document document, Operation operation, List<String> words) throws Failure {
        String output = options.find(Options.OUTPUT).orElse(terminal.showsTables() ? TABLE : JSON);
        if (!List.of(TABLE, JSON).contains(output)) {
            throw Failure.usage("--output is table or json.");
        }
        RequestBuilder.Request request =
                new RequestBuilder(document, operation, options, terminal, session.connection()).build(words);
        Connection.Answer answer = send(request, Map.of());
        Optional<String> progress = answer.status() == ACCEPTED ? answer.header("Location") : Optional.empty();
        if (answer.body().length > 0 && !isJson(answer)) {
            content(answer);
            return;
        }
        Map<String, Object> result = new LinkedHashMap<>(Json.object(answer.body()));
        if (options.has(Options.ALL)) {
            addPages(request, result);
        }
        if (answer.body().length > 0) {
            terminal.out().print(output.equals(JSON) ? Json.write(result, true) + "\n" : Table.of(result));
        } else {
            terminal.err().println("Done.");
        }
        if (progress.isPresent()) {
            if (options.has(Options.WAIT)) {
                new Progress(session.connection(), terminal).await(progress.get());
            } else {
                terminal.err().println("Nodes still apply the change. --wait waits for them.");
            }
        }
    }

    private Connection.Answer send(RequestBuilder.Request request, Map<String, String> replaced) throws Failure {
        Map<String, String> query = new HashMap<>(replaced);
        if (options.has(Options.ALL) && !request.query().containsKey(Operation.LIMIT)) {
            query.put(Operation.LIMIT, LARGE_PAGE);
        }
        Connection.Answer answer = answer(request, query);
        if (!answer.isSuccess()) {
            throw Problem.of(answer, request.headers());
        }
        return answer;
    }

    private Connection.Answer answer(RequestBuilder.Request request, Map<String, String> query) throws Failure {
        Optional<InFlight> change = Optional.ofNullable(request.headers().get(Operation.IDEMPOTENCY_KEY))
                .map(key -> InFlight.of(terminal, key));
        try {
            return session.connection()
                    .send(
                            request.method(),
                            request.target(query),
                            request.headers(),
                            request.type(),
                            request.content().get());
        } finally {
            change.ifPresent(InFlight::end);
        }
    }

    private static boolean isJson(Connection.Answer answer) {
        return answer.header("Content-Type").orElse("").startsWith("application/json");
    }

    /** Prints an archive or a document as it is. A terminal would interpret the bytes of an archive. */
    private void content(Connection.Answer answer) throws Failure {
        boolean text = answer.header("Content-Type").orElse("").matches("(?:application|text)/(?:.*\\+)?xml.*|text/.*");
        if (terminal.showsTables() && !text) {
            throw Failure.usage("The answer is an archive. Send the output to a file: > archive.zip");
        }
        try {
            if (terminal.showsTables()) {
                for (String line : new String(answer.body(), StandardCharsets.UTF_8)
                        .lines()
                        .toList()) {
                    terminal.out().println(Table.safe(line));
                }
            } else {
                terminal.out().write(answer.body());
            }
        } catch (IOException e) {
            throw Failure.usage("The output cannot be written: " + e.getMessage());
        }
    }

    private void addPages(RequestBuilder.Request request, Map<String, Object> result) throws Failure {
        List<Object> items = new ArrayList<>(Json.list(result.get(ITEMS)));
        Object next = result.remove(Operation.NEXT);
        while (next != null) {
            Map<String, Object> page = Json.object(
                    send(request, Map.of(Operation.NEXT, Json.text(next))).body());
            items.addAll(Json.list(page.get(ITEMS)));
            next = page.get(Operation.NEXT);
        }
        result.put(ITEMS, items);
        result.put("total", BigInteger.valueOf(items.size()));
        result.put("totalExact", true);
    }
}
