package org.esbmt.jbi.container.api;

import javax.jbi.messaging.DeliveryChannel;
import org.osgi.annotation.versioning.ProviderType;

/** The delivery channel that this container gives to every component. */
@ProviderType
public interface TenantDeliveryChannel extends DeliveryChannel {

    /**
     * Asks for inline dispatch from now on: {@code accept} has nothing to return any more. To be called once, in the
     * component's {@code init}, before it activates endpoints.
     *
     * @throws IllegalStateException if there is a listener already
     */
    void setExchangeListener(ExchangeListener listener);
}
