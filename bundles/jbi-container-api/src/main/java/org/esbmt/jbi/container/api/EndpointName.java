package org.esbmt.jbi.container.api;

import java.util.Optional;
import javax.jbi.servicedesc.ServiceEndpoint;

/**
 * The name of an endpoint in the world of one owner, for a component that looks it up with each message. It remembers
 * its endpoint until an endpoint is activated or closed anywhere in the container. Threads: any.
 */
@FunctionalInterface
public interface EndpointName {

    /** The endpoint, as by {@link TenantComponentContext#findEndpoint}. */
    Optional<ServiceEndpoint> find();
}
