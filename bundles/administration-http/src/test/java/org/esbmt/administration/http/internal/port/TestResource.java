package org.esbmt.administration.http.internal.port;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import org.esbmt.administration.http.api.Access;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.HttpResource;
import org.esbmt.administration.http.api.Refusal;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.Response;

/** A resource whose answers a test makes. */
record TestResource(String path, String way, Access access, BodyNeed need, Handler handler) implements HttpResource {
    TestResource {
        requireNonNull(handler, "handler");
    }

    @FunctionalInterface
    interface Handler {
        Response handle(Exchange exchange) throws IOException;
    }

    /** A REST resource that names the caller. */
    static TestResource rest() {
        return rest(exchange ->
                Answers.of(200).text("text/plain", exchange.by().orElseThrow().login()));
    }

    static TestResource rest(Handler handler) {
        return new TestResource("/api", "rest", Access.AUTHORIZATION, new BodyNeed.Whole(1000), handler);
    }

    @Override
    public BodyNeed body(RequestHead head, String pathBelow) {
        return need;
    }

    @Override
    public Response handle(Exchange exchange) throws IOException {
        return handler.handle(exchange);
    }

    @Override
    public Response refused(Refusal refusal, RequestHead head) {
        Response.Builder answer = refusal.answer(way);
        return refusal == Refusal.BUSY ? answer.text("text/plain", refusal.name()) : answer.empty();
    }
}
