package org.esbmt.http.bc.internal.endpoint;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import javax.xml.transform.Source;
import org.esbmt.content.api.BytesSource;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.loop.EventLoops;
import org.esbmt.http.api.loop.LoopState;
import org.esbmt.http.api.wire.HeaderNames;
import org.esbmt.http.api.wire.Headers;
import org.esbmt.http.api.wire.HeadersTooLargeException;
import org.esbmt.http.bc.internal.backend.BackEnd;
import org.esbmt.http.bc.internal.backend.BackEndException;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.http.bc.internal.soap.SoapVersion;
import org.esbmt.http.bc.internal.unit.ProviderDefinition;
import org.esbmt.jbi.container.api.MessageProperties;
import org.esbmt.jbi.container.api.OverloadedException;

/**
 * Calls one back end for the exchanges that it receives. It has final fields only; a call's state is in {@link
 * ProviderExchange}.
 */
final class ProviderEndpoint {
    private final ProviderDefinition definition;
    private final boolean soap;
    private final long maxMessageBytes;
    private final BackEnd backEnd;
    private final BindingChannel bus;
    private final SourceWriter sources;
    private final EventLoops loops;
    private final HeaderNames requestHeaders;
    private final SecuredProvider security;
    private final byte[] requestHead;
    private final long connectNanos;
    private final long readNanos;

    /** @param security null for an endpoint that proves nothing to its back end */
    ProviderEndpoint(
            ProviderDefinition definition,
            BackEnd backEnd,
            BindingChannel bus,
            SourceWriter sources,
            EventLoops loops,
            HeaderNames requestHeaders,
            SecuredProvider security) {
        this.definition = definition;
        this.soap = definition.soap();
        this.maxMessageBytes = definition.maxMessageBytes();
        this.backEnd = backEnd;
        this.bus = bus;
        this.sources = sources;
        this.loops = loops;
        this.requestHeaders = requestHeaders;
        this.security = security;
        this.requestHead = requestHead(definition.location());
        this.connectNanos = definition.connectTimeout().toNanos();
        this.readNanos = definition.readTimeout().toNanos();
    }

    private static byte[] requestHead(URI location) {
        String path = location.getRawPath() == null || location.getRawPath().isEmpty() ? "/" : location.getRawPath();
        String query = location.getRawQuery() == null ? "" : "?" + location.getRawQuery();
        String port = location.getPort() < 0 ? "" : ":" + location.getPort();
        // without Accept-Encoding a server may choose any coding (RFC 9110, section 12.5.3)
        return ("POST " + path + query + " HTTP/1.1\r\nHost: " + location.getHost() + port
                        + "\r\nAccept-Encoding: identity\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    ProviderDefinition definition() {
        return definition;
    }

    boolean soap() {
        return soap;
    }

    /** The most bytes of an answer. */
    long maxMessageBytes() {
        return maxMessageBytes;
    }

    BackEnd backEnd() {
        return backEnd;
    }

    long connectNanos() {
        return connectNanos;
    }

    long readNanos() {
        return readNanos;
    }

    byte[] requestHead() {
        return requestHead;
    }

    SourceWriter sources() {
        return sources;
    }

    /** Ends the use of connections. */
    void close() {
        if (security != null) {
            security.close();
        }
    }

    void send(MessageExchange exchange) throws MessagingException {
        bus.send(exchange);
    }

    /** Receives a new request; thread-safe. */
    void request(MessageExchange exchange) throws MessagingException {
        NormalizedMessage in = exchange.getMessage("in");
        Source content = in == null ? null : in.getContent();
        Headers headers;
        try {
            headers = headers(in);
        } catch (HeadersTooLargeException e) {
            exchange.setError(new BackEndException(FaultCode.MESSAGE_REFUSED, e.getMessage()));
            send(exchange);
            return;
        }
        if (security != null) {
            security.request(this, exchange, headers, content);
        } else if (content instanceof HttpBody body) {
            call(exchange, headers, body);
        } else if (content == null) {
            HttpBody empty = HttpBody.whole(loop());
            empty.end();
            call(exchange, headers, empty);
        } else if (content instanceof BytesSource bytes) {
            call(exchange, headers, HttpBody.of(bytes, loop()));
        } else {
            write(exchange, headers, content);
        }
    }

    private void call(MessageExchange exchange, Headers headers, HttpBody body) {
        call(backEnd, new ProviderExchange(this, exchange, headers, body), body);
    }

    /** Makes a call on the event loop of its body. */
    static void call(BackEnd backEnd, ProviderExchange call, HttpBody body) {
        if (body.loop() == EventLoops.current()) {
            backEnd.call(call);
        } else {
            body.loop().loop().execute(() -> backEnd.call(call));
        }
    }

    private Headers headers(NormalizedMessage in) throws HeadersTooLargeException {
        Object given = in == null ? null : in.getProperty(MessageProperties.HEADERS);
        if (given instanceof Headers ours && ours.containsKey("Content-Type")) {
            return ours;
        }
        String type = definition.soap()
                ? definition.soapVersion().orElse(SoapVersion.SOAP_1_1).contentType()
                : "application/octet-stream";
        return requestHeaders.filter(given instanceof Map<?, ?> map ? map : Map.of(), type);
    }

    LoopState loop() {
        LoopState current = EventLoops.current();
        return current == null ? loops.any() : current;
    }

    /** Writes content that is not bytes yet, on a thread that may block. */
    private void write(MessageExchange exchange, Headers headers, Source content) throws MessagingException {
        try {
            sources.write(
                    backEnd.owner(),
                    content,
                    SourceWriter.Rewriting.NONE,
                    loop(),
                    readNanos,
                    body -> call(exchange, headers, body),
                    cause -> notWritten(exchange, cause));
        } catch (OverloadedException e) {
            notWritten(exchange, e);
        }
    }

    void notWritten(MessageExchange exchange, Throwable cause) {
        Exception failure = cause instanceof OverloadedException
                ? new BackEndException(FaultCode.OVERLOADED, "a message's content has no room: " + cause.getMessage())
                : cause instanceof Exception known
                        ? known
                        : new IllegalStateException("the content was not written", cause);
        if (failure instanceof BackEndException told) {
            backEnd.warn(told);
        }
        ProviderExchange.fail(this, exchange, failure);
    }
}
