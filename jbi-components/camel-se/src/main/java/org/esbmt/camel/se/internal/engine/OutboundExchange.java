package org.esbmt.camel.se.internal.engine;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import javax.xml.transform.Source;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.engine.Deadlines.Timed;
import org.esbmt.jbi.container.api.MessageProperties;

/**
 * An exchange that a route has sent. The route goes on once: with the reply or at the deadline, whichever comes first.
 * A later reply is ended without effect.
 */
final class OutboundExchange extends Timed {
    /** During {@code send}: a reply in this state comes on the stack of the sender. */
    private static final int SENDING = 0;

    private static final int WAITING = 1;
    private static final int REPLIED = 2;
    private static final int GIVEN_UP = 3;
    /** Also during {@code send}, but on another thread, to which the reply's content may belong. */
    private static final int REPLIED_ELSEWHERE = 4;

    private final JbiProducer producer;
    private final InboundExchange first;
    private final Exchange camel;
    private final MessageExchange exchange;
    private final AsyncCallback callback;
    private final AtomicInteger state = new AtomicInteger(SENDING);
    private Thread sender;

    OutboundExchange(
            JbiProducer producer,
            InboundExchange first,
            Exchange camel,
            MessageExchange exchange,
            AsyncCallback callback) {
        this.producer = producer;
        this.first = first;
        this.camel = camel;
        this.exchange = exchange;
        this.callback = callback;
    }

    /** Sends the exchange. Returns true if the route continues on this stack; the callback has been called then. */
    boolean send() throws MessagingException {
        exchange.setProperty(ExchangeProperties.SECOND, this);
        CamelUnit unit = producer.unit();
        sender = Thread.currentThread();
        unit.send(exchange);
        if (state.compareAndSet(SENDING, WAITING)) {
            unit.deadlines().add(this);
            if (state.get() != WAITING) {
                unit.deadlines().remove(this);
            }
            return false;
        }
        return state.get() == REPLIED && proceed(true);
    }

    /** Receives the provider's reply; thread-safe. */
    void replied() {
        if (Thread.currentThread() == sender) {
            if (state.compareAndSet(SENDING, REPLIED)) {
                return; // send goes on
            }
        } else if (state.compareAndSet(SENDING, REPLIED_ELSEWHERE)) {
            proceed(false);
            return;
        }
        if (state.compareAndSet(WAITING, REPLIED)) {
            producer.unit().deadlines().remove(this);
            proceed(false);
        } else {
            producer.unit().lateReply();
            end(true);
        }
    }

    @Override
    void expired() {
        if (state.compareAndSet(WAITING, GIVEN_UP)) {
            camel.setException(new RouteFailure.Timeout("the provider did not answer in time"));
            producer.unit().proceed(() -> callback.done(false), () -> callback.done(false));
        }
    }

    private boolean proceed(boolean sync) {
        try {
            if (exchange.getStatus() == ExchangeStatus.DONE) {
                if (Mep.of(exchange) == Mep.IN_OPTIONAL_OUT) {
                    camel.getMessage().setBody(Body.EMPTY); // there is no answer
                }
                callback.done(sync);
                return sync;
            }
            if (exchange.getStatus() == ExchangeStatus.ERROR) {
                camel.setException(new RouteFailure.Unavailable("the provider failed", exchange.getError()));
                callback.done(sync);
                return sync;
            }
            return take(sync);
        } catch (MessagingException | RuntimeException e) {
            end(true);
            camel.setException(new RouteFailure.Unavailable("the reply could not be read", e));
            callback.done(sync);
            return sync;
        }
    }

    private boolean take(boolean sync) throws MessagingException {
        boolean fault = exchange.getFault() != null;
        NormalizedMessage answer = fault ? exchange.getFault() : exchange.getMessage("out");
        if (answer == null) {
            throw new MessagingException("the reply has neither out nor fault");
        }
        Source content = answer.getContent();
        Body body = content == null ? Body.EMPTY : new Body(content);
        if (body.isAtHand()) {
            try {
                // the maker stops counting the body once it is acknowledged
                first.gathered().add(body.bytes().length());
                deliver(fault, answer, body);
            } catch (RouteFailure e) {
                camel.setException(e);
            }
            finish();
        } else if (!producer.gathers()) {
            first.keep(this);
            deliver(fault, answer, body);
        } else {
            boolean inline = producer.unit().gatherer().gather(body, first.gathered(), (gathered, failure, now) -> {
                if (failure != null) {
                    camel.setException(failure);
                } else {
                    deliver(fault, answer, gathered);
                }
                finish();
                callback.done(sync && now);
            });
            return sync && inline;
        }
        callback.done(sync);
        return sync;
    }

    private void deliver(boolean fault, NormalizedMessage answer, Body body) {
        Object headers = answer.getProperty(MessageProperties.HEADERS);
        Map<?, ?> map = headers instanceof Map<?, ?> given ? given : Map.of();
        Integer status = answer.getProperty(MessageProperties.STATUS) instanceof Integer given ? given : null;
        if (fault) {
            camel.setException(new RouteFailure.FromFault(new FaultMessage(body, status, map)));
            return;
        }
        RouteMessage message = new RouteMessage(camel.getContext(), map, status);
        message.setBody(body);
        Headers.keepOwn(camel.getMessage(), message);
        camel.setIn(message);
    }

    /** Acknowledges an answer when the consumer has finished with it (JSR-208, section 5.4.2). */
    void finish() {
        end(false);
    }

    private void end(boolean unwanted) {
        if (exchange.getStatus() != ExchangeStatus.ACTIVE) {
            return;
        }
        try {
            if (unwanted) {
                exchange.setError(new RouteFailure.Timeout("the route did not wait for the answer"));
            } else {
                exchange.setStatus(ExchangeStatus.DONE);
            }
            producer.unit().send(exchange);
        } catch (MessagingException | RuntimeException e) {
            producer.unit()
                    .log()
                    .write(
                            exchange.getExchangeId(),
                            log -> log.debug(
                                    "An exchange could not be ended: {}",
                                    e.getClass().getName()));
        }
    }
}
