package org.esbmt.jbi.container.internal;

import org.esbmt.tenancy.api.TenantNames;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration {@code etc/org.esbmt.jbi.container.cfg}. */
@ObjectClassDefinition(
        id = ContainerConfiguration.PID,
        name = "ESB-MT JBI container",
        description = "A change restarts the container, with all its components.")
public @interface ContainerConfiguration {
    String PID = "org.esbmt.jbi.container";

    @AttributeDefinition(
            name = "Tenant namespace prefix",
            description = "What the namespaces of tenants' services on the bus start with; ends with '/' or ':'.")
    String tenant_namespace_prefix() default TenantNames.DEFAULT_PREFIX;

    @AttributeDefinition(
            name = "Queue capacity per tenant",
            description = "How many requests of one tenant may wait for a component that does not take them inline;"
                    + " more are refused. 1 or more.")
    int queue_capacity_per_tenant() default 256;

    @AttributeDefinition(
            name = "Inline depth",
            description = "How many inline deliveries may be on one thread's stack; more wait until it is unwound."
                    + " 1 or more.")
    int inline_depth() default 32;

    @AttributeDefinition(
            name = "Memory of messages",
            description = "How many bytes messages of all tenants together may hold in memory; more are refused."
                    + " 0 is a third of the heap.")
    long messages_memory_bytes() default 0;
}
