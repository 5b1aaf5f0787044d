package org.esbmt.administration.rest.internal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.rest.RestAnswer;
import org.esbmt.administration.rest.RestApi;
import org.esbmt.administration.rest.RestRequest;
import org.esbmt.administration.rest.internal.call.CatalogueRestApi;
import org.esbmt.administration.rest.internal.document.OpenApi;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.util.tracker.ServiceTracker;

/**
 * The REST API over the services that this node has now. A part without its service is UNAVAILABLE, and the others work: those about
 * transactions without a registry, all but components without a deployer.
 */
@Component(service = RestApi.class)
public final class RegisteredRestApi implements RestApi {
    private final List<Tracked<?>> tracked = new ArrayList<>();
    private final RestApi api = new CatalogueRestApi(OpenApi.bytes(), this::services);

    @Activate
    public RegisteredRestApi(BundleContext context) {
        Set<Class<?>> types = Catalogue.entries().stream().map(Entry::service).collect(Collectors.toSet());
        types.add(OperationAdministration.class);
        types.forEach(type -> tracked.add(Tracked.open(context, type)));
    }

    /** The service of one type. */
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

    private Services services() {
        Services services = new Services();
        tracked.forEach(one -> one.addTo(services));
        return services;
    }

    @Override
    public RestAnswer answer(RestRequest request) throws IOException {
        return api.answer(request);
    }

    @Deactivate
    void close() {
        tracked.forEach(one -> one.tracker().close());
    }
}
