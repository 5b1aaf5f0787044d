package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/** Queries about the exceptions from the tenant boundary. Threads as those of {@link TenantAdministration}. */
@ProviderType
public interface LinkAdministration {

    /** Lists the links of this node, in a stable order. */
    Page<LinkView> links(Administrator by, PageRequest page) throws AdministrationException;

    /**
     * A link.
     *
     * @param component the caller of the tenant's endpoint; empty if the tenant is the caller of a plain endpoint
     * @param service the name of the endpoint's service, as the author of its unit wrote it
     */
    record LinkView(Optional<String> component, TenantId tenant, QName service, String endpoint) {
        public LinkView {
            requireNonNull(component, "component");
            requireNonNull(tenant, "tenant");
            requireNonNull(service, "service");
            requireNonNull(endpoint, "endpoint");
        }
    }
}
