package org.esbmt.administration.http.internal.port;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.util.Optional;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.http.api.Access;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.administration.http.api.EventFeed;
import org.esbmt.administration.http.api.EventResource;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.HttpResource;
import org.esbmt.administration.http.api.OwnMessage;
import org.esbmt.administration.http.api.OwnMessage.Admission;
import org.esbmt.administration.http.api.PublicAddress;
import org.esbmt.administration.http.api.Refusal;
import org.esbmt.administration.http.api.Session;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request for a resource: its last checks, and the call of the resource. On a worker.
 *
 * @param seen the head that the resource sees
 * @param tokenNeeded true if the session's token must be in the form
 */
record ResourceRequest(
        Resources.Found found,
        RequestHead seen,
        BodyNeed need,
        InetAddress source,
        PublicAddress address,
        EventPump pump,
        boolean tokenNeeded) {
    private static final Logger LOG = LoggerFactory.getLogger(ResourceRequest.class);

    ResourceRequest {
        requireNonNull(found, "found");
        requireNonNull(seen, "seen");
        requireNonNull(need, "need");
        requireNonNull(source, "source");
        requireNonNull(address, "address");
        requireNonNull(pump, "pump");
    }

    HttpResource resource() {
        return found.resource();
    }

    ResourceRequest needingToken(boolean needed) {
        return new ResourceRequest(found, seen, need, source, address, pump, needed);
    }

    ResourceRequest needing(BodyNeed other) {
        return new ResourceRequest(found, seen, other, source, address, pump, tokenNeeded);
    }

    Response refused(Refusal refusal) {
        return resource().refused(refusal, seen);
    }

    Response handle(Credential credential, byte[] body) throws IOException {
        return handle(credential, new ByteArrayInputStream(body), true);
    }

    /** Handles a request whose body is arriving; a resource that needs it whole gets it whole. */
    Response handleArriving(Credential credential, InputStream body) throws IOException {
        if (need instanceof BodyNeed.Whole) {
            return handle(credential, body.readAllBytes());
        }
        return handle(credential, body, false);
    }

    private Response handle(Credential credential, InputStream body, boolean whole) throws IOException {
        Credential valid = credential;
        switch (credential.confirm()) {
            case IN -> {}
            case UNKNOWN -> {
                return refused(Refusal.UNAVAILABLE);
            }
            case OUT -> {
                if (resource().access() != Access.SESSION) {
                    return refused(credential.isToken() ? Refusal.WRONG_TOKEN : Refusal.NOT_AUTHENTICATED);
                }
                valid = Credential.NONE;
            }
        }
        if (!tokenNeeded || valid.session().isEmpty()) {
            return call(valid, body);
        }
        FormToken form = FormToken.of(seen.field("Content-Type").orElse(""), body, whole);
        if (form.token().filter(valid.session().get()::isToken).isEmpty()) {
            return refused(Refusal.FORGED);
        }
        return call(valid, form.body());
    }

    /** The events that a known administrator asks for; empty for other requests. */
    private Optional<EventFeed> feed(Exchange exchange) {
        return exchange.by().isPresent() && asksForEvents(seen) && resource() instanceof EventResource events
                ? events.feed(exchange)
                : Optional.empty();
    }

    /** Returns true for a request of a stream of events, as browsers and other clients send it. */
    static boolean asksForEvents(RequestHead head) {
        return head.method().equals("GET")
                && head.field("Accept")
                        .filter(accept -> accept.startsWith("text/event-stream"))
                        .isPresent();
    }

    private Response call(Credential credential, InputStream body) throws IOException {
        Exchange exchange = exchange(
                credential.by(), credential.scope(), credential.session().map(Session.class::cast), body);
        Optional<EventFeed> feed = feed(exchange);
        return checked(
                feed.isPresent()
                        ? pump.open(credential, feed.get(), refused(Refusal.BUSY))
                        : resource().handle(exchange));
    }

    private Exchange exchange(Optional<Administrator> by, Scope scope, Optional<Session> session, InputStream body) {
        return new Exchange(seen, found.pathBelow(), source.getHostAddress(), by, scope, session, body, address);
    }

    /** Finds the sender of a message by its beginning. */
    Admission admit(OwnMessage message, byte[] beginning) throws IOException {
        return message.admit(
                exchange(Optional.empty(), Scope.FULL, Optional.empty(), new ByteArrayInputStream(beginning)));
    }

    /** Handles a message whose sender is known. */
    Response handleAdmitted(OwnMessage message, Administrator by, InputStream body) throws IOException {
        return checked(message.handle(exchange(Optional.of(by), Scope.FULL, Optional.empty(), body)));
    }

    /** Replaces an answer that does not say whether it may be kept. */
    Response checked(Response given) {
        Response answer = requireNonNull(given, "the resource's answer");
        if (!answer.fields().containsKey("Cache-Control")) {
            LOG.error(
                    "An answer of '{}' to {} {} does not say whether it may be kept, and was replaced by 500.",
                    resource().way(),
                    seen.method(),
                    seen.path());
            return Answers.of(500).empty();
        }
        return answer;
    }
}
