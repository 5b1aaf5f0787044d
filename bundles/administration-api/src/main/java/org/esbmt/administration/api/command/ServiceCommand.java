package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.ServiceAdministration.ServiceView;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.tenancy.api.TenantId;

/**
 * Changes of the services that a tenant describes to its users. Nodes do not follow these changes, since the assemblies define the
 * behaviour of a service. Documents are well-formed XML in UTF-8 without a document type, of at most
 * {@value ServiceAdministration#MAX_DOCUMENT_BYTES} bytes. Services count in REGISTERED_SERVICES, their documents in REGISTRY_BYTES.
 */
public sealed interface ServiceCommand<R> extends BatchableCommand<R> {
    /**
     * Registers a service. CONFLICT if its name and version are taken; INVALID if the document is not WSDL.
     *
     * @param wsdl WSDL 1.1 or 2.0; empty for a service without one
     */
    record RegisterService(TenantRef tenant, ServiceId service, Optional<Content> wsdl)
            implements ServiceCommand<ServiceView> {
        public RegisterService {
            requireNonNull(tenant, "tenant");
            requireNonNull(service, "service");
            requireNonNull(wsdl, "wsdl");
        }

        public RegisterService(TenantId tenant, ServiceId service, Optional<Content> wsdl) {
            this(TenantRef.of(tenant), service, wsdl);
        }

        @Override
        public boolean hasRevision() {
            return false;
        }
    }

    /** Replaces a service's WSDL; its policies stay. */
    record UpdateService(TenantRef tenant, ServiceId service, Optional<Content> wsdl)
            implements ServiceCommand<ServiceView> {
        public UpdateService {
            requireNonNull(tenant, "tenant");
            requireNonNull(service, "service");
            requireNonNull(wsdl, "wsdl");
        }

        public UpdateService(TenantId tenant, ServiceId service, Optional<Content> wsdl) {
            this(TenantRef.of(tenant), service, wsdl);
        }
    }

    /** Removes a service with its policies. */
    record UnregisterService(TenantRef tenant, ServiceId service) implements ServiceCommand<Done> {
        public UnregisterService {
            requireNonNull(tenant, "tenant");
            requireNonNull(service, "service");
        }

        public UnregisterService(TenantId tenant, ServiceId service) {
            this(TenantRef.of(tenant), service);
        }
    }

    /**
     * Attaches a policy, or replaces the one of that name.
     *
     * @param policy its name: 1 to 100 letters, digits, {@code _}, {@code .} and {@code -}
     * @param document of WS-Policy 1.5 or 1.2
     */
    record AttachPolicy(TenantRef tenant, ServiceId service, String policy, Content document)
            implements ServiceCommand<ServiceView> {
        public AttachPolicy {
            requireNonNull(tenant, "tenant");
            requireNonNull(service, "service");
            requireNonNull(policy, "policy");
            requireNonNull(document, "document");
        }

        public AttachPolicy(TenantId tenant, ServiceId service, String policy, Content document) {
            this(TenantRef.of(tenant), service, policy, document);
        }
    }

    /** Detaches a policy. NOT_FOUND without such a policy. */
    record DetachPolicy(TenantRef tenant, ServiceId service, String policy) implements ServiceCommand<ServiceView> {
        public DetachPolicy {
            requireNonNull(tenant, "tenant");
            requireNonNull(service, "service");
            requireNonNull(policy, "policy");
        }

        public DetachPolicy(TenantId tenant, ServiceId service, String policy) {
            this(TenantRef.of(tenant), service, policy);
        }
    }
}
