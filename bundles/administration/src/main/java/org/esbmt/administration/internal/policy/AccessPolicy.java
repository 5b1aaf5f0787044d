package org.esbmt.administration.internal.policy;

import static org.esbmt.tenancy.api.Role.SRE;
import static org.esbmt.tenancy.api.Role.SYSTEM_ADMIN;
import static org.esbmt.tenancy.api.Role.SYSTEM_AUDITOR;
import static org.esbmt.tenancy.api.Role.TENANT_ADMIN;
import static org.esbmt.tenancy.api.Role.TENANT_AUDITOR;
import static org.esbmt.tenancy.api.Role.TENANT_OPERATOR;
import static org.esbmt.tenancy.api.Role.TENANT_USER;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;

/**
 * The table of roles: the only code that decides permissions. A role of the system holds for every tenant and for the
 * installation; a role of a tenant for that tenant alone, and never for the installation. A tenant's own affairs (its
 * users, contingents and assemblies) are closed to administrators of the installation, apart from contacts and
 * certificates of senders. Every operation that is not allowed here is refused.
 */
public final class AccessPolicy {
    private static final Set<Role> NOBODY = Set.of();
    private static final Set<Role> SYSTEM_READERS = EnumSet.of(SYSTEM_ADMIN, SRE, SYSTEM_AUDITOR);
    private static final Set<Role> OVERSEERS = EnumSet.of(TENANT_ADMIN, TENANT_AUDITOR);
    private static final Set<Role> EVERYBODY = EnumSet.allOf(Role.class);

    private AccessPolicy() {}

    /**
     * Decides by the table.
     *
     * @param target the tenant whose data the operation concerns; empty for the installation
     */
    public static boolean permits(Caller caller, Operation operation, Optional<TenantId> target) {
        Set<Role> allowed = allowed(operation);
        return isInScope(caller, operation)
                && caller.roles().stream().anyMatch(role -> allowed.contains(role) && reaches(caller, role, target));
    }

    /**
     * Tells whether the creator of a tenant may also perform this operation on it in the same batch. The creator sets
     * the password of the default administrator. So until the commit the creator may do all that this administrator may.
     *
     * @param made a tenant that does not exist before this change
     */
    public static boolean permitsFounder(Caller caller, Operation operation, TenantId made) {
        Caller administrator = new Caller(made, caller.user(), Set.of(TENANT_ADMIN), caller.scope());
        return permits(caller, Operation.CREATE_TENANT, Optional.empty())
                && permits(administrator, operation, Optional.of(made));
    }

    /** Tells whether the token or certificate of the request, if it has one, is for this operation. */
    public static boolean isInScope(Caller caller, Operation operation) {
        return caller.scope().isEmpty() || ScopePolicy.permits(caller.scope().get(), operation);
    }

    private static boolean reaches(Caller caller, Role role, Optional<TenantId> target) {
        return switch (role.level()) {
            case SYSTEM -> caller.ofSystem();
            case TENANT -> !caller.ofSystem() && target.equals(Optional.of(caller.tenant()));
        };
    }

    /** The table. */
    static Set<Role> allowed(Operation operation) {
        return switch (operation) {
            case CREATE_TENANT, RESET_DEFAULT_ADMIN, RESUME_TENANT, DRAIN_TENANT, PURGE_TENANT ->
                EnumSet.of(SYSTEM_ADMIN);
            case SUSPEND_TENANT -> EnumSet.of(SYSTEM_ADMIN, SRE);
            // The tenant alone decides to leave. The installation decides when the tenant is gone.
            case REQUEST_OFFBOARDING, WITHDRAW_OFFBOARDING -> EnumSet.of(TENANT_ADMIN);
            case LIST_TENANTS -> SYSTEM_READERS;
            case FIND_TENANT -> EVERYBODY;

            case ADD_USER, SET_PASSWORD, LOCK_USER, UNLOCK_USER -> EnumSet.of(TENANT_ADMIN);
            case FIND_USER, LIST_USERS -> EnumSet.of(SYSTEM_AUDITOR, TENANT_ADMIN, TENANT_AUDITOR);

            case REMOVE_USER, REVOKE_CREDENTIAL, ASSIGN_ROLE, REVOKE_ROLE, HAND_OVER_DEFAULT_ADMIN ->
                EnumSet.of(TENANT_ADMIN);
            case ASSIGN_DEFAULT_ADMIN -> EnumSet.of(SYSTEM_ADMIN);
            case LIST_ACCESS_CREDENTIALS -> EnumSet.of(SYSTEM_AUDITOR, TENANT_ADMIN, TENANT_AUDITOR);
            case REVOKE_ACCESS_CREDENTIAL -> EnumSet.of(TENANT_ADMIN);
            case LIST_SYSTEM_ACCESS_CREDENTIALS -> EnumSet.of(SYSTEM_ADMIN, SYSTEM_AUDITOR);
            case REVOKE_SYSTEM_ACCESS_CREDENTIAL -> EnumSet.of(SYSTEM_ADMIN);

            // The installation's administrators help a tenant to connect its partners, and end what was stolen.
            case REGISTER_USER_CERTIFICATE, REVOKE_USER_CERTIFICATE -> EnumSet.of(SYSTEM_ADMIN, TENANT_ADMIN);
            case LIST_USER_CERTIFICATES, SHOW_CRL ->
                EnumSet.of(SYSTEM_ADMIN, SYSTEM_AUDITOR, TENANT_ADMIN, TENANT_AUDITOR);

            // The tenant knows its contact persons, and the installation calls them. Both maintain the list.
            case SET_CONTACT, REMOVE_CONTACT -> EnumSet.of(SYSTEM_ADMIN, TENANT_ADMIN);
            case LIST_CONTACTS ->
                EnumSet.of(SYSTEM_ADMIN, SRE, SYSTEM_AUDITOR, TENANT_ADMIN, TENANT_OPERATOR, TENANT_AUDITOR);

            // The tenant alone has keys and secrets, and alone decides whom it trusts. The installation sees names and
            // ends.
            case GENERATE_KEY,
                    IMPORT_KEY,
                    CERTIFY_KEY,
                    MAKE_KEY_FORMER,
                    REVOKE_KEY,
                    REQUEST_CERTIFICATE,
                    SET_SECRET,
                    REMOVE_SECRET,
                    REGISTER_PARTNER,
                    REVOKE_PARTNER,
                    ADD_ISSUER,
                    SET_ISSUER_KEYS,
                    REMOVE_ISSUER,
                    ADD_USER_SUBJECT,
                    REMOVE_USER_SUBJECT,
                    ADD_AUTHORITY,
                    REMOVE_AUTHORITY,
                    UPLOAD_CRL -> EnumSet.of(TENANT_ADMIN);
            case LIST_USER_SUBJECTS -> EnumSet.of(SYSTEM_ADMIN, SYSTEM_AUDITOR, TENANT_ADMIN, TENANT_AUDITOR);
            case LIST_KEYS, LIST_SECRETS, LIST_PARTNERS, LIST_ISSUERS, LIST_AUTHORITIES ->
                EnumSet.of(SYSTEM_ADMIN, SYSTEM_AUDITOR, TENANT_ADMIN, TENANT_OPERATOR, TENANT_AUDITOR);

            case ADD_SYSTEM_USER,
                    SET_SYSTEM_PASSWORD,
                    LOCK_SYSTEM_USER,
                    UNLOCK_SYSTEM_USER,
                    REMOVE_SYSTEM_USER,
                    ASSIGN_SYSTEM_ROLE,
                    REVOKE_SYSTEM_ROLE -> EnumSet.of(SYSTEM_ADMIN);
            case LIST_SYSTEM_USERS -> EnumSet.of(SYSTEM_ADMIN, SYSTEM_AUDITOR);

            case GRANT_QUOTA, CHANGE_QUOTA, REVOKE_QUOTA -> EnumSet.of(SYSTEM_ADMIN);
            case LIST_QUOTAS ->
                EnumSet.of(SYSTEM_ADMIN, SRE, SYSTEM_AUDITOR, TENANT_ADMIN, TENANT_OPERATOR, TENANT_AUDITOR);
            case GRANT_CONTINGENT, CHANGE_CONTINGENT, REVOKE_CONTINGENT -> EnumSet.of(TENANT_ADMIN);
            case LIST_CONTINGENTS -> EnumSet.of(SYSTEM_AUDITOR, TENANT_ADMIN, TENANT_OPERATOR, TENANT_AUDITOR);

            case DEPLOY_ASSEMBLY,
                    UPDATE_ASSEMBLY,
                    SWITCH_ASSEMBLY,
                    ROLL_BACK_ASSEMBLY,
                    UNDEPLOY_ASSEMBLY,
                    START_ASSEMBLY,
                    SHUT_DOWN_ASSEMBLY,
                    EXPORT_ASSEMBLY -> EnumSet.of(TENANT_ADMIN, TENANT_OPERATOR);
            // The SRE stops an assembly in an incident. Only its tenant repairs it and starts it again.
            case STOP_ASSEMBLY -> EnumSet.of(SRE, TENANT_ADMIN, TENANT_OPERATOR);
            case LIST_ASSEMBLIES ->
                EnumSet.of(SYSTEM_ADMIN, SRE, SYSTEM_AUDITOR, TENANT_ADMIN, TENANT_OPERATOR, TENANT_AUDITOR);

            case INSTALL_COMPONENT, UNINSTALL_COMPONENT, UNINSTALL_LIBRARY, CONFIGURE_COMPONENT, LINK, UNLINK ->
                EnumSet.of(SYSTEM_ADMIN);
            case REGISTER_SERVICE, UPDATE_SERVICE, UNREGISTER_SERVICE, ATTACH_POLICY, DETACH_POLICY ->
                EnumSet.of(TENANT_ADMIN, TENANT_OPERATOR);
            case FIND_SERVICES -> EnumSet.of(TENANT_ADMIN, TENANT_OPERATOR, TENANT_AUDITOR, TENANT_USER);
            case LIST_ENDPOINTS, LIST_DEPLOYMENTS, SHOW_TRAFFIC ->
                EnumSet.of(SYSTEM_ADMIN, SRE, SYSTEM_AUDITOR, TENANT_ADMIN, TENANT_OPERATOR, TENANT_AUDITOR);

            case START_COMPONENT, STOP_COMPONENT, SHUT_DOWN_COMPONENT -> EnumSet.of(SYSTEM_ADMIN, SRE);
            case LIST_COMPONENTS,
                    LIST_SETTINGS,
                    LIST_LIBRARIES,
                    LIST_LINKS,
                    LIST_NODES,
                    LIST_TRANSACTIONS,
                    STATUS,
                    LIST_TRAFFIC -> SYSTEM_READERS;
            case DRAIN_NODE, REMOVE_NODE, RECOVER_TRANSACTIONS -> EnumSet.of(SYSTEM_ADMIN, SRE);
            case RESYNC, RETIRE_RESOURCE, FORGET_HEURISTIC -> EnumSet.of(SYSTEM_ADMIN);
            case SHOW_OPERATION ->
                EnumSet.of(SYSTEM_ADMIN, SRE, SYSTEM_AUDITOR, TENANT_ADMIN, TENANT_OPERATOR, TENANT_AUDITOR);

            // An operator reads only their own entries: see seesOwnAlone.
            case READ_AUDIT -> EnumSet.of(SYSTEM_ADMIN, SYSTEM_AUDITOR, TENANT_ADMIN, TENANT_OPERATOR, TENANT_AUDITOR);
            case VERIFY_AUDIT -> EnumSet.of(SYSTEM_ADMIN, SYSTEM_AUDITOR, TENANT_ADMIN, TENANT_AUDITOR);
            // The table decides each step of a batch separately.
            case SUBMIT_BATCH, PLAN_BATCH -> EnumSet.of(SYSTEM_ADMIN, SRE, TENANT_ADMIN, TENANT_OPERATOR);
            case WHO_AM_I,
                    CHANGE_PASSWORD,
                    CREATE_TOKEN,
                    REGISTER_CERTIFICATE,
                    LIST_TOKENS,
                    LIST_CERTIFICATES,
                    REVOKE_TOKEN,
                    REVOKE_CERTIFICATE -> EVERYBODY;
            // A password proves the identity at a login. A file on the machine proves the owner who resets a password.
            case LOG_IN, RESET_ADMINISTRATOR -> NOBODY;
        };
    }

    /**
     * Tells whether the caller sees only their own part of the tenant's data: their own audit entries, and the
     * contingents for their own use.
     */
    public static boolean seesOwnAlone(Caller caller) {
        return !caller.ofSystem() && caller.roles().stream().noneMatch(OVERSEERS::contains);
    }

    /** Tells whether the caller uses a tenant's resources only within a contingent. */
    public static boolean needsContingent(Caller caller) {
        return !caller.ofSystem() && !caller.roles().contains(TENANT_ADMIN);
    }

    /**
     * Tells whether a user with these roles may log in. Every user with a role may, since every user may read their own
     * identity.
     */
    static boolean mayAsk(Set<Role> roles) {
        return allowed(Operation.WHO_AM_I).stream().anyMatch(roles::contains);
    }
}
