package org.esbmt.jbi.container.internal.component;

import java.net.URI;
import javax.jbi.messaging.InOnly;
import javax.jbi.messaging.InOptionalOut;
import javax.jbi.messaging.InOut;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessageExchangeFactory;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.RobustInOnly;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.namespace.QName;
import org.apache.servicemix.jbi.runtime.impl.MessageExchangeImpl;
import org.apache.servicemix.nmr.api.Pattern;
import org.esbmt.jbi.container.internal.nmr.TenantExchange;

/**
 * Creates one component's exchanges. Sets only known properties: the stock factory puts three empty properties into
 * each exchange.
 */
final class ExchangeFactory implements MessageExchangeFactory {
    private final ComponentInbox creator;
    private final QName interfaceName;
    private final QName service;
    private final ServiceEndpoint endpoint;

    /** The last three are the defaults of the exchanges; each may be null. */
    ExchangeFactory(ComponentInbox creator, QName interfaceName, QName service, ServiceEndpoint endpoint) {
        this.creator = creator;
        this.interfaceName = interfaceName;
        this.service = service;
        this.endpoint = endpoint;
    }

    @Override
    public MessageExchange createExchange(URI pattern) throws MessagingException {
        Pattern known = Pattern.fromWsdlUri(String.valueOf(pattern));
        if (known == null) {
            throw new MessagingException("not a message exchange pattern of JBI: " + pattern);
        }
        return create(known);
    }

    /** Returns an in-optional-out exchange, like ServiceMix: only the service decides about an answer. */
    @Override
    public MessageExchange createExchange(QName serviceName, QName operationName) throws MessagingException {
        MessageExchange exchange = create(Pattern.InOptionalOut);
        exchange.setService(serviceName);
        exchange.setOperation(operationName);
        return exchange;
    }

    @Override
    public InOnly createInOnlyExchange() throws MessagingException {
        return (InOnly) create(Pattern.InOnly);
    }

    @Override
    public InOptionalOut createInOptionalOutExchange() throws MessagingException {
        return (InOptionalOut) create(Pattern.InOptionalOut);
    }

    @Override
    public InOut createInOutExchange() throws MessagingException {
        return (InOut) create(Pattern.InOut);
    }

    @Override
    public RobustInOnly createRobustInOnlyExchange() throws MessagingException {
        return (RobustInOnly) create(Pattern.RobustInOnly);
    }

    private MessageExchangeImpl create(Pattern pattern) throws MessagingException {
        if (creator.isClosed()) {
            throw new MessagingException("the delivery channel of component " + creator.component() + " is closed");
        }
        MessageExchangeImpl exchange = new TenantExchange(pattern, creator).messageExchange();
        if (endpoint != null) {
            exchange.setEndpoint(endpoint);
        }
        if (service != null) {
            exchange.setService(service);
        }
        if (interfaceName != null) {
            exchange.setInterfaceName(interfaceName);
        }
        return exchange;
    }
}
