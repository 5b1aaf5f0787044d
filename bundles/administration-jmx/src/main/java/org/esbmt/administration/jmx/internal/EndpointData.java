package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.ServiceAdministration.EndpointView;

/** An endpoint of a deployed assembly as an open type; its getters are its items. */
public final class EndpointData {
    private final EndpointView endpoint;

    EndpointData(EndpointView endpoint) {
        this.endpoint = requireNonNull(endpoint, "endpoint");
    }

    public String getAssembly() {
        return endpoint.assembly();
    }

    public String getUnit() {
        return endpoint.unit();
    }

    public String getComponent() {
        return endpoint.component();
    }

    public String getDirection() {
        return endpoint.direction();
    }

    public String getService() {
        return endpoint.service().toString();
    }

    public String getBusService() {
        return endpoint.busService().toString();
    }

    public String getEndpoint() {
        return endpoint.endpoint();
    }

    public String getPath() {
        return endpoint.path().orElse("");
    }
}
