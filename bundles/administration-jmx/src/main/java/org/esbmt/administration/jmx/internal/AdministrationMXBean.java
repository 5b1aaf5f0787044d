package org.esbmt.administration.jmx.internal;

/**
 * Administration for JMX clients. Takes and gives open types alone, so a client needs no class of ours; identifiers are
 * canonical UUIDs. An operation that returns has been committed. One that is refused throws
 * {@link IllegalArgumentException} (INVALID, NOT_FOUND), {@link SecurityException} (FORBIDDEN) or
 * {@link IllegalStateException} (everything else), each with the message {@code <REASON>: <sentence>}.
 */
public interface AdministrationMXBean {

    /** The name it is registered under. */
    String OBJECT_NAME = "org.esbmt:type=Administration";

    @Described("Creates an active tenant together with its default administrator.")
    CreatedTenantData createTenant(
            @Described(name = "name", value = "a letter or digit, then 1 to 62 of a-z, 0-9 and '-'") String name,
            @Described(name = "displayName", value = "the name for people; empty: the same as the name")
                    String displayName,
            @Described(name = "administratorLogin", value = "the login of the tenant's default administrator")
                    String administratorLogin,
            @Described(name = "password", value = "that administrator's password, 12 to 256 characters")
                    String password,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation);

    @Described("The tenant of that name or identifier.")
    TenantData findTenant(@Described(name = "tenant", value = "a tenant's name or identifier") String tenant);

    @Described(
            "Tenants by name, page by page: 'total' is how many there are of those that are asked for, or, without 'totalExact', fewer than these.")
    TenantPage listTenants(
            @Described(name = "nameContains", value = "any part of the name; empty: every name") String nameContains,
            @Described(name = "state", value = "ACTIVE, SUSPENDED, ...; empty: every state") String state,
            @Described(name = "nameAfter", value = "the last name of the page before; empty: from the first name on")
                    String nameAfter,
            @Described(name = "offset", value = "entries to leave out, from 0") int offset,
            @Described(name = "limit", value = "entries to return at the most, 1 to 1000") int limit);

    @Described("From ACTIVE or OFFBOARDING to SUSPENDED: the tenant's messages are refused.")
    TenantData suspendTenant(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("From ACTIVE or SUSPENDED to DRAINING: no messages and no new assemblies are taken any more.")
    TenantData drainTenant(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described(
            "From SUSPENDED, DRAINING or OFFBOARDING to DELETED, for good: removes all that the tenant has, on every node.")
    TenantData purgeTenant(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "name", value = "the tenant's name, since this is for good") String name,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described(
            "From ACTIVE or SUSPENDED to OFFBOARDING, by the tenant's administrator: it asks to leave. No messages, users and"
                    + " assemblies are taken any more.")
    TenantData requestOffboarding(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "name", value = "the tenant's name, since messages are refused from then on") String name,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("From OFFBOARDING to the state before, by the tenant's administrator: it does not leave.")
    TenantData withdrawOffboarding(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("From SUSPENDED, DRAINING or OFFBOARDING to ACTIVE.")
    TenantData resumeTenant(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Adds a user who may send messages.")
    UserData addUser(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "login", value = "1 to 128 printable characters without spaces or '/'") String login,
            @Described(name = "password", value = "12 to 256 characters") String password,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation);

    @Described("Replaces a user's password.")
    UserData setPassword(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "userId", value = "the user's identifier") String userId,
            @Described(name = "password", value = "12 to 256 characters") String password,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Gives the tenant's default administrator another password, and unlocks them.")
    UserData resetDefaultAdmin(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "password", value = "12 to 256 characters") String password,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("From ACTIVE to LOCKED: the user's messages are refused.")
    UserData lockUser(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "userId", value = "the user's identifier") String userId,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("From LOCKED to ACTIVE.")
    UserData unlockUser(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "userId", value = "the user's identifier") String userId,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("The tenant's user of that login.")
    UserData findUser(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "login", value = "the user's login") String login);

    @Described("The tenant's users by login, page by page.")
    UserPage listUsers(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "offset", value = "entries to leave out, from 0") int offset,
            @Described(name = "limit", value = "entries to return at the most, 1 to 1000") int limit);

    @Described("Deploys and starts a service assembly.")
    AssemblyData deployAssembly(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "archive", value = "the bytes of the assembly's zip file, at most 10 MiB") byte[] archive,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation);

    @Described("Deploys and starts a service assembly whose endpoints one user of the tenant reaches, and nobody else.")
    AssemblyData deployAssemblyForUser(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "userId", value = "the user's identifier") String userId,
            @Described(name = "archive", value = "the bytes of the assembly's zip file, at most 10 MiB") byte[] archive,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation);

    @Described("Switches a service assembly to a new version and keeps the old one; requests go on meanwhile.")
    AssemblyData switchAssembly(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "archive", value = "the bytes of the assembly's zip file, at most 10 MiB") byte[] archive,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Goes back to the version before the last switch; a second rollback undoes the first.")
    AssemblyData rollBackAssembly(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "assembly", value = "the assembly's name") String assembly,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Replaces a service assembly by another version for good; when that fails the old one goes on.")
    AssemblyData updateAssembly(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "archive", value = "the bytes of the assembly's zip file, at most 10 MiB") byte[] archive,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Removes a service assembly.")
    void undeployAssembly(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "assembly", value = "the assembly's name") String assembly,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Starts a service assembly.")
    AssemblyData startAssembly(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "assembly", value = "the assembly's name") String assembly,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Stops a service assembly: it takes no new messages, and answers those that it has.")
    AssemblyData stopAssembly(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "assembly", value = "the assembly's name") String assembly,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Shuts a service assembly down: its endpoints are gone until it is started.")
    AssemblyData shutDownAssembly(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "assembly", value = "the assembly's name") String assembly,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("The archive of a service assembly: as it arrived, or as it was written anew with the tenant's names.")
    byte[] exportAssembly(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "assembly", value = "the assembly's name") String assembly,
            @Described(name = "rewritten", value = "true: as it is used; false: as it arrived") boolean rewritten);

    @Described("The tenant's service assemblies by name, page by page; those that this node alone has come at the end.")
    AssemblyPage listAssemblies(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "offset", value = "entries to leave out, from 0") int offset,
            @Described(name = "limit", value = "entries to return at the most, 1 to 1000") int limit);

    @Described("Changes the password of the administrator who is connected.")
    void changeAdministratorPassword(
            @Described(name = "currentPassword", value = "the password until now") String currentPassword,
            @Described(name = "newPassword", value = "12 to 256 characters") String newPassword,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Who is connected, with which roles.")
    IdentityData whoAmI();

    @Described("How the installation is, at one glance.")
    StatusData status();
}
