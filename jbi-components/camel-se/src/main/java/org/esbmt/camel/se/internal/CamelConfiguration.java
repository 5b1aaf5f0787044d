package org.esbmt.camel.se.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Configuration of the Camel service engine, PID {@code org.esbmt.camel.se}; {@code org.esbmt.camel.se.cfg} explains each key. */
@ObjectClassDefinition(name = "ESB-MT Camel service engine")
public @interface CamelConfiguration {
    @AttributeDefinition(description = "Bytes of a body that a step of a route looks at")
    int message_bytes() default 10_485_760;

    @AttributeDefinition(description = "Routes that a message comes through on its way over the bus")
    int hops_max() default 32;

    @AttributeDefinition(description = "Seconds that a route waits for a provider")
    int exchange_timeout_seconds() default 60;

    @AttributeDefinition(description = "Seconds that a unit that is stopped waits for its exchanges")
    int drain_timeout_seconds() default 30;

    @AttributeDefinition(description = "Threads of all tenants together; 0 for two a core")
    int threads() default 0;

    @AttributeDefinition(description = "Work of one tenant that may wait for a thread")
    int tenant_queue() default 1000;

    @AttributeDefinition(description = "Work of one tenant that may wait for its time")
    int tenant_waiting() default 10_000;
}
