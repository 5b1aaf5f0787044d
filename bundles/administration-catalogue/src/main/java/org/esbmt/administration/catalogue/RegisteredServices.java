package org.esbmt.administration.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;
import org.osgi.util.tracker.ServiceTracker;

/** The services of administration that this node has registered, as they come and go. Usable on any thread. */
public final class RegisteredServices implements AutoCloseable {
    private final List<Tracked<?>> tracked = new ArrayList<>();

    private record Tracked<S>(Class<S> type, ServiceTracker<S, S> tracker) {
        static <S> Tracked<S> open(BundleContext context, Class<S> type) {
            ServiceTracker<S, S> tracker = new ServiceTracker<>(context, type, null);
            tracker.open();
            return new Tracked<>(type, tracker);
        }

        void addTo(Services services) {
            S service = tracker.getService();
            if (service != null) {
                services.with(type, service);
            }
        }
    }

    /**
     * Begins to track the services of all entries.
     *
     * @param context of the adapter's bundle
     * @param more further types of services
     */
    public RegisteredServices(BundleContext context, Class<?>... more) {
        Set<Class<?>> types = Stream.concat(Catalogue.entries().stream().map(Entry::service), Stream.of(more))
                .collect(Collectors.toSet());
        types.forEach(type -> tracked.add(Tracked.open(context, type)));
    }

    /** The services of now. A type without a service is left out. */
    public Services now() {
        Services services = new Services();
        tracked.forEach(one -> one.addTo(services));
        return services;
    }

    @Override
    public void close() {
        tracked.forEach(one -> one.tracker().close());
    }
}
