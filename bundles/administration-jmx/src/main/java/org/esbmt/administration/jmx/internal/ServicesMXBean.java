package org.esbmt.administration.jmx.internal;

/**
 * Registered services of tenants, and what is and was deployed, for JMX clients. Takes, gives and refuses as
 * {@link AdministrationMXBean}.
 */
public interface ServicesMXBean {

    /** The name it is registered under. */
    String OBJECT_NAME = "org.esbmt:type=Services";

    @Described("Registers a service.")
    ServiceData registerService(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "service", value = "{namespace}local, or local alone") String service,
            @Described(name = "version", value = "the service's version") String version,
            @Described(name = "wsdl", value = "the bytes of the WSDL, at most 1 MiB; empty: none") byte[] wsdl,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation);

    @Described("Replaces a service's WSDL; its policies stay.")
    ServiceData updateService(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "service", value = "{namespace}local, or local alone") String service,
            @Described(name = "version", value = "the service's version") String version,
            @Described(name = "wsdl", value = "the bytes of the WSDL, at most 1 MiB; empty: none") byte[] wsdl,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Removes a service with its policies.")
    void unregisterService(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "service", value = "{namespace}local, or local alone") String service,
            @Described(name = "version", value = "the service's version") String version,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Attaches a policy, or replaces the one of that name.")
    ServiceData attachPolicy(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "service", value = "{namespace}local, or local alone") String service,
            @Described(name = "version", value = "the service's version") String version,
            @Described(name = "policy", value = "the policy's name") String policy,
            @Described(name = "document", value = "the bytes of the WS-Policy document, at most 1 MiB") byte[] document,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Takes a policy off.")
    ServiceData detachPolicy(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "service", value = "{namespace}local, or local alone") String service,
            @Described(name = "version", value = "the service's version") String version,
            @Described(name = "policy", value = "the policy's name") String policy,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Services by name, page by page.")
    ServicePage findServices(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "namespace", value = "only of this one; empty: every namespace") String namespace,
            @Described(name = "nameContains", value = "any part of the local name; empty: every name")
                    String nameContains,
            @Described(name = "offset", value = "entries to leave out, from 0") int offset,
            @Described(name = "limit", value = "entries to return at the most, 1 to 1000") int limit);

    @Described("The bytes of a service's WSDL.")
    byte[] wsdl(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "service", value = "{namespace}local, or local alone") String service,
            @Described(name = "version", value = "the service's version") String version);

    @Described("The bytes of a policy.")
    byte[] policy(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "service", value = "{namespace}local, or local alone") String service,
            @Described(name = "version", value = "the service's version") String version,
            @Described(name = "policy", value = "the policy's name") String policy);

    @Described("The endpoints of what is deployed, page by page.")
    EndpointPage listEndpoints(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "offset", value = "entries to leave out, from 0") int offset,
            @Described(name = "limit", value = "entries to return at the most, 1 to 1000") int limit);

    @Described("When which version of an assembly was deployed, the newest first.")
    PeriodPage assemblyHistory(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "assembly", value = "the assembly's name") String assembly,
            @Described(name = "offset", value = "entries to leave out, from 0") int offset,
            @Described(name = "limit", value = "entries to return at the most, 1 to 1000") int limit);

    @Described("What was deployed at a moment, by name.")
    PeriodPage listDeployments(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "at", value = "the moment in ISO 8601, UTC; empty: now") String at,
            @Described(name = "offset", value = "entries to leave out, from 0") int offset,
            @Described(name = "limit", value = "entries to return at the most, 1 to 1000") int limit);
}
