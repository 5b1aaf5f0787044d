package org.esbmt.http.bc.internal.endpoint;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.jbi.JBIException;
import javax.jbi.servicedesc.ServiceEndpoint;
import org.esbmt.http.bc.internal.soap.WsdlAddress;
import org.esbmt.http.bc.internal.soap.WsdlPolicy;
import org.esbmt.http.bc.internal.unit.ConsumerDefinition;
import org.esbmt.http.bc.internal.unit.HttpEndpointDefinition;
import org.esbmt.http.bc.internal.unit.ProviderDefinition;
import org.esbmt.http.bc.internal.unit.SecurityPolicyWriter;
import org.esbmt.http.bc.internal.unit.TenantPath;
import org.esbmt.jbi.container.api.LogAllowance;
import org.esbmt.jbi.container.api.Owner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An initialized service unit with its open endpoints. Threads: the deployer's, one operation on a unit after the
 * other.
 */
final class HttpUnit {
    private static final Logger LOG = LoggerFactory.getLogger(HttpUnit.class);
    /** The time for the faults of requests that are ended at the deadline. */
    private static final Duration LAST = Duration.ofSeconds(2);

    private final String name;
    private final Path root;
    private final Owner owner;
    private final List<HttpEndpointDefinition> definitions;
    private final Engine engine;
    private final Map<ServiceEndpoint, ProviderEndpoint> providers = new LinkedHashMap<>();
    private final List<ConsumerEndpoint> consumers = new ArrayList<>();
    private final LogAllowance failureLines = new LogAllowance();

    HttpUnit(String name, Path root, Owner owner, List<HttpEndpointDefinition> definitions, Engine engine) {
        this.name = name;
        this.root = root;
        this.owner = owner;
        this.definitions = definitions;
        this.engine = engine;
    }

    Set<ServiceEndpoint> endpoints() {
        return Set.copyOf(providers.keySet());
    }

    List<ConsumerEndpoint> consumers() {
        return List.copyOf(consumers);
    }

    /** Opens all of the unit's providers, those with new names first, or none of them. */
    void openProviders(Set<ServiceEndpoint> givingWay) throws JBIException {
        List<ProviderDefinition> successors = new ArrayList<>();
        try {
            for (HttpEndpointDefinition definition : definitions) {
                if (definition instanceof ProviderDefinition provider) {
                    if (engine.isOneOf(givingWay, owner, provider)) {
                        successors.add(provider);
                    } else {
                        open(provider, givingWay);
                    }
                }
            }
            for (ProviderDefinition provider : successors) {
                open(provider, givingWay);
            }
        } catch (JBIException | RuntimeException e) {
            closeProviders();
            throw e;
        }
    }

    private void open(ProviderDefinition definition, Set<ServiceEndpoint> givingWay) throws JBIException {
        ProviderEndpoint endpoint = engine.provider(owner, definition);
        try {
            providers.put(engine.activate(owner, endpoint, givingWay), endpoint);
            engine.tolerant().opened(endpoint, definition, owner);
        } catch (JBIException | RuntimeException e) {
            engine.release(endpoint);
            throw e;
        }
    }

    /** Opens all of the unit's consumers, those at new addresses first, or none of them. */
    void openConsumers(List<ConsumerEndpoint> givingWay) throws IOException {
        List<ConsumerEndpoint> opening = new ArrayList<>();
        for (HttpEndpointDefinition definition : definitions) {
            if (definition instanceof ConsumerDefinition consumer) {
                opening.add(consumer(consumer));
            }
        }
        engine.ports().open(opening, givingWay);
        engine.meters().opened(opening);
        engine.tolerant().opened(opening);
        consumers.addAll(opening);
    }

    private ConsumerEndpoint consumer(ConsumerDefinition definition) throws IOException {
        boolean tenant = owner.tenant().isPresent();
        String path = tenant
                ? TenantPath.of(owner.tenant().get(), definition)
                : plainPath(definition.location().orElseThrow());
        String url = tenant
                ? engine.urls().plain() + path
                : definition.location().orElseThrow().toString();
        String urlOverTls = tenant ? engine.urls().tls() + path : url;
        byte[] wsdl = wsdl(definition, url);
        return new ConsumerEndpoint(
                definition,
                engine.bus(),
                owner,
                path,
                wsdl,
                urlOverTls.equals(url) ? wsdl : wsdl(definition, urlOverTls),
                engine.limits().withMessageBytes(definition.maxMessageBytes()),
                failureLines,
                engine.meters().of(owner, definition, path));
    }

    /** The WSDL for clients, with the endpoint's address and policy; null if there is none. */
    private byte[] wsdl(ConsumerDefinition definition, String url) throws IOException {
        if (definition.wsdl().isEmpty()) {
            return null;
        }
        byte[] wsdl = WsdlAddress.replaced(
                Files.readAllBytes(root.resolve(definition.wsdl().get())), url);
        return SecurityPolicyWriter.of(definition.senders())
                .map(policies -> WsdlPolicy.added(wsdl, policies))
                .orElse(wsdl);
    }

    private static String plainPath(URI location) {
        String path = location.getRawPath();
        return path == null || path.isEmpty() ? "/" : path;
    }

    /** Accepts no new requests; returns when the others are answered, at the deadline with a fault. */
    void closeConsumers() {
        if (consumers.isEmpty()) {
            return;
        }
        engine.ports().close(consumers);
        long until = System.nanoTime() + engine.drain().left().toNanos();
        Set<ConsumerEndpoint> late = new HashSet<>();
        for (ConsumerEndpoint consumer : consumers) {
            consumer.requests().close();
        }
        for (ConsumerEndpoint consumer : consumers) {
            if (!consumer.requests().awaitEmpty(left(until))) {
                late.add(consumer);
            }
        }
        long requests = 0;
        for (ConsumerEndpoint consumer : late) {
            requests += consumer.requests().count();
            consumer.endRequests();
        }
        if (!late.isEmpty()) {
            LOG.warn("The unit {} is closed, {} of its requests had no answer in time.", name, requests);
            long last = System.nanoTime() + (engine.drain().isLast() ? 0 : LAST.toNanos());
            late.forEach(consumer -> consumer.requests().awaitEmpty(left(last)));
        }
        engine.meters().closed(consumers);
        engine.tolerant().closed(consumers);
        consumers.clear();
    }

    /** Accepts no new exchanges; returns when the others or their time are over. */
    void closeProviders() {
        long until = System.nanoTime() + engine.drain().left().toNanos();
        List<ServiceEndpoint> lastFirst = new ArrayList<>(providers.keySet());
        Collections.reverse(lastFirst);
        for (ServiceEndpoint activated : lastFirst) {
            if (!engine.close(activated, left(until))) {
                LOG.warn("The endpoint {} of the unit {} is closed before its exchanges are over.", activated, name);
            }
            ProviderEndpoint endpoint = providers.remove(activated);
            engine.tolerant().closed(endpoint);
            engine.release(endpoint);
        }
    }

    private static Duration left(long until) {
        return Duration.ofNanos(Math.max(0, until - System.nanoTime()));
    }
}
