package org.esbmt.administration.jmx.internal;

/**
 * Quotas and contingents for JMX clients; open types alone. Failures as those of {@link AdministrationMXBean}. A request
 * with an operation's identifier that is asked again has the outcome of the first time.
 */
public interface QuotasMXBean {

    /** The name it is registered under. */
    String OBJECT_NAME = "org.esbmt:type=Quotas";

    @Described("A tenant's quotas with what is used of them, by resource.")
    QuotaData[] listQuotas(@Described(name = "tenantId", value = "the tenant's identifier") String tenantId);

    @Described("Grants a tenant a quota; what it has already counts in it.")
    QuotaData grantQuota(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "resource", value = "SERVICE_ASSEMBLIES, USERS, MESSAGES, ...") String resource,
            @Described(name = "cluster", value = "a cluster's identifier; empty: all together") String cluster,
            @Described(name = "component", value = "a component's name; empty: all together") String component,
            @Described(name = "hard", value = "never more than this") long hard,
            @Described(name = "soft", value = "worth a warning when it is passed; -1: none") long soft,
            @Described(name = "burst", value = "what may come at once after a pause; -1: none") long burst,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation);

    @Described("Changes a quota; not below what is used of it or handed out.")
    QuotaData changeQuota(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "resource", value = "SERVICE_ASSEMBLIES, USERS, MESSAGES, ...") String resource,
            @Described(name = "cluster", value = "a cluster's identifier; empty: all together") String cluster,
            @Described(name = "component", value = "a component's name; empty: all together") String component,
            @Described(name = "hard", value = "never more than this") long hard,
            @Described(name = "soft", value = "worth a warning when it is passed; -1: none") long soft,
            @Described(name = "burst", value = "what may come at once after a pause; -1: none") long burst,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Takes a quota back of which nothing is used or handed out.")
    void revokeQuota(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "resource", value = "SERVICE_ASSEMBLIES, USERS, MESSAGES, ...") String resource,
            @Described(name = "cluster", value = "a cluster's identifier; empty: all together") String cluster,
            @Described(name = "component", value = "a component's name; empty: all together") String component,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described(
            "What a tenant has handed out of its quotas, with what is used of it; to a TENANT_OPERATOR what they may use.")
    ContingentPage listContingents(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "offset", value = "entries to leave out, from 0") int offset,
            @Described(name = "limit", value = "entries to return at the most, 1 to 1000") int limit);

    @Described("Hands out a part of a quota to one user or one role.")
    ContingentData grantContingent(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "resource", value = "SERVICE_ASSEMBLIES, USERS, MESSAGES, ...") String resource,
            @Described(name = "cluster", value = "a cluster's identifier; empty: all together") String cluster,
            @Described(name = "component", value = "a component's name; empty: all together") String component,
            @Described(name = "userId", value = "the user's identifier; empty: for a role") String userId,
            @Described(name = "role", value = "TENANT_OPERATOR, ...; empty: for a user") String role,
            @Described(name = "amount", value = "how much, in the unit of the resource") long amount,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation);

    @Described("Changes a contingent; not below what is used of it.")
    ContingentData changeContingent(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "resource", value = "SERVICE_ASSEMBLIES, USERS, MESSAGES, ...") String resource,
            @Described(name = "cluster", value = "a cluster's identifier; empty: all together") String cluster,
            @Described(name = "component", value = "a component's name; empty: all together") String component,
            @Described(name = "userId", value = "the user's identifier; empty: for a role") String userId,
            @Described(name = "role", value = "TENANT_OPERATOR, ...; empty: for a user") String role,
            @Described(name = "amount", value = "how much, in the unit of the resource") long amount,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Takes a contingent back of which nothing is used.")
    void revokeContingent(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "resource", value = "SERVICE_ASSEMBLIES, USERS, MESSAGES, ...") String resource,
            @Described(name = "cluster", value = "a cluster's identifier; empty: all together") String cluster,
            @Described(name = "component", value = "a component's name; empty: all together") String component,
            @Described(name = "userId", value = "the user's identifier; empty: for a role") String userId,
            @Described(name = "role", value = "TENANT_OPERATOR, ...; empty: for a user") String role,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);
}
