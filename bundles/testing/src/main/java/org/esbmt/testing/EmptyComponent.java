package org.esbmt.testing;

import javax.jbi.JBIException;
import javax.jbi.component.Component;
import javax.jbi.component.ComponentContext;
import javax.jbi.component.ComponentLifeCycle;
import javax.jbi.component.ServiceUnitManager;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.management.ObjectName;
import org.w3c.dom.Document;
import org.w3c.dom.DocumentFragment;

/**
 * A JBI component that keeps its context and does nothing. It has no service units, descriptions and references, and
 * accepts every exchange. A test overrides the methods it needs.
 *
 * @param <C> the contexts of the container under test
 */
public class EmptyComponent<C extends ComponentContext> implements Component, ComponentLifeCycle {
    private C context;

    /** The context from the container; null before {@link #init}. */
    public final C context() {
        return context;
    }

    @Override
    @SuppressWarnings("unchecked") // the container under test makes these
    public void init(ComponentContext given) throws JBIException {
        context = (C) given;
    }

    @Override
    public void start() throws JBIException {}

    @Override
    public void stop() throws JBIException {}

    @Override
    public void shutDown() throws JBIException {}

    @Override
    public ObjectName getExtensionMBeanName() {
        return null;
    }

    @Override
    public ComponentLifeCycle getLifeCycle() {
        return this;
    }

    @Override
    public ServiceUnitManager getServiceUnitManager() {
        return null;
    }

    @Override
    public Document getServiceDescription(ServiceEndpoint endpoint) {
        return null;
    }

    @Override
    public boolean isExchangeWithConsumerOkay(ServiceEndpoint endpoint, MessageExchange exchange) {
        return true;
    }

    @Override
    public boolean isExchangeWithProviderOkay(ServiceEndpoint endpoint, MessageExchange exchange) {
        return true;
    }

    @Override
    public ServiceEndpoint resolveEndpointReference(DocumentFragment reference) {
        return null;
    }
}
