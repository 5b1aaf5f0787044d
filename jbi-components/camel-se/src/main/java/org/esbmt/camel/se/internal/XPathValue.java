package org.esbmt.camel.se.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.engine.Body;
import org.esbmt.camel.se.internal.engine.Reading;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.engine.Value;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.xpath.ArrivingQuery;
import org.esbmt.camel.se.internal.xpath.CompiledXPath;
import org.esbmt.camel.se.internal.xpath.InvalidXPathException;
import org.esbmt.camel.se.internal.xpath.XPathResult;
import org.esbmt.content.api.BytesSource;
import org.esbmt.jbi.container.api.OverloadedException;

/** An XPath of a route, evaluated for the messages in it. It may take long, so it belongs on a worker. */
final class XPathValue implements Value {
    /** The largest cost of a byte on an event loop. An expression of higher cost goes to a worker. */
    private static final int MOST_COST = 8;

    private final Expression.XPath model;
    private final CompiledXPath compiled;
    private final boolean hasVariables;

    /** @throws IllegalArgumentException names all errors of the expression */
    XPathValue(Expression.XPath model, EvaluationLimits limits) {
        this.model = model;
        this.hasVariables = model.text().indexOf('$') >= 0;
        try {
            this.compiled = CompiledXPath.compile(model, limits);
        } catch (InvalidXPathException e) {
            throw new IllegalArgumentException(e.findings().toString(), e);
        }
    }

    @Override
    public boolean readsBody() {
        return model.header().isEmpty();
    }

    @Override
    public boolean isCostly() {
        return true;
    }

    @Override
    public String text(Exchange exchange) throws RouteFailure {
        XPathResult result = evaluate(exchange);
        if (model.result() != Expression.XPath.Result.NODES) {
            return result.text();
        }
        StringBuilder nodes = new StringBuilder();
        result.nodes().forEach(node -> nodes.append(new String(node, StandardCharsets.UTF_8)));
        return nodes.toString();
    }

    @Override
    public boolean test(Exchange exchange) throws RouteFailure {
        return evaluate(exchange).isTrue();
    }

    /** Each node as a document of its own, at most {@code most} of them. */
    List<byte[]> nodes(Exchange exchange, int most) throws RouteFailure {
        return evaluate(exchange, most).nodes();
    }

    @Override
    public boolean streams() {
        return compiled.streams() && compiled.streamCost() <= MOST_COST;
    }

    @Override
    public int readingCost() {
        return compiled.streamCost();
    }

    @Override
    public Reading read(Exchange exchange) {
        return new Stream(compiled.arriving(hasVariables ? headers(exchange.getMessage()) : Map.of()));
    }

    @Override
    public ByteBuffer bytes(Exchange exchange) {
        return ByteBuffer.wrap(document(exchange.getMessage()));
    }

    /** The evaluation while the body arrives. */
    private static final class Stream implements Reading {
        private final ArrivingQuery query;

        Stream(ArrivingQuery query) {
            this.query = query;
        }

        @Override
        public boolean piece(ByteBuffer piece) throws RouteFailure {
            try {
                return query.feed(piece);
            } catch (EvaluationFailedException e) {
                throw failure(e);
            }
        }

        @Override
        public Found found() throws RouteFailure {
            try {
                XPathResult result = query.end();
                return new Found(result.text(), result.isTrue());
            } catch (EvaluationFailedException e) {
                throw failure(e);
            }
        }
    }

    private XPathResult evaluate(Exchange exchange) throws RouteFailure {
        return evaluate(exchange, Integer.MAX_VALUE);
    }

    private XPathResult evaluate(Exchange exchange, int mostNodes) throws RouteFailure {
        Message message = exchange.getMessage();
        try {
            return compiled.evaluate(document(message), hasVariables ? headers(message) : Map.of(), mostNodes);
        } catch (EvaluationFailedException e) {
            throw failure(e);
        }
    }

    /** Applies to a stopped evaluation, too: a message that takes too long will do so the next time. */
    static RouteFailure failure(EvaluationFailedException e) {
        if (e.kind() == EvaluationFailedException.Kind.OVERLOADED) {
            return new RouteFailure.Unavailable(e.getMessage(), new OverloadedException(e.getMessage()));
        }
        return new RouteFailure.Invalid(e.getMessage());
    }

    private byte[] document(Message message) {
        if (model.header().isEmpty()) {
            return bytes(((Body) message.getBody()).bytes());
        }
        return message.getHeader(model.header(), "", String.class).getBytes(StandardCharsets.UTF_8);
    }

    static byte[] bytes(BytesSource source) {
        ByteBuffer from = source.bytes();
        byte[] bytes = new byte[from.remaining()];
        from.get(bytes);
        return bytes;
    }

    static Map<String, String> headers(Message message) {
        Map<String, String> headers = new HashMap<>();
        message.getHeaders().forEach((name, value) -> {
            if (value instanceof String text) {
                headers.put(name, text);
            }
        });
        return headers;
    }
}
