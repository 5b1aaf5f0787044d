package org.esbmt.transaction.atomikos.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeMap;
import org.esbmt.transaction.api.KnownResource;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.XaConnector;
import org.esbmt.transaction.api.XaParticipant;
import org.esbmt.transaction.api.XaResources;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The known resources, and the registered ones among them. Thread-safe. */
final class Registry implements XaResources {
    private static final Logger LOG = LoggerFactory.getLogger(Registry.class);

    private final NodeName node;
    private final KnownResources known;
    private final Runnable changed;
    private final TreeMap<ResourceName, RegisteredResource<?>> registered = new TreeMap<>();

    /** @param changed called after each registration and retirement; returns at once */
    Registry(NodeName node, KnownResources known, Runnable changed) {
        this.node = node;
        this.known = known;
        this.changed = changed;
    }

    @Override
    public String node() {
        return node.value();
    }

    @Override
    public <C> XaParticipant<C> register(ResourceName name, XaConnector<C> connector) {
        RegisteredResource<C> one = new RegisteredResource<>(name, connector, this);
        synchronized (this) {
            if (registered.containsKey(name)) {
                throw new IllegalStateException("a resource with the name " + name + " is registered already");
            }
            try {
                known.add(name);
            } catch (IOException e) {
                throw new UncheckedIOException("the name of the resource " + name + " could not be stored", e);
            }
            registered.put(name, one);
        }
        changed.run();
        return one;
    }

    synchronized void close(RegisteredResource<?> one) {
        registered.remove(one.name(), one);
    }

    synchronized boolean has(RegisteredResource<?> one) {
        return registered.get(one.name()) == one;
    }

    synchronized List<RegisteredResource<?>> registered() {
        return List.copyOf(registered.values());
    }

    synchronized boolean isKnown(ResourceName name) {
        return known.all().contains(name);
    }

    /** The resources that recovery waits for. */
    synchronized List<ResourceName> missing() {
        NavigableSet<ResourceName> missing = known.all();
        missing.removeAll(registered.keySet());
        return List.copyOf(missing);
    }

    synchronized List<KnownResource> all() {
        return known.all().stream()
                .map(name -> new KnownResource(name, registered.containsKey(name)))
                .toList();
    }

    /** See {@link org.esbmt.transaction.api.TransactionAdministration#retire}. */
    void retire(ResourceName name, String confirmation) {
        if (!confirmation.equals(name.value())) {
            throw new IllegalArgumentException("the name was to be confirmed with '" + name + "', not with '"
                    + confirmation + "': the resource is not retired");
        }
        synchronized (this) {
            if (!known.all().contains(name)) {
                throw new IllegalArgumentException("no resource with the name " + name + " is known");
            }
            if (registered.containsKey(name)) {
                throw new IllegalStateException("the resource " + name + " is registered now, so it cannot be retired");
            }
            try {
                known.remove(name);
            } catch (IOException e) {
                throw new UncheckedIOException("that the resource " + name + " is retired could not be stored", e);
            }
        }
        LOG.warn(
                "An administrator has retired the resource {}: recovery does not wait for it, and its prepared branches stay"
                        + " prepared.",
                name);
        changed.run();
    }
}
