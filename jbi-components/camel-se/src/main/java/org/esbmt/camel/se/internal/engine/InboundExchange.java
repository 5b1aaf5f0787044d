package org.esbmt.camel.se.internal.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.Fault;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import javax.security.auth.Subject;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.esbmt.jbi.container.api.MessageProperties;

/**
 * An exchange that a route provides for, from the request to the caller's last message. It is answered once. A reply of
 * a back end whose content goes to the caller untouched is acknowledged once the caller has read it.
 */
final class InboundExchange {
    private final JbiConsumer consumer;
    private final MessageExchange exchange;
    private final NormalizedMessage in;
    private final Mep mep;
    private final Subject subject;
    private final int hops;
    private final long begun = System.nanoTime();
    private final List<OutboundExchange> unread = new ArrayList<>(1);
    private final GatheredBytes gathered;
    private final Object tenant;
    private final Object user;
    private boolean over;
    private final AtomicBoolean dropped;

    InboundExchange(JbiConsumer consumer, MessageExchange exchange) {
        this.consumer = consumer;
        this.dropped = new AtomicBoolean();
        this.gathered = new GatheredBytes(consumer.unit().bodies());
        this.exchange = exchange;
        this.in = exchange.getMessage("in");
        this.mep = Mep.of(exchange);
        this.subject = in == null ? null : in.getSecuritySubject();
        this.hops = exchange.getProperty(ExchangeProperties.HOPS) instanceof Integer given ? given : 0;
        this.tenant = in == null ? null : in.getProperty(MessageProperties.TENANT);
        this.user = in == null ? null : in.getProperty(MessageProperties.USER);
    }

    /** A copy for a detached exchange: it has the sender and the hops, but no message, and sends no answer. */
    private InboundExchange(InboundExchange whole, AtomicBoolean dropped) {
        this.dropped = dropped;
        this.consumer = whole.consumer;
        this.gathered = new GatheredBytes(consumer.unit().bodies());
        this.exchange = null;
        this.in = null;
        this.mep = whole.mep;
        this.subject = whole.subject;
        this.hops = whole.hops;
        this.tenant = whole.tenant;
        this.user = whole.user;
        this.over = true;
    }

    /**
     * Detaches a copy, which may exist for long, from the message of its first exchange, so that the message may leave
     * memory. Bodies gathered for the copy from now on are counted separately.
     */
    static void detach(Exchange copy) {
        InboundExchange first = of(copy);
        if (first != null) {
            copy.setProperty(ExchangeProperties.FIRST, new InboundExchange(first, new AtomicBoolean()));
        }
    }

    /** Detaches a part or branch in the same way. It is not awaited once its exchange is not awaited. */
    static void branch(Exchange copy) {
        InboundExchange first = of(copy);
        if (first != null) {
            copy.setProperty(ExchangeProperties.FIRST, new InboundExchange(first, first.dropped));
        }
    }

    static InboundExchange of(Exchange exchange) {
        return exchange.getProperty(ExchangeProperties.FIRST, InboundExchange.class);
    }

    Mep mep() {
        return mep;
    }

    /** The subject on whose behalf the route runs. */
    Subject subject() {
        return subject;
    }

    Object property(String name) {
        if (in != null) {
            return in.getProperty(name);
        }
        return name.equals(MessageProperties.TENANT) ? tenant : name.equals(MessageProperties.USER) ? user : null;
    }

    GatheredBytes gathered() {
        return gathered;
    }

    int hops() {
        return hops;
    }

    void begin() {
        consumer.counters().exchanges.increment();
        consumer.counters().inFlight.increment();
        exchange.setProperty(ExchangeProperties.FIRST, this);
        Exchange camel = consumer.createExchange(false);
        camel.setPattern(mep.camel());
        camel.setProperty(ExchangeProperties.FIRST, this);
        CallBudget.adopt(camel, exchange.getProperty(ExchangeProperties.CALL_BUDGET));
        Object headers = property(MessageProperties.HEADERS);
        RouteMessage message = new RouteMessage(
                consumer.getEndpoint().getCamelContext(), headers instanceof Map<?, ?> map ? map : Map.of(), null);
        message.setBody(in == null || in.getContent() == null ? Body.EMPTY : new Body(in.getContent()));
        camel.setIn(message);
        if (consumer.gathers() || consumer.unit().isOnWorkers()) {
            consumer.unit().gatherer().gather(body(message), gathered, (whole, failure, now) -> {
                if (failure == null) {
                    message.setBody(whole);
                    run(camel);
                } else {
                    camel.setException(failure);
                    complete(camel);
                }
            });
        } else {
            consumer.run(camel, this);
        }
    }

    private void run(Exchange camel) {
        if (!consumer.unit().isOnWorkers()) {
            consumer.run(camel, this);
            return;
        }
        try {
            consumer.unit().execute(() -> consumer.run(camel, this), () -> {
                camel.setException(new RouteFailure.Unavailable("the unit was stopped", null));
                complete(camel);
            });
        } catch (RuntimeException e) {
            camel.setException(new RouteFailure.Unavailable("no worker is free", e));
            complete(camel);
        }
    }

    /** Marks the exchange as not awaited any more. */
    void drop() {
        dropped.set(true);
    }

    boolean isDropped() {
        return dropped.get();
    }

    /** Keeps a reply open until the caller has read the answer, which may be the reply's content. */
    void keep(OutboundExchange reply) {
        boolean late;
        synchronized (unread) {
            late = over;
            if (!late) {
                unread.add(reply);
            }
        }
        if (late) {
            reply.finish();
        }
    }

    /** Ends the exchange after its route. */
    void complete(Exchange camel) {
        RouteCounters counters = consumer.counters();
        counters.inFlight.decrement();
        counters.nanos.add(System.nanoTime() - begun);
        try {
            Throwable failure = camel.getException();
            if (failure == null) {
                answer(camel.getMessage());
            } else if (failure instanceof RouteFailure.FromFault fault && mep != Mep.IN_ONLY) {
                counters.faults.increment();
                fault(fault.fault());
            } else {
                counters.failures.increment();
                fail(failure);
            }
        } catch (MessagingException | RuntimeException e) {
            consumer.unit().log().write(exchange.getExchangeId(), log -> consumer.unit()
                    .failureLines()
                    .warn(
                            log,
                            () -> "An answer could not be sent: " + e.getClass().getName()));
            finished();
        }
    }

    private void answer(Message message) throws MessagingException {
        if (mep == Mep.IN_ONLY || mep == Mep.ROBUST_IN_ONLY) {
            end();
            return;
        }
        Body body = body(message);
        if (mep == Mep.IN_OPTIONAL_OUT && body.source() == null) {
            end();
            return;
        }
        NormalizedMessage out = exchange.createMessage();
        fill(out, body, message instanceof RouteMessage ours ? ours.status() : null, Headers.outgoing(message));
        exchange.setMessage(out, "out");
        consumer.unit().send(exchange);
    }

    static Body body(Message message) {
        Object body = message.getBody();
        return body instanceof Body ours ? ours : body == null ? Body.EMPTY : Body.ofText(body.toString());
    }

    private void end() throws MessagingException {
        exchange.setStatus(ExchangeStatus.DONE);
        consumer.unit().send(exchange);
        finished();
    }

    private void fault(FaultMessage message) throws MessagingException {
        Fault fault = exchange.createFault();
        fill(fault, message.body(), message.status(), message.headers());
        exchange.setFault(fault);
        consumer.unit().send(exchange);
    }

    private static void fill(NormalizedMessage message, Body body, Integer status, Map<?, ?> headers)
            throws MessagingException {
        if (body.source() != null) {
            message.setContent(body.source());
        }
        message.setProperty(MessageProperties.HEADERS, headers);
        if (status != null) {
            message.setProperty(MessageProperties.STATUS, status);
        }
    }

    private void fail(Throwable broken) throws MessagingException {
        Throwable failure = withoutCamel(broken);
        log(failure);
        exchange.setError(failure instanceof Exception e ? e : new RouteFailure.Unavailable("the route failed", null));
        consumer.unit().send(exchange);
        finished();
    }

    /** Replaces Camel's exceptions for an exchange that meets a stopped context, and around an error of a step. */
    private static Throwable withoutCamel(Throwable broken) {
        if (broken instanceof RejectedExecutionException) {
            return new RouteFailure.Unavailable("the unit was stopped", null);
        }
        return broken instanceof CamelExecutionException && broken.getCause() instanceof Error error ? error : broken;
    }

    private void log(Throwable failure) {
        CamelUnit unit = consumer.unit();
        unit.log().write(exchange.getExchangeId(), log -> unit.failureLines().warn(log, () -> sentence(failure)));
    }

    private String sentence(Throwable failure) {
        String cause = failure.getClass().getName();
        Object correlation = exchange.getExchangeId();
        if (failure instanceof RouteFailure foreseen) {
            cause = foreseen.getMessage();
            correlation = foreseen.correlation();
        }
        return "Route " + consumer.counters().route + " of " + consumer.unit().owner() + " failed: " + cause
                + " (correlation " + correlation + ").";
    }

    /** Called once the caller has sent its last message, or none is expected. Thread-safe. */
    void finished() {
        List<OutboundExchange> replies;
        synchronized (unread) {
            over = true;
            replies = List.copyOf(unread);
            unread.clear();
        }
        gathered.release();
        replies.forEach(OutboundExchange::finish);
    }
}
