package org.esbmt.http.bc.internal.endpoint;

import java.util.Map;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.wire.HeaderNames;
import org.esbmt.http.api.wire.Headers;
import org.esbmt.http.api.wire.HeadersTooLargeException;
import org.esbmt.http.bc.internal.backend.BackEndException;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.http.bc.internal.soap.SoapVersion;
import org.esbmt.jbi.container.api.MessageProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads an exchange's answer as an HTTP answer, and ends the exchange. Stateless. */
final class ExchangeAnswer {
    private static final Logger LOG = LoggerFactory.getLogger(ExchangeAnswer.class);

    private ExchangeAnswer() {}

    /** The fault, or the out message. */
    static NormalizedMessage message(MessageExchange exchange) throws MessagingException {
        NormalizedMessage message = exchange.getFault() == null ? exchange.getMessage("out") : exchange.getFault();
        if (message == null) {
            throw new MessagingException("the answer has neither out nor fault");
        }
        return message;
    }

    /**
     * The HTTP status of an answer. SOAP defines its own statuses (SOAP 1.1, section 6.2; SOAP 1.2 part 2, section
     * 7.5.2.2); others pass.
     *
     * @param soap true if the consumer speaks SOAP
     * @param version the version of the request; null if it was not read as SOAP
     */
    static int status(NormalizedMessage message, boolean fault, boolean soap, SoapVersion version) {
        boolean given = message.getProperty(MessageProperties.STATUS) instanceof Integer;
        int status = given ? (Integer) message.getProperty(MessageProperties.STATUS) : fault ? 500 : 200;
        if (!soap) {
            return status >= 200 && status < 600 ? status : 500;
        }
        if (fault) {
            return status == 400 && version == SoapVersion.SOAP_1_2 ? 400 : 500;
        }
        return 200;
    }

    /**
     * The header fields that may go to the client, including a content type.
     *
     * @param version the version of the request; null if it was not read as SOAP
     */
    static Headers headers(NormalizedMessage message, HeaderNames allowed, SoapVersion version)
            throws HeadersTooLargeException {
        Object given = message.getProperty(MessageProperties.HEADERS);
        if (given instanceof Headers ours && ours.containsKey("Content-Type")) {
            return ours;
        }
        Map<?, ?> map = given instanceof Map<?, ?> foreign ? foreign : Map.of();
        return allowed.filter(map, version == null ? "application/octet-stream" : version.contentType());
    }

    /** Tells whether the back end broke its answer off. Called on the loop of the answer. */
    static boolean brokeOff(MessageExchange exchange) {
        NormalizedMessage answer = exchange.getFault() == null ? exchange.getMessage("out") : exchange.getFault();
        return answer != null
                && answer.getContent() instanceof HttpBody body
                && body.failure() instanceof BackEndException;
    }

    /** Acknowledges an answer when the consumer has finished with it (JSR-208, section 5.4.2). */
    static void finish(MessageExchange exchange, boolean done, BindingChannel bus) {
        try {
            discard(exchange);
            if (done) {
                exchange.setStatus(ExchangeStatus.DONE);
            } else {
                exchange.setError(new BackEndException(FaultCode.INTERNAL, "the client did not wait for the answer"));
            }
            bus.send(exchange);
        } catch (MessagingException | RuntimeException e) {
            LOG.debug("An exchange could not be ended.", e);
        }
    }

    /** Discards the unread part of the answer; thread-safe. */
    private static void discard(MessageExchange exchange) {
        discard(exchange.getMessage("out"));
        discard(exchange.getFault());
    }

    private static void discard(NormalizedMessage message) {
        if (message != null && message.getContent() instanceof HttpBody body) {
            body.discardFromAnyThread();
        }
    }
}
