package org.esbmt.jbi.container.internal.component;

import javax.jbi.messaging.MessageExchange;
import org.apache.servicemix.jbi.runtime.impl.MessageExchangeImpl;
import org.apache.servicemix.nmr.api.internal.InternalExchange;

/** Gives a component the router's side of an exchange, through ServiceMix's public classes. */
final class TenantExchangeAccess {
    private TenantExchangeAccess() {}

    static InternalExchange internal(MessageExchange exchange) {
        return (InternalExchange) ((MessageExchangeImpl) exchange).getInternalExchange();
    }
}
