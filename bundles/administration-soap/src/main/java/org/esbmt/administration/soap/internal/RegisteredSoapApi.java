package org.esbmt.administration.soap.internal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.esbmt.administration.api.LoginNames;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.http.api.Access;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.HttpResource;
import org.esbmt.administration.http.api.PasswordLogin;
import org.esbmt.administration.http.api.Refusal;
import org.esbmt.administration.soap.internal.credential.SenderAuthentication;
import org.esbmt.administration.soap.internal.http.SoapApi;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.Response;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.util.tracker.ServiceTracker;

/**
 * The SOAP API over the services that this node has now. A part without its service is UNAVAILABLE, and the others work.
 */
@Component(service = HttpResource.class)
public final class RegisteredSoapApi implements HttpResource {
    private final List<Tracked<?>> tracked = new ArrayList<>();
    private final SoapApi api;

    @Activate
    public RegisteredSoapApi(BundleContext context, @Reference PasswordLogin passwords, @Reference LoginNames logins) {
        Set<Class<?>> types = Catalogue.entries().stream().map(Entry::service).collect(Collectors.toSet());
        types.forEach(type -> tracked.add(Tracked.open(context, type)));
        api = new SoapApi(new SenderAuthentication(passwords, logins), this::services);
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
    public String path() {
        return api.path();
    }

    @Override
    public String way() {
        return api.way();
    }

    @Override
    public Access access() {
        return api.access();
    }

    @Override
    public BodyNeed body(RequestHead head, String pathBelow) {
        return api.body(head, pathBelow);
    }

    @Override
    public Response handle(Exchange exchange) throws IOException {
        return api.handle(exchange);
    }

    @Override
    public Response refused(Refusal refusal, RequestHead head) {
        return api.refused(refusal, head);
    }

    @Deactivate
    void close() {
        api.close();
        tracked.forEach(one -> one.tracker().close());
    }
}
