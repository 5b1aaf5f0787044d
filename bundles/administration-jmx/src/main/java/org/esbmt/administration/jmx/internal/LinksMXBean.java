package org.esbmt.administration.jmx.internal;

/**
 * The mark of components and libraries, and links across the tenant boundary, for JMX clients; texts only. Failures as
 * those of {@link AdministrationMXBean}. Components are installed and started by {@link ComponentsMXBean}.
 */
public interface LinksMXBean {

    /** The name it is registered under. */
    String OBJECT_NAME = "org.esbmt:type=Links";

    /** {@code <component> <type> <state> <trusted or own>} each. */
    String[] listComponents();

    /** {@code <library> <version> trusted} each. */
    String[] listLibraries();

    /** Each as {@code tenant <identifier> to plain <service> <endpoint>} or the other way round. */
    String[] listLinks();

    /** Lets a tenant reach a plain endpoint; the service is {@code {namespace}name}. */
    void linkToPlain(String tenantId, String service, String endpoint);

    /** Takes that back. */
    void unlinkFromPlain(String tenantId, String service, String endpoint);

    /** Lets a plain component reach an endpoint of a tenant. */
    void linkToTenant(String component, String tenantId, String service, String endpoint);

    /** Takes that back. */
    void unlinkFromTenant(String component, String tenantId, String service, String endpoint);
}
