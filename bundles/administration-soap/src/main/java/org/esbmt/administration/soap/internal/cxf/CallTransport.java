package org.esbmt.administration.soap.internal.cxf;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;
import org.apache.cxf.Bus;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.AbstractDestination;
import org.apache.cxf.transport.AbstractTransportFactory;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.Destination;
import org.apache.cxf.transport.DestinationFactory;
import org.apache.cxf.ws.addressing.AttributedURIType;
import org.apache.cxf.ws.addressing.EndpointReferenceType;

/** Hands messages to CXF by a call: no servlet, no port and no thread of its own. */
final class CallTransport extends AbstractTransportFactory implements DestinationFactory {
    static final String ID = "urn:esbmt:call";

    /** The beginning of addresses. No transport of CXF has it. */
    static final String PREFIX = "esbmt:";

    private final Map<String, CallDestination> destinations = new ConcurrentHashMap<>();

    CallTransport() {
        super(List.of(ID));
    }

    @Override
    public Destination getDestination(EndpointInfo endpoint, Bus bus) {
        return destinations.computeIfAbsent(endpoint.getAddress(), address -> new CallDestination(bus, endpoint));
    }

    @Override
    public Set<String> getUriPrefixes() {
        return Set.of(PREFIX);
    }

    /** Passes a message to the endpoint of an address. Any thread that may block. */
    void pass(String address, Call call) {
        destinations.get(address).pass(call);
    }

    private static final class CallDestination extends AbstractDestination {
        private static final Logger LOG = Logger.getLogger(CallDestination.class.getName());

        CallDestination(Bus bus, EndpointInfo endpoint) {
            super(bus, reference(endpoint.getAddress()), endpoint);
        }

        private static EndpointReferenceType reference(String address) {
            AttributedURIType uri = new AttributedURIType();
            uri.setValue(address);
            EndpointReferenceType reference = new EndpointReferenceType();
            reference.setAddress(uri);
            return reference;
        }

        void pass(Call call) {
            ExchangeImpl exchange = new ExchangeImpl();
            exchange.setDestination(this);
            exchange.put(Call.class, call);
            MessageImpl in = new MessageImpl();
            in.setExchange(exchange);
            exchange.setInMessage(in);
            in.setDestination(this);
            in.setContent(InputStream.class, call.body());
            in.put(Message.CONTENT_TYPE, call.incoming().contentType());
            in.put(Message.HTTP_REQUEST_METHOD, "POST");
            in.put(Message.PROTOCOL_HEADERS, new HashMap<String, List<String>>());
            getMessageObserver().onMessage(in);
        }

        @Override
        protected Conduit getInbuiltBackChannel(Message in) {
            return new AbstractBackChannelConduit() {
                @Override
                public void prepare(Message out) {
                    out.setContent(OutputStream.class, Call.of(in).writes(out));
                }
            };
        }

        @Override
        protected Logger getLogger() {
            return LOG;
        }
    }
}
