package org.esbmt.http.bc.internal.endpoint;

import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.Fault;
import javax.jbi.messaging.InOnly;
import javax.jbi.messaging.InOptionalOut;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import javax.jbi.messaging.RobustInOnly;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.wire.Headers;
import org.esbmt.http.bc.internal.backend.BackEndCall;
import org.esbmt.http.bc.internal.backend.BackEndException;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.http.bc.internal.soap.SoapContentType;
import org.esbmt.jbi.container.api.MessageProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One exchange and its call to the back end: converts the back end's answer into out, fault, done or error. */
class ProviderExchange extends BackEndCall {
    private static final Logger LOG = LoggerFactory.getLogger(ProviderExchange.class);

    private final ProviderEndpoint endpoint;
    private final MessageExchange exchange;

    ProviderExchange(ProviderEndpoint endpoint, MessageExchange exchange, Headers headers, HttpBody body) {
        this(endpoint, exchange, endpoint.requestHead(), headers, body);
    }

    /** @param head the endpoint's request head, and fields of this call alone */
    ProviderExchange(ProviderEndpoint endpoint, MessageExchange exchange, byte[] head, Headers headers, HttpBody body) {
        super(head, headers, body, endpoint.connectNanos(), endpoint.readNanos(), endpoint.maxMessageBytes());
        this.endpoint = endpoint;
        this.exchange = exchange;
    }

    @Override
    protected void answered(int status, Headers headers, String contentType, boolean contentEncoded, HttpBody answer) {
        try {
            boolean soap = endpoint.soap();
            boolean empty = answer.length() == 0;
            if (status >= 200 && status < 300) {
                if (empty || exchange instanceof InOnly || exchange instanceof RobustInOnly) {
                    answer.discard();
                    nothing();
                } else if (contentEncoded) {
                    refuse(answer, "its answer has a content coding, though it was asked for none");
                } else if (soap && SoapContentType.parse(contentType).isEmpty()) {
                    refuse(answer, "its answer is not SOAP");
                } else {
                    deliver(false, status, headers, answer);
                }
            } else if (exchange instanceof InOnly || empty || contentEncoded) {
                refuse(answer, "it answered with status " + status);
            } else if (!soap || isSoapFault(status, contentType)) {
                deliver(true, status, headers, answer);
            } else {
                refuse(answer, "it answered with status " + status);
            }
        } catch (MessagingException | RuntimeException e) {
            answer.discard();
            fail(endpoint, exchange, e);
        }
    }

    private static boolean isSoapFault(int status, String contentType) {
        return (status == 500 || status == 400)
                && SoapContentType.parse(contentType).isPresent();
    }

    /** Handles a success without content: the pattern decides if that is an answer. */
    void nothing() throws MessagingException {
        if (exchange instanceof InOnly || exchange instanceof RobustInOnly || exchange instanceof InOptionalOut) {
            exchange.setStatus(ExchangeStatus.DONE);
        } else {
            exchange.setMessage(exchange.createMessage(), "out");
        }
        endpoint.send(exchange);
    }

    /** Passes an answer with content on. */
    void deliver(boolean fault, int status, Headers headers, HttpBody answer) throws MessagingException {
        if (fault) {
            Fault message = exchange.createFault();
            fill(message, status, headers, answer);
            exchange.setFault(message);
        } else {
            NormalizedMessage out = exchange.createMessage();
            fill(out, status, headers, answer);
            exchange.setMessage(out, "out");
        }
        endpoint.send(exchange);
    }

    private static void fill(NormalizedMessage message, int status, Headers headers, HttpBody answer)
            throws MessagingException {
        message.setContent(answer);
        message.setProperty(MessageProperties.STATUS, status);
        message.setProperty(MessageProperties.HEADERS, headers);
    }

    private void refuse(HttpBody answer, String why) {
        answer.discard();
        refuse(why);
    }

    void refuse(String why) {
        BackEndException cause = new BackEndException(FaultCode.BACKEND_UNAVAILABLE, why);
        endpoint.backEnd().warn(cause);
        fail(endpoint, exchange, cause);
    }

    ProviderEndpoint endpoint() {
        return endpoint;
    }

    MessageExchange exchange() {
        return exchange;
    }

    @Override
    protected void failed(BackEndException cause) {
        fail(endpoint, exchange, cause);
    }

    static void fail(ProviderEndpoint endpoint, MessageExchange exchange, Exception cause) {
        try {
            exchange.setError(cause);
            endpoint.send(exchange);
        } catch (MessagingException | RuntimeException e) {
            LOG.warn("An exchange could not be answered with its error.", e);
        }
    }
}
