package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.ServiceAdministration.ServiceView;

/** A registered service as an open type; its getters are its items. */
public final class ServiceData {
    private final ServiceView service;

    ServiceData(ServiceView service) {
        this.service = requireNonNull(service, "service");
    }

    public String getTenantId() {
        return service.tenant().toString();
    }

    public String getService() {
        return service.id().name().toString();
    }

    public String getVersion() {
        return service.id().version();
    }

    public String getWsdlDigest() {
        return service.wsdl().orElse("");
    }

    public String[] getPolicies() {
        return service.policies().toArray(String[]::new);
    }

    public String getChangedBy() {
        return service.by().toString();
    }

    public String getChangedAt() {
        return service.at().toString();
    }

    public long getRevision() {
        return service.revision();
    }
}
