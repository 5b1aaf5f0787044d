package org.esbmt.administration.rest.internal.port;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.esbmt.administration.http.api.Access;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.administration.http.api.EventFeed;
import org.esbmt.administration.http.api.EventResource;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.HttpResource;
import org.esbmt.administration.http.api.Refusal;
import org.esbmt.administration.rest.RestAnswer;
import org.esbmt.administration.rest.RestApi;
import org.esbmt.administration.rest.RestRequest;
import org.esbmt.administration.rest.internal.call.MediaTypes;
import org.esbmt.administration.rest.internal.json.JsonBatch;
import org.esbmt.administration.rest.internal.json.JsonWords;
import org.esbmt.administration.rest.internal.json.ProblemText;
import org.esbmt.administration.rest.internal.problem.Problem;
import org.esbmt.administration.rest.internal.problem.ProblemType;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.Response;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Serves the REST API below {@code /api/v1} of the administration port. */
@Component(service = HttpResource.class)
public final class RestResource implements EventResource {
    static final String PATH = "/api/v1";

    /** The port's own bound of an archive; the deployer's bound is lower, and its refusal is more exact. */
    private static final long MOST_CONTENT = 256L << 20;

    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "OPTIONS");
    private static final String JSON = "application/json";
    private static final String BATCHES = "/batches";
    private static final String CONTENT_TYPE = "Content-Type";
    private static final String CONTENT_LENGTH = "Content-Length";
    /** The port writes these itself. */
    private static final Set<String> OF_THE_PORT = Set.of(CONTENT_TYPE, CONTENT_LENGTH, "Cache-Control");
    /** The fields that the API reads. */
    private static final List<String> READ = List.of(CONTENT_TYPE, "If-Match", "If-None-Match", "Idempotency-Key");

    private final RestApi api;

    @Activate
    public RestResource(@Reference RestApi api) {
        this.api = requireNonNull(api, "api");
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public String way() {
        return RestRequest.ADAPTER;
    }

    @Override
    public Access access() {
        return Access.AUTHORIZATION;
    }

    /** Small bodies arrive whole, so that slow clients occupy no worker. Archives and batches are read as they arrive. */
    @Override
    public BodyNeed body(RequestHead head, String pathBelow) {
        if (WITHOUT_BODY.contains(head.method())) {
            return BodyNeed.NONE;
        }
        if (pathBelow.equals(BATCHES)) {
            return new BodyNeed.Streamed(JsonBatch.MAX_BYTES);
        }
        String type = head.field(CONTENT_TYPE).orElse(JSON).toLowerCase(Locale.ROOT);
        return type.startsWith(JSON)
                ? new BodyNeed.Whole((int) JsonWords.MAX_BYTES)
                : new BodyNeed.Streamed(MOST_CONTENT);
    }

    @Override
    public Optional<EventFeed> feed(Exchange exchange) {
        return RestFeed.of(exchange.pathBelow(), exchange.head().query(), query -> answer(exchange, query));
    }

    @Override
    public Response handle(Exchange exchange) throws IOException {
        return response(
                answer(exchange, exchange.head().query()),
                exchange.head().method().equals("HEAD"));
    }

    private RestAnswer answer(Exchange exchange, Optional<String> query) throws IOException {
        RequestHead head = exchange.head();
        Map<String, List<String>> headers = new HashMap<>();
        for (String name : READ) {
            head.field(name).ifPresent(value -> headers.put(name.toLowerCase(Locale.ROOT), List.of(value)));
        }
        return api.answer(new RestRequest(
                head.method(),
                exchange.address().url(PATH),
                exchange.pathBelow(),
                query,
                headers,
                exchange.body(),
                exchange.by().orElseThrow()));
    }

    static Response response(RestAnswer answer, boolean withoutBody) throws IOException {
        Response.Builder response = Answers.of(answer.status());
        answer.headers().forEach((name, value) -> {
            if (!OF_THE_PORT.contains(name)) {
                response.field(name, value);
            }
        });
        String type = answer.headers().get(CONTENT_TYPE);
        if (type == null) {
            return response.empty();
        }
        if (withoutBody) {
            long length = Long.parseLong(answer.headers().getOrDefault(CONTENT_LENGTH, "0"));
            return response.written(type, length, out -> {});
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        answer.body().writeTo(bytes);
        return response.bytes(type, bytes.toByteArray());
    }

    /** The refusals of the port are problem details, too. */
    @Override
    public Response refused(Refusal refusal, RequestHead head) {
        Problem problem =
                switch (refusal) {
                    case NOT_AUTHENTICATED ->
                        problem(ProblemType.NOT_AUTHENTICATED, "the login or the password is wrong, or missing");
                    case WRONG_TOKEN -> problem(ProblemType.NOT_AUTHENTICATED, "the token is wrong, or has ended");
                    case FORGED -> problem(ProblemType.FORBIDDEN, "the request comes from a page of another site");
                    case BEGINNING_TOO_LONG -> problem(ProblemType.CONTENT_TOO_LARGE, "the message is too long");
                    case BUSY -> problem(ProblemType.BUSY, "too many requests wait");
                    case UNAVAILABLE -> problem(ProblemType.UNAVAILABLE, "the login cannot be checked now");
                };
        return refusal.answer(way()).bytes(MediaTypes.PROBLEM, ProblemText.of(problem));
    }

    private static Problem problem(ProblemType type, String sentence) {
        return Problem.of(type, sentence, Optional.empty(), List.of());
    }
}
