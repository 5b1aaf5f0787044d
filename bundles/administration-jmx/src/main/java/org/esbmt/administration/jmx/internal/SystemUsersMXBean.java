package org.esbmt.administration.jmx.internal;

/**
 * Who administers, runs and audits the installation, for JMX clients. Takes, gives and refuses as {@link AdministrationMXBean}.
 */
public interface SystemUsersMXBean {

    /** The name it is registered under. */
    String OBJECT_NAME = "org.esbmt:type=SystemUsers";

    @Described("Adds a user of the installation with one role or several.")
    SystemUserData addSystemUser(
            @Described(name = "login", value = "1 to 128 printable characters without spaces or '/'") String login,
            @Described(name = "password", value = "12 to 256 characters") String password,
            @Described(name = "roles", value = "SYSTEM_ADMIN, SRE, SYSTEM_AUDITOR") String[] roles,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation);

    @Described("The users of the installation by login, page by page.")
    SystemUserPage listSystemUsers(
            @Described(name = "loginContains", value = "any part of the login; empty: every login")
                    String loginContains,
            @Described(name = "state", value = "ACTIVE, LOCKED or REVOKED; empty: every state") String state,
            @Described(name = "offset", value = "entries to leave out, from 0") int offset,
            @Described(name = "limit", value = "entries to return at the most, 1 to 1000") int limit);

    @Described("Replaces somebody else's password.")
    SystemUserData setSystemPassword(
            @Described(name = "login", value = "the user's login") String login,
            @Described(name = "password", value = "12 to 256 characters") String password,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("To LOCKED: refused on every way in.")
    SystemUserData lockSystemUser(
            @Described(name = "login", value = "the user's login") String login,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("From LOCKED to ACTIVE.")
    SystemUserData unlockSystemUser(
            @Described(name = "login", value = "the user's login") String login,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("To REVOKED, for good: the login stays taken.")
    SystemUserData removeSystemUser(
            @Described(name = "login", value = "the user's login") String login,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Gives a user of the installation one more role.")
    SystemUserData assignSystemRole(
            @Described(name = "login", value = "the user's login") String login,
            @Described(name = "role", value = "SYSTEM_ADMIN, SRE or SYSTEM_AUDITOR") String role,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);

    @Described("Takes a role away from a user of the installation; the last one stays.")
    SystemUserData revokeSystemRole(
            @Described(name = "login", value = "the user's login") String login,
            @Described(name = "role", value = "SYSTEM_ADMIN, SRE or SYSTEM_AUDITOR") String role,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "revision", value = "the revision that is to be changed; -1: any") long revision);
}
