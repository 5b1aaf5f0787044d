package org.esbmt.administration.internal.harness;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.tenancy.api.Role;

/**
 * The operations that each role may execute. Tests compare the guide, the policy, the managers and the adapters with this one table.
 */
public final class RoleTable {
    public static final List<Role> COLUMNS = List.of(
            Role.SYSTEM_ADMIN,
            Role.SRE,
            Role.SYSTEM_AUDITOR,
            Role.TENANT_ADMIN,
            Role.TENANT_OPERATOR,
            Role.TENANT_AUDITOR,
            Role.TENANT_USER);

    /**
     * The table of the guide, row by row, and below each row its operations. It is a copy and is not derived from the policy,
     * so the test compares the policy with the documentation.
     */
    private static final String TABLE = """
            | create, resume, drain, purge a tenant | x | | | | | | |
                CREATE_TENANT RESUME_TENANT DRAIN_TENANT PURGE_TENANT
            | suspend a tenant | x | x | | | | | |
                SUSPEND_TENANT
            | request offboarding, withdraw the request | | | | x | | | |
                REQUEST_OFFBOARDING WITHDRAW_OFFBOARDING
            | assign the default administrator, set another password for them | x | | | | | | |
                ASSIGN_DEFAULT_ADMIN RESET_DEFAULT_ADMIN
            | hand over the default administrator | | | | that one | | | |
                HAND_OVER_DEFAULT_ADMIN
            | add, lock, remove users; passwords, roles; revoke their tokens and certificates | | | | x | | | |
                ADD_USER SET_PASSWORD LOCK_USER UNLOCK_USER REMOVE_USER REVOKE_CREDENTIAL ASSIGN_ROLE REVOKE_ROLE \
                REVOKE_ACCESS_CREDENTIAL
            | see users, their tokens and certificates | | | x | x | | x | |
                FIND_USER LIST_USERS LIST_ACCESS_CREDENTIALS
            | register, revoke certificates of users for messages | x | | | x | | | |
                REGISTER_USER_CERTIFICATE REVOKE_USER_CERTIFICATE
            | see certificates of users for messages, CRLs with the certificates that they revoked | x | | x | x | | x | |
                LIST_USER_CERTIFICATES SHOW_CRL
            | set, remove contacts | x | | | x | | | |
                SET_CONTACT REMOVE_CONTACT
            | see contacts | x | x | x | x | x | x | |
                LIST_CONTACTS
            | generate, import, certify, revoke private keys; request certificates; set, remove secrets | | | | x | | | |
                GENERATE_KEY IMPORT_KEY CERTIFY_KEY MAKE_KEY_FORMER REVOKE_KEY REQUEST_CERTIFICATE SET_SECRET REMOVE_SECRET
            | register, revoke partners; add, change, remove issuers of tokens; add, remove subjects of users; add, remove authorities, upload CRLs | | | | x | | | |
                REGISTER_PARTNER REVOKE_PARTNER ADD_ISSUER SET_ISSUER_KEYS REMOVE_ISSUER ADD_USER_SUBJECT REMOVE_USER_SUBJECT \
                ADD_AUTHORITY REMOVE_AUTHORITY UPLOAD_CRL
            | see subjects of users | x | | x | x | | x | |
                LIST_USER_SUBJECTS
            | see certificates of private keys, names and destinations of secrets, partners, issuers of tokens, authorities | x | | x | x | x | x | |
                LIST_KEYS LIST_SECRETS LIST_PARTNERS LIST_ISSUERS LIST_AUTHORITIES
            | add, lock, remove users of the installation; passwords, roles; revoke their tokens and certificates | x | | | | | | |
                ADD_SYSTEM_USER SET_SYSTEM_PASSWORD LOCK_SYSTEM_USER UNLOCK_SYSTEM_USER REMOVE_SYSTEM_USER \
                ASSIGN_SYSTEM_ROLE REVOKE_SYSTEM_ROLE REVOKE_SYSTEM_ACCESS_CREDENTIAL
            | see users of the installation, their tokens and certificates | x | | x | | | | |
                LIST_SYSTEM_USERS LIST_SYSTEM_ACCESS_CREDENTIALS
            | grant, change, revoke quotas | x | | | | | | |
                GRANT_QUOTA CHANGE_QUOTA REVOKE_QUOTA
            | grant, change, revoke contingents | | | | x | | | |
                GRANT_CONTINGENT CHANGE_CONTINGENT REVOKE_CONTINGENT
            | see quotas | x | x | x | x | x | x | |
                LIST_QUOTAS
            | see contingents | | | x | x | own | x | |
                LIST_CONTINGENTS
            | deploy, switch, roll back, update, start, shut down, undeploy, export assemblies | | | | x | within contingents | | |
                DEPLOY_ASSEMBLY SWITCH_ASSEMBLY ROLL_BACK_ASSEMBLY UPDATE_ASSEMBLY START_ASSEMBLY SHUT_DOWN_ASSEMBLY \
                UNDEPLOY_ASSEMBLY EXPORT_ASSEMBLY
            | stop assemblies | | x | | x | x | | |
                STOP_ASSEMBLY
            | see assemblies, their endpoints, traffic and history | x | x | x | x | x | x | |
                LIST_ASSEMBLIES LIST_ENDPOINTS LIST_DEPLOYMENTS SHOW_TRAFFIC
            | register, update, remove services; attach, detach policies | | | | x | within contingents | | |
                REGISTER_SERVICE UPDATE_SERVICE UNREGISTER_SERVICE ATTACH_POLICY DETACH_POLICY
            | look up services | | | | x | x | x | x |
                FIND_SERVICES
            | install, set, uninstall components; links; give up resources of transactions | x | | | | | | |
                INSTALL_COMPONENT CONFIGURE_COMPONENT UNINSTALL_COMPONENT UNINSTALL_LIBRARY LINK UNLINK \
                RETIRE_RESOURCE FORGET_HEURISTIC
            | repeat the deployments of a tenant on all nodes (`resync`) | x | | | | | | |
                RESYNC
            | start, stop, shut down components; drain and remove nodes; recover transactions | x | x | | | | | |
                START_COMPONENT STOP_COMPONENT SHUT_DOWN_COMPONENT DRAIN_NODE REMOVE_NODE RECOVER_TRANSACTIONS
            | see components, links, nodes, transactions, the status, all tenants and their traffic | x | x | x | | | | |
                LIST_COMPONENTS LIST_SETTINGS LIST_LIBRARIES LIST_LINKS LIST_NODES LIST_TRANSACTIONS STATUS LIST_TENANTS \
                LIST_TRAFFIC
            | read the audit | x | | x | own | own acts | own | |
                READ_AUDIT
            | verify the audit | x | | x | own | | own | |
                VERIFY_AUDIT
            | see the outcome of operations | x | x | x | own | own | own | |
                SHOW_OPERATION
            | submit batches of permitted steps | x | x | | x | x | | |
                SUBMIT_BATCH PLAN_BATCH
            | see own login and roles, change own password, find own tenant | x | x | x | x | x | x | x |
                WHO_AM_I CHANGE_PASSWORD FIND_TENANT
            | create, see, revoke own tokens; register, see, revoke own certificates | x | x | x | x | x | x | x |
                CREATE_TOKEN LIST_TOKENS REVOKE_TOKEN REGISTER_CERTIFICATE LIST_CERTIFICATES REVOKE_CERTIFICATE
            """;

    /** A password decides a login, whoever the user is. A file decides the reset of a password. */
    private static final Set<Operation> NOBODYS = EnumSet.of(Operation.LOG_IN, Operation.RESET_ADMINISTRATOR);

    public static Map<Operation, Set<Role>> table() {
        Map<Operation, Set<Role>> table = new EnumMap<>(Operation.class);
        NOBODYS.forEach(operation -> table.put(operation, Set.of()));
        Set<Role> roles = Set.of();
        for (String line : TABLE.lines().toList()) {
            if (line.startsWith("|")) {
                roles = roles(cells(line));
                continue;
            }
            for (String operation : List.of(line.strip().split(" +"))) {
                if (table.put(Operation.valueOf(operation), roles) != null) {
                    throw new AssertionError(operation + " is in two rows");
                }
            }
        }
        return table;
    }

    /** The name of the row, with the texts of links, and the permissions of each role. */
    public static List<String> cells(String line) {
        return Arrays.stream(line.split("\\|", -1))
                .skip(1)
                .limit(8)
                .map(cell -> cell.strip().replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1"))
                .toList();
    }

    /** The roles with any text in their cell; other tests check the extent of the permission. */
    private static Set<Role> roles(List<String> cells) {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (int i = 0; i < COLUMNS.size(); i++) {
            if (!cells.get(1 + i).isEmpty()) {
                roles.add(COLUMNS.get(i));
            }
        }
        return roles;
    }

    /** The rows of the guide: the name of each, and the permissions of each role. */
    public static List<List<String>> rows() {
        return TABLE.lines()
                .filter(line -> line.startsWith("|"))
                .map(RoleTable::cells)
                .toList();
    }

    private RoleTable() {}
}
