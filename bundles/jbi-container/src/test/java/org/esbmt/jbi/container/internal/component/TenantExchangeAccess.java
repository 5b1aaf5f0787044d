package org.esbmt.jbi.container.internal.component;

import javax.jbi.messaging.MessageExchange;
import org.apache.servicemix.jbi.runtime.impl.MessageExchangeImpl;
import org.apache.servicemix.nmr.api.internal.InternalExchange;

/** How a component gets hold of the router's side of an exchange: by ServiceMix's public classes. */
final class TenantExchangeAccess {
    private TenantExchangeAccess() {}

    static InternalExchange internal(MessageExchange exchange) {
        return (InternalExchange) ((MessageExchangeImpl) exchange).getInternalExchange();
    }
}
