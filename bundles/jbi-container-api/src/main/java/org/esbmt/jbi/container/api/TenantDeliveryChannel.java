package org.esbmt.jbi.container.api;

import javax.jbi.messaging.DeliveryChannel;
import org.osgi.annotation.versioning.ProviderType;

/** The delivery channel of every component in this container. */
@ProviderType
public interface TenantDeliveryChannel extends DeliveryChannel {

    /**
     * Requests inline dispatch from now on: {@code accept} returns no exchanges any more. Called once, in the
     * component's {@code init}, before it activates endpoints.
     *
     * @throws IllegalStateException if there is a listener already
     */
    void setExchangeListener(ExchangeListener listener);
}
