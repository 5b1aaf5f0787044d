package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.LinkAdministration.LinkView;

/** Changes of the exceptions from the tenant boundary, each for one endpoint and one caller. */
public sealed interface LinkCommand<R> extends BatchableCommand<R> {
    /**
     * Lets the caller reach the endpoint from now on.
     *
     * @param component the caller of the tenant's endpoint; empty if the tenant is the caller of a plain endpoint
     */
    record CreateLink(TenantRef tenant, Optional<String> component, QName service, String endpoint)
            implements LinkCommand<Done> {
        public CreateLink {
            requireNonNull(tenant, "tenant");
            requireNonNull(component, "component");
            requireNonNull(service, "service");
            requireNonNull(endpoint, "endpoint");
        }

        public CreateLink(LinkView link) {
            this(TenantRef.of(link.tenant()), link.component(), link.service(), link.endpoint());
        }

        @Override
        public boolean hasRevision() {
            return false;
        }
    }

    /**
     * Ends the caller's access to the endpoint.
     *
     * @param component the caller of the tenant's endpoint; empty if the tenant is the caller of a plain endpoint
     */
    record RemoveLink(TenantRef tenant, Optional<String> component, QName service, String endpoint)
            implements LinkCommand<Done> {
        public RemoveLink {
            requireNonNull(tenant, "tenant");
            requireNonNull(component, "component");
            requireNonNull(service, "service");
            requireNonNull(endpoint, "endpoint");
        }

        public RemoveLink(LinkView link) {
            this(TenantRef.of(link.tenant()), link.component(), link.service(), link.endpoint());
        }

        @Override
        public boolean hasRevision() {
            return false;
        }
    }
}
