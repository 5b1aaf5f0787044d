package org.esbmt.administration.jmx.internal;

/**
 * Users of tenants with their roles, for JMX clients. Takes, gives and refuses as {@link AdministrationMXBean}, which has the
 * rest of what there is to do with users.
 */
public interface UsersMXBean {

    /** The name it is registered under. */
    String OBJECT_NAME = "org.esbmt:type=Users";

    @Described("Adds a user with one role or several.")
    UserData addUser(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "login", value = "1 to 128 printable characters without spaces or '/'") String login,
            @Described(name = "password", value = "12 to 256 characters") String password,
            @Described(name = "roles", value = "TENANT_ADMIN, TENANT_OPERATOR, TENANT_AUDITOR, TENANT_USER")
                    String[] roles,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation);

    @Described("The tenant's users by login, page by page.")
    UserPage listUsers(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "loginContains", value = "any part of the login; empty: every login")
                    String loginContains,
            @Described(name = "state", value = "ACTIVE, LOCKED or REVOKED; empty: every state") String state,
            @Described(name = "offset", value = "entries to leave out, from 0") int offset,
            @Described(name = "limit", value = "entries to return at the most, 1 to 1000") int limit);

    @Described("Gives a user one more role.")
    UserData assignRole(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "userId", value = "the user's identifier") String userId,
            @Described(name = "role", value = "TENANT_ADMIN, TENANT_OPERATOR, TENANT_AUDITOR or TENANT_USER")
                    String role,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Takes a role away from a user; the last one stays.")
    UserData revokeRole(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "userId", value = "the user's identifier") String userId,
            @Described(name = "role", value = "TENANT_ADMIN, TENANT_OPERATOR, TENANT_AUDITOR or TENANT_USER")
                    String role,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("To REVOKED, for good: the user does not count as one any more, and the login stays taken.")
    UserData removeUser(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "userId", value = "the user's identifier") String userId,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Takes a user's password away: nobody comes in as this user until another is set.")
    UserData revokeCredential(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "userId", value = "the user's identifier") String userId,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Makes another user the default administrator; for the one until now alone, who stays TENANT_ADMIN.")
    UserData handOverDefaultAdmin(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "userId", value = "the user's identifier") String userId,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Makes a user the default administrator; for administrators of the installation.")
    UserData assignDefaultTenantAdmin(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "login", value = "the login of an active user") String login,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);
}
