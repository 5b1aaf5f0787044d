package org.esbmt.http.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.Predicate;
import org.esbmt.http.api.edge.CallHandler;
import org.esbmt.http.api.edge.HttpCall;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks a request's Host, and has the request handled as the router decides. On the event loops. */
final class PortHandler implements CallHandler {
    private static final Logger LOG = LoggerFactory.getLogger(PortHandler.class);

    private final Predicate<String> hosts;
    private final Router router;
    private final EventStreams streams;
    private final long roomOfLoop;

    PortHandler(PortSettings settings, Router router, EventStreams streams) {
        this.hosts = settings.hosts();
        this.router = requireNonNull(router, "router");
        this.streams = streams;
        this.roomOfLoop = settings.wholeBytes() / settings.threads();
    }

    @Override
    public void begin(HttpCall call) {
        String host = call.headers().get("Host");
        if (host == null || !hosts.test(host)) {
            call.refuseAndClose(421);
            return;
        }
        if (call.isContentEncoded()) {
            call.refuseAndClose(415);
            return;
        }
        RequestHead head = new RequestHead(
                call.method(),
                call.path(),
                Optional.ofNullable(call.query()),
                call.headers(),
                call.contentLength(),
                call.source());
        Handling handling;
        try {
            handling = requireNonNull(router.route(head), "the router's decision");
        } catch (RuntimeException e) {
            LOG.error("A request {} {} could not be routed.", head.method(), head.path(), e);
            call.refuse(500);
            return;
        }
        if (handling instanceof Handling.Whole whole) {
            new WholeRequest(call, head, streams, whole, roomOfLoop).begin();
        } else if (handling instanceof Handling.Streamed streamed) {
            new StreamedRequest(call, head, streams, streamed).begin();
        } else if (handling instanceof Handling.Begun begun) {
            new BegunRequest(call, head, streams, begun, roomOfLoop).begin();
        } else {
            new ImmediateRequest(call, head, streams).begin(((Handling.Now) handling).response());
        }
    }
}
