package org.esbmt.administration.rest.internal;

import java.io.IOException;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.catalogue.RegisteredServices;
import org.esbmt.administration.rest.RestAnswer;
import org.esbmt.administration.rest.RestApi;
import org.esbmt.administration.rest.RestRequest;
import org.esbmt.administration.rest.internal.call.CatalogueRestApi;
import org.esbmt.administration.rest.internal.document.OpenApi;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/**
 * The REST API over the services that this node has now. A part without its service is UNAVAILABLE, and the others work: those about
 * transactions without a registry, all but components without a deployer.
 */
@Component(service = RestApi.class)
public final class RegisteredRestApi implements RestApi {
    private final RegisteredServices services;
    private final RestApi api;

    @Activate
    public RegisteredRestApi(BundleContext context) {
        services = new RegisteredServices(context, OperationAdministration.class);
        api = new CatalogueRestApi(OpenApi.bytes(), services::now);
    }

    @Override
    public RestAnswer answer(RestRequest request) throws IOException {
        return api.answer(request);
    }

    @Deactivate
    void close() {
        services.close();
    }
}
