package org.esbmt.administration.rest.internal.port;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.esbmt.administration.http.api.EventFeed;
import org.esbmt.administration.rest.RestAnswer;
import org.esbmt.administration.rest.internal.json.TopLevelField;

/**
 * The answers to one query as events, each time that they differ. Each answer is a request of its own, so that the roles
 * of this moment decide. The events of an operation end when all nodes have answered.
 */
final class RestFeed implements EventFeed {
    private static final Pattern OPERATION = Pattern.compile("/operations/[^/]+");
    private static final Pattern TRAFFIC = Pattern.compile("(/tenants/[^/]+)?/traffic(/history)?");
    private static final int OK = 200;

    private final boolean ofOperation;
    private final Optional<String> query;
    private final Asking asking;
    private String told = "";

    /** Answers the query of the request with these parameters. */
    @FunctionalInterface
    interface Asking {
        RestAnswer answer(Optional<String> query) throws IOException;
    }

    private RestFeed(boolean ofOperation, Optional<String> query, Asking asking) {
        this.ofOperation = ofOperation;
        this.query = requireNonNull(query, "query");
        this.asking = requireNonNull(asking, "asking");
    }

    /** The feed of a path; empty if it has none. The query of an operation, which may wait for nodes, has no part in it. */
    static Optional<EventFeed> of(String pathBelow, Optional<String> query, Asking asking) {
        if (OPERATION.matcher(pathBelow).matches()) {
            return Optional.of(new RestFeed(true, Optional.empty(), asking));
        }
        return TRAFFIC.matcher(pathBelow).matches()
                ? Optional.of(new RestFeed(false, query, asking))
                : Optional.empty();
    }

    @Override
    public Duration pause() {
        return Duration.ofSeconds(ofOperation ? 1 : 5);
    }

    @Override
    public Next next() throws IOException {
        RestAnswer answer = asking.answer(query);
        if (answer.status() != OK) {
            return new Refused(RestResource.response(answer, false));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        answer.body().writeTo(bytes);
        String now = bytes.toString(StandardCharsets.UTF_8);
        if (now.equals(told)) {
            return new Unchanged();
        }
        told = now;
        return new Event(ofOperation ? "operation" : "traffic", now, ofOperation && !isPending(now));
    }

    private static boolean isPending(String operation) throws IOException {
        return TopLevelField.of(operation, "state").equals(Optional.of("PENDING"));
    }
}
