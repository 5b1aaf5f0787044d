package org.esbmt.camel.se.internal.engine;

import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Message;
import org.apache.camel.support.DefaultMessage;

/**
 * A message that came from the bus. The headers of its protocol become Camel's when a step first asks for one; if none
 * does, they go on as they came.
 */
final class RouteMessage extends DefaultMessage {
    private final Map<?, ?> protocolHeaders;
    private final Integer status;

    /** @param status of the protocol, or null */
    RouteMessage(CamelContext context, Map<?, ?> protocolHeaders, Integer status) {
        super(context);
        this.protocolHeaders = protocolHeaders;
        this.status = status;
    }

    /** The headers as they came, without the changes of steps. */
    Map<?, ?> protocolHeaders() {
        return protocolHeaders;
    }

    Integer status() {
        return status;
    }

    /** Whether a step has looked at the headers, or changed them. */
    boolean hasOwnHeaders() {
        return hasPopulatedHeaders();
    }

    @Override
    public DefaultMessage newInstance() {
        return new RouteMessage(getCamelContext(), protocolHeaders, status);
    }

    @Override
    public void copyFrom(Message that) {
        if (that instanceof RouteMessage other && !other.hasOwnHeaders() && other.protocolHeaders == protocolHeaders) {
            setBody(other.getBody());
        } else {
            super.copyFrom(that);
        }
    }

    @Override
    protected boolean isPopulateHeadersSupported() {
        return true;
    }

    @Override
    protected void populateInitialHeaders(Map<String, Object> headers) {
        for (Map.Entry<?, ?> header : protocolHeaders.entrySet()) {
            if (header.getKey() instanceof String name && header.getValue() instanceof String value) {
                headers.put(name, value);
            }
        }
    }
}
