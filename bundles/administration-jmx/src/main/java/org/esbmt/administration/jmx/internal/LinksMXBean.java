package org.esbmt.administration.jmx.internal;

/**
 * Links across the tenant boundary, for JMX clients; texts only. Failures as those of {@link AdministrationMXBean}. A link is
 * there or not, so it has no revision.
 */
public interface LinksMXBean {

    /** The name it is registered under. */
    String OBJECT_NAME = "org.esbmt:type=Links";

    @Described(
            "Links, page by page: 'tenant <identifier> to plain <service> <endpoint>', or 'component <name> to tenant ...'.")
    LinkPage listLinks(
            @Described(name = "offset", value = "entries to leave out, from 0") int offset,
            @Described(name = "limit", value = "entries to return at the most, 1 to 1000") int limit);

    @Described("Lets a tenant reach a plain endpoint.")
    void linkToPlain(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "service", value = "{namespace}local, as the author of the unit wrote it") String service,
            @Described(name = "endpoint", value = "the endpoint's name") String endpoint,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation);

    @Described("Takes from a tenant that it reaches a plain endpoint.")
    void unlinkFromPlain(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "service", value = "{namespace}local, as the author of the unit wrote it") String service,
            @Described(name = "endpoint", value = "the endpoint's name") String endpoint,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation);

    @Described("Lets a plain component reach an endpoint of a tenant.")
    void linkToTenant(
            @Described(name = "component", value = "the plain component's name") String component,
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "service", value = "{namespace}local, as the author of the unit wrote it") String service,
            @Described(name = "endpoint", value = "the endpoint's name") String endpoint,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation);

    @Described("Takes from a plain component that it reaches an endpoint of a tenant.")
    void unlinkFromTenant(
            @Described(name = "component", value = "the plain component's name") String component,
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "service", value = "{namespace}local, as the author of the unit wrote it") String service,
            @Described(name = "endpoint", value = "the endpoint's name") String endpoint,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation);
}
