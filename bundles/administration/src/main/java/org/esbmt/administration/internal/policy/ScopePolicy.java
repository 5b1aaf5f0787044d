package org.esbmt.administration.internal.policy;

import static org.esbmt.administration.api.PartAccess.Part.AUDIT;
import static org.esbmt.administration.api.PartAccess.Part.BATCHES;
import static org.esbmt.administration.api.PartAccess.Part.CLUSTER;
import static org.esbmt.administration.api.PartAccess.Part.COMPONENTS;
import static org.esbmt.administration.api.PartAccess.Part.LINKS;
import static org.esbmt.administration.api.PartAccess.Part.QUOTAS;
import static org.esbmt.administration.api.PartAccess.Part.SERVICES;
import static org.esbmt.administration.api.PartAccess.Part.SYSTEM_USERS;
import static org.esbmt.administration.api.PartAccess.Part.TENANTS;
import static org.esbmt.administration.api.PartAccess.Part.TRAFFIC;
import static org.esbmt.administration.api.PartAccess.Part.TRANSACTIONS;
import static org.esbmt.administration.api.PartAccess.Part.USERS;

import java.util.EnumSet;
import java.util.Set;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.Scope;

/**
 * The limits of requests with a token or a certificate, beside the table of roles. Each operation belongs to the part that
 * the catalogue publishes it in. Three rules stand above the parts:
 * <ul>
 *   <li>A token gives no access of its own: it creates no token, registers no certificate and changes no password of its
 *       owner.
 *   <li>An operation that gives somebody a password, a certificate or a role needs the full scope. Otherwise a narrow token would make a
 *       login without its limits.
 *   <li>Every token reads its owner's identity. One for changes reads the outcomes of operations, since nodes may still
 *       work at its own.
 * </ul>
 */
public final class ScopePolicy {
    private static final Set<Operation> NEVER =
            EnumSet.of(Operation.CREATE_TOKEN, Operation.REGISTER_CERTIFICATE, Operation.CHANGE_PASSWORD);
    private static final Set<Operation> WITH_FULL_SCOPE = EnumSet.of(
            Operation.ADD_USER,
            Operation.SET_PASSWORD,
            Operation.ASSIGN_ROLE,
            Operation.HAND_OVER_DEFAULT_ADMIN,
            Operation.ASSIGN_DEFAULT_ADMIN,
            Operation.RESET_DEFAULT_ADMIN,
            Operation.REGISTER_USER_CERTIFICATE,
            Operation.ADD_ISSUER,
            Operation.SET_ISSUER_KEYS,
            Operation.ADD_USER_SUBJECT,
            Operation.ADD_SYSTEM_USER,
            Operation.SET_SYSTEM_PASSWORD,
            Operation.ASSIGN_SYSTEM_ROLE);

    private ScopePolicy() {}

    /** Decides whether a scope includes an operation; the table of roles decides as well. */
    static boolean permits(Scope scope, Operation operation) {
        if (operation == Operation.WHO_AM_I) {
            return true;
        }
        if (operation == Operation.SHOW_OPERATION && scope.changes()) {
            return true;
        }
        if (NEVER.contains(operation) || (WITH_FULL_SCOPE.contains(operation) && !scope.equals(Scope.FULL))) {
            return false;
        }
        return parts(operation).stream().anyMatch(part -> scope.permits(part, changes(operation)));
    }

    private static boolean changes(Operation operation) {
        return switch (operation.trace()) {
            case WITH_CHANGE, OWED -> true;
            case BEFORE, LOGGED, OF_REFUSALS -> operation == Operation.PLAN_BATCH;
        };
    }

    /** The parts in which the catalogue publishes the operation. */
    static Set<Part> parts(Operation operation) {
        return switch (operation) {
            case ADD_USER, FIND_USER, LIST_USERS -> EnumSet.of(TENANTS, USERS);
            case CREATE_TENANT,
                    FIND_TENANT,
                    LIST_TENANTS,
                    SUSPEND_TENANT,
                    RESUME_TENANT,
                    DRAIN_TENANT,
                    PURGE_TENANT,
                    REQUEST_OFFBOARDING,
                    WITHDRAW_OFFBOARDING,
                    SET_PASSWORD,
                    LOCK_USER,
                    UNLOCK_USER,
                    RESET_DEFAULT_ADMIN,
                    SET_CONTACT,
                    REMOVE_CONTACT,
                    LIST_CONTACTS,
                    GENERATE_KEY,
                    IMPORT_KEY,
                    CERTIFY_KEY,
                    MAKE_KEY_FORMER,
                    REVOKE_KEY,
                    REQUEST_CERTIFICATE,
                    LIST_KEYS,
                    SET_SECRET,
                    REMOVE_SECRET,
                    LIST_SECRETS,
                    REGISTER_PARTNER,
                    REVOKE_PARTNER,
                    LIST_PARTNERS,
                    ADD_ISSUER,
                    SET_ISSUER_KEYS,
                    REMOVE_ISSUER,
                    LIST_ISSUERS,
                    ADD_AUTHORITY,
                    REMOVE_AUTHORITY,
                    UPLOAD_CRL,
                    LIST_AUTHORITIES,
                    SHOW_CRL,
                    DEPLOY_ASSEMBLY,
                    UPDATE_ASSEMBLY,
                    SWITCH_ASSEMBLY,
                    ROLL_BACK_ASSEMBLY,
                    UNDEPLOY_ASSEMBLY,
                    START_ASSEMBLY,
                    STOP_ASSEMBLY,
                    SHUT_DOWN_ASSEMBLY,
                    EXPORT_ASSEMBLY,
                    LIST_ASSEMBLIES,
                    WHO_AM_I,
                    CHANGE_PASSWORD,
                    CREATE_TOKEN,
                    REGISTER_CERTIFICATE,
                    LIST_TOKENS,
                    LIST_CERTIFICATES,
                    REVOKE_TOKEN,
                    REVOKE_CERTIFICATE,
                    STATUS -> EnumSet.of(TENANTS);
            case REMOVE_USER,
                    REVOKE_CREDENTIAL,
                    ASSIGN_ROLE,
                    REVOKE_ROLE,
                    HAND_OVER_DEFAULT_ADMIN,
                    ASSIGN_DEFAULT_ADMIN,
                    LIST_ACCESS_CREDENTIALS,
                    REVOKE_ACCESS_CREDENTIAL,
                    REGISTER_USER_CERTIFICATE,
                    LIST_USER_CERTIFICATES,
                    REVOKE_USER_CERTIFICATE,
                    ADD_USER_SUBJECT,
                    REMOVE_USER_SUBJECT,
                    LIST_USER_SUBJECTS -> EnumSet.of(USERS);
            case ADD_SYSTEM_USER,
                    SET_SYSTEM_PASSWORD,
                    LOCK_SYSTEM_USER,
                    UNLOCK_SYSTEM_USER,
                    REMOVE_SYSTEM_USER,
                    ASSIGN_SYSTEM_ROLE,
                    REVOKE_SYSTEM_ROLE,
                    LIST_SYSTEM_USERS,
                    LIST_SYSTEM_ACCESS_CREDENTIALS,
                    REVOKE_SYSTEM_ACCESS_CREDENTIAL -> EnumSet.of(SYSTEM_USERS);
            case GRANT_QUOTA,
                    CHANGE_QUOTA,
                    REVOKE_QUOTA,
                    LIST_QUOTAS,
                    GRANT_CONTINGENT,
                    CHANGE_CONTINGENT,
                    REVOKE_CONTINGENT,
                    LIST_CONTINGENTS -> EnumSet.of(QUOTAS);
            case REGISTER_SERVICE,
                    UPDATE_SERVICE,
                    UNREGISTER_SERVICE,
                    ATTACH_POLICY,
                    DETACH_POLICY,
                    FIND_SERVICES,
                    LIST_ENDPOINTS,
                    LIST_DEPLOYMENTS -> EnumSet.of(SERVICES);
            case INSTALL_COMPONENT,
                    UNINSTALL_COMPONENT,
                    UNINSTALL_LIBRARY,
                    START_COMPONENT,
                    STOP_COMPONENT,
                    SHUT_DOWN_COMPONENT,
                    CONFIGURE_COMPONENT,
                    LIST_COMPONENTS,
                    LIST_SETTINGS,
                    LIST_LIBRARIES -> EnumSet.of(COMPONENTS);
            case LIST_TRAFFIC, SHOW_TRAFFIC -> EnumSet.of(TRAFFIC);
            case LINK, UNLINK, LIST_LINKS -> EnumSet.of(LINKS);
            case LIST_NODES, DRAIN_NODE, REMOVE_NODE, RESYNC, SHOW_OPERATION -> EnumSet.of(CLUSTER);
            case LIST_TRANSACTIONS, RECOVER_TRANSACTIONS, RETIRE_RESOURCE, FORGET_HEURISTIC -> EnumSet.of(TRANSACTIONS);
            case READ_AUDIT, VERIFY_AUDIT -> EnumSet.of(AUDIT);
            case SUBMIT_BATCH, PLAN_BATCH -> EnumSet.of(BATCHES);
            case RESET_ADMINISTRATOR, LOG_IN -> EnumSet.noneOf(Part.class);
        };
    }
}
