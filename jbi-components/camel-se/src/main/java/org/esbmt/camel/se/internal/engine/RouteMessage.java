package org.esbmt.camel.se.internal.engine;

import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Message;
import org.apache.camel.support.DefaultMessage;

/**
 * A message that came from the bus. The headers of its protocol become Camel's when a step first uses one; otherwise
 * they pass unchanged.
 */
final class RouteMessage extends DefaultMessage {
    /** Of more headers, Camel's map is made at the first read: otherwise each read would take as long as there are headers. */
    private static final int FEW = 16;

    private final Map<?, ?> protocolHeaders;
    private final Integer status;

    /** @param status the status of the protocol, or null */
    RouteMessage(CamelContext context, Map<?, ?> protocolHeaders, Integer status) {
        super(context);
        this.protocolHeaders = protocolHeaders;
        this.status = status;
    }

    /** The original headers, without the changes of steps. */
    Map<?, ?> protocolHeaders() {
        return protocolHeaders;
    }

    Integer status() {
        return status;
    }

    /** Returns true if a step has read the headers, or changed them. */
    boolean hasOwnHeaders() {
        return hasPopulatedHeaders();
    }

    /** Reads one of few headers without making Camel's map of all, as long as no step has changed them. */
    @Override
    public Object getHeader(String name) {
        if (hasPopulatedHeaders() || protocolHeaders.size() > FEW) {
            return super.getHeader(name);
        }
        Object found = null;
        for (Map.Entry<?, ?> header : protocolHeaders.entrySet()) {
            if (header.getKey() instanceof String key
                    && header.getValue() instanceof String
                    && key.equalsIgnoreCase(name)) {
                found = header.getValue(); // the last one, as in Camel's map
            }
        }
        return found;
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
