package org.esbmt.jbi.container.internal.component;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.jbi.JBIException;
import javax.jbi.component.Component;
import org.esbmt.jbi.container.api.MessageMemory;
import org.esbmt.jbi.container.api.TenantBoundary;
import org.esbmt.jbi.container.internal.nmr.TenantNmr;
import org.esbmt.tenancy.api.TenantNames;

/** The router and its present components. */
public final class JbiEnvironment {
    private final TenantBoundary boundary;
    private final TenantNmr nmr;
    private final TenantNames names;
    private final Path folder;
    private final int requestsPerTenant;
    private final MessageMemory memory;
    private final InlineDispatch inline;
    private final EndpointLookup lookup;
    private final ExchangeRouting routing;
    private final ConcurrentMap<String, InstalledContext> contexts = new ConcurrentHashMap<>();

    /**
     * @param folder the parent of the components' folders
     * @param requestsPerTenant the largest number of waiting requests of one tenant for a component without an exchange
     * listener
     * @param inlineDepth the largest number of inline deliveries on one thread's stack
     */
    public JbiEnvironment(
            TenantBoundary boundary, TenantNames names, Path folder, int requestsPerTenant, int inlineDepth) {
        this(boundary, names, folder, requestsPerTenant, inlineDepth, MessageMemory.ofHeap());
    }

    /** The same with a bound on the memory of messages. */
    public JbiEnvironment(
            TenantBoundary boundary,
            TenantNames names,
            Path folder,
            int requestsPerTenant,
            int inlineDepth,
            MessageMemory memory) {
        this.memory = requireNonNull(memory, "memory");
        this.boundary = requireNonNull(boundary, "boundary");
        this.nmr = new TenantNmr(boundary);
        this.names = requireNonNull(names, "names");
        this.folder = requireNonNull(folder, "folder");
        this.requestsPerTenant = requestsPerTenant;
        this.inline = new InlineDispatch(inlineDepth);
        this.lookup = new EndpointLookup(nmr.getEndpointRegistry(), names);
        this.routing = new ExchangeRouting(nmr.getEndpointRegistry(), lookup);
        if (requestsPerTenant < 1) {
            throw new IllegalArgumentException(
                    "a component must have room for 1 request of a tenant or more, but has for " + requestsPerTenant);
        }
    }

    public TenantNmr nmr() {
        return nmr;
    }

    TenantBoundary boundary() {
        return boundary;
    }

    TenantNames names() {
        return names;
    }

    Path folder() {
        return folder;
    }

    MessageMemory memory() {
        return memory;
    }

    EndpointLookup lookup() {
        return lookup;
    }

    ExchangeRouting routing() {
        return routing;
    }

    ComponentInbox inbox(String component) {
        return new ComponentInbox(component, inline, requestsPerTenant);
    }

    /** Adds a component to the bus; its context leaves the bus by {@link #leave}. */
    InstalledContext join(String name, String type, Component component, Optional<Path> installRoot)
            throws JBIException {
        InstalledContext context = new InstalledContext(this, name, type, component, installRoot);
        contexts.put(name, context);
        return context;
    }

    void leave(InstalledContext context) {
        contexts.remove(context.getComponentName(), context);
        context.close();
    }

    Optional<InstalledContext> context(String component) {
        return Optional.ofNullable(contexts.get(component));
    }

    Collection<InstalledContext> contexts() {
        return contexts.values();
    }

    /** Called after the last component has left. */
    public void close() {
        nmr.shutdown();
    }
}
