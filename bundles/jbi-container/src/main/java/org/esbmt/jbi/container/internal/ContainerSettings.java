package org.esbmt.jbi.container.internal;

import org.esbmt.jbi.container.api.MessageMemory;
import org.esbmt.tenancy.api.TenantNames;

/** The checked values of {@link ContainerConfiguration}. */
record ContainerSettings(TenantNames names, int queueCapacity, int inlineDepth, MessageMemory memory) {

    /** @throws IllegalArgumentException with the key, its value and the rule */
    static ContainerSettings of(ContainerConfiguration configuration) {
        return new ContainerSettings(
                names(configuration.tenant_namespace_prefix()),
                atLeastOne("queue.capacity.per.tenant", configuration.queue_capacity_per_tenant()),
                atLeastOne("inline.depth", configuration.inline_depth()),
                memory(configuration.messages_memory_bytes()));
    }

    private static TenantNames names(String prefix) {
        try {
            return new TenantNames(prefix);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("tenant.namespace.prefix: " + e.getMessage(), e);
        }
    }

    private static MessageMemory memory(long bytes) {
        return bytes == 0 ? MessageMemory.ofHeap() : new MessageMemory(bytes);
    }

    private static int atLeastOne(String key, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(key + " must be 1 or more, but is " + value);
        }
        return value;
    }
}
