package org.esbmt.administration.internal.policy;

import static org.esbmt.administration.internal.policy.Operation.Trace.BEFORE;
import static org.esbmt.administration.internal.policy.Operation.Trace.LOGGED;
import static org.esbmt.administration.internal.policy.Operation.Trace.OF_REFUSALS;
import static org.esbmt.administration.internal.policy.Operation.Trace.OWED;
import static org.esbmt.administration.internal.policy.Operation.Trace.WITH_CHANGE;

/**
 * The operations of administrators, under the names that the audit log shows. {@link AccessPolicy} permits or refuses
 * them.
 */
public enum Operation {
    CREATE_TENANT("createTenant", WITH_CHANGE),
    FIND_TENANT("findTenant", OF_REFUSALS),
    LIST_TENANTS("listTenants", OF_REFUSALS),
    SUSPEND_TENANT("suspendTenant", WITH_CHANGE),
    RESUME_TENANT("resumeTenant", WITH_CHANGE),
    DRAIN_TENANT("drainTenant", WITH_CHANGE),
    PURGE_TENANT("purgeTenant", WITH_CHANGE),
    REQUEST_OFFBOARDING("requestOffboarding", WITH_CHANGE),
    WITHDRAW_OFFBOARDING("withdrawOffboarding", WITH_CHANGE),
    ADD_USER("addUser", WITH_CHANGE),
    SET_PASSWORD("setPassword", WITH_CHANGE),
    LOCK_USER("lockUser", WITH_CHANGE),
    UNLOCK_USER("unlockUser", WITH_CHANGE),
    REMOVE_USER("removeUser", WITH_CHANGE),
    REVOKE_CREDENTIAL("revokeCredential", WITH_CHANGE),
    ASSIGN_ROLE("assignRole", WITH_CHANGE),
    REVOKE_ROLE("revokeRole", WITH_CHANGE),
    HAND_OVER_DEFAULT_ADMIN("handOverDefaultAdmin", WITH_CHANGE),
    ASSIGN_DEFAULT_ADMIN("assignDefaultTenantAdmin", WITH_CHANGE),
    RESET_DEFAULT_ADMIN("resetDefaultAdmin", WITH_CHANGE),
    FIND_USER("findUser", OF_REFUSALS),
    LIST_USERS("listUsers", OF_REFUSALS),
    SET_CONTACT("setContact", WITH_CHANGE),
    REMOVE_CONTACT("removeContact", WITH_CHANGE),
    LIST_CONTACTS("listContacts", OF_REFUSALS),
    GENERATE_KEY("generateKey", WITH_CHANGE),
    IMPORT_KEY("importKey", WITH_CHANGE),
    CERTIFY_KEY("certifyKey", WITH_CHANGE),
    MAKE_KEY_FORMER("makeKeyFormer", WITH_CHANGE),
    REVOKE_KEY("revokeKey", WITH_CHANGE),
    REQUEST_CERTIFICATE("keyRequest", BEFORE),
    LIST_KEYS("listKeys", OF_REFUSALS),
    SET_SECRET("setSecret", WITH_CHANGE),
    REMOVE_SECRET("removeSecret", WITH_CHANGE),
    LIST_SECRETS("listSecrets", OF_REFUSALS),
    REGISTER_PARTNER("registerPartner", WITH_CHANGE),
    REVOKE_PARTNER("revokePartner", WITH_CHANGE),
    LIST_PARTNERS("listPartners", OF_REFUSALS),
    ADD_ISSUER("addIssuer", WITH_CHANGE),
    SET_ISSUER_KEYS("setIssuerKeys", WITH_CHANGE),
    REMOVE_ISSUER("removeIssuer", WITH_CHANGE),
    LIST_ISSUERS("listIssuers", OF_REFUSALS),
    ADD_AUTHORITY("addAuthority", WITH_CHANGE),
    REMOVE_AUTHORITY("removeAuthority", WITH_CHANGE),
    UPLOAD_CRL("uploadCrl", WITH_CHANGE),
    LIST_AUTHORITIES("listAuthorities", OF_REFUSALS),
    SHOW_CRL("showCrl", OF_REFUSALS),
    ADD_USER_SUBJECT("addUserSubject", WITH_CHANGE),
    REMOVE_USER_SUBJECT("removeUserSubject", WITH_CHANGE),
    LIST_USER_SUBJECTS("listUserSubjects", OF_REFUSALS),
    ADD_SYSTEM_USER("addSystemUser", WITH_CHANGE),
    SET_SYSTEM_PASSWORD("setSystemPassword", WITH_CHANGE),
    LOCK_SYSTEM_USER("lockSystemUser", WITH_CHANGE),
    UNLOCK_SYSTEM_USER("unlockSystemUser", WITH_CHANGE),
    REMOVE_SYSTEM_USER("removeSystemUser", WITH_CHANGE),
    ASSIGN_SYSTEM_ROLE("assignSystemRole", WITH_CHANGE),
    REVOKE_SYSTEM_ROLE("revokeSystemRole", WITH_CHANGE),
    LIST_SYSTEM_USERS("listSystemUsers", OF_REFUSALS),
    GRANT_QUOTA("grantQuota", WITH_CHANGE),
    CHANGE_QUOTA("changeQuota", WITH_CHANGE),
    REVOKE_QUOTA("revokeQuota", WITH_CHANGE),
    LIST_QUOTAS("listQuotas", OF_REFUSALS),
    GRANT_CONTINGENT("grantContingent", WITH_CHANGE),
    CHANGE_CONTINGENT("changeContingent", WITH_CHANGE),
    REVOKE_CONTINGENT("revokeContingent", WITH_CHANGE),
    LIST_CONTINGENTS("listContingents", OF_REFUSALS),
    DEPLOY_ASSEMBLY("deployAssembly", WITH_CHANGE),
    UPDATE_ASSEMBLY("updateAssembly", WITH_CHANGE),
    SWITCH_ASSEMBLY("switchAssembly", WITH_CHANGE),
    ROLL_BACK_ASSEMBLY("rollBackAssembly", WITH_CHANGE),
    UNDEPLOY_ASSEMBLY("undeployAssembly", WITH_CHANGE),
    START_ASSEMBLY("startAssembly", WITH_CHANGE),
    STOP_ASSEMBLY("stopAssembly", WITH_CHANGE),
    SHUT_DOWN_ASSEMBLY("shutDownAssembly", WITH_CHANGE),
    EXPORT_ASSEMBLY("exportAssembly", BEFORE),
    LIST_ASSEMBLIES("listAssemblies", OF_REFUSALS),
    REGISTER_SERVICE("registerService", WITH_CHANGE),
    UPDATE_SERVICE("updateService", WITH_CHANGE),
    UNREGISTER_SERVICE("unregisterService", WITH_CHANGE),
    ATTACH_POLICY("attachPolicy", WITH_CHANGE),
    DETACH_POLICY("detachPolicy", WITH_CHANGE),
    FIND_SERVICES("findServices", OF_REFUSALS),
    LIST_ENDPOINTS("listEndpoints", OF_REFUSALS),
    LIST_DEPLOYMENTS("listDeployments", OF_REFUSALS),
    INSTALL_COMPONENT("install", WITH_CHANGE),
    UNINSTALL_COMPONENT("uninstallComponent", WITH_CHANGE),
    UNINSTALL_LIBRARY("uninstallLibrary", WITH_CHANGE),
    START_COMPONENT("startComponent", WITH_CHANGE),
    STOP_COMPONENT("stopComponent", WITH_CHANGE),
    SHUT_DOWN_COMPONENT("shutDownComponent", WITH_CHANGE),
    CONFIGURE_COMPONENT("configureComponent", WITH_CHANGE),
    LIST_COMPONENTS("listComponents", OF_REFUSALS),
    LIST_SETTINGS("listSettings", OF_REFUSALS),
    LIST_LIBRARIES("listLibraries", OF_REFUSALS),
    LINK("link", WITH_CHANGE),
    UNLINK("unlink", WITH_CHANGE),
    LIST_LINKS("listLinks", OF_REFUSALS),
    LIST_NODES("listNodes", OF_REFUSALS),
    DRAIN_NODE("drainNode", WITH_CHANGE),
    REMOVE_NODE("removeNode", WITH_CHANGE),
    RESYNC("resync", WITH_CHANGE),
    SHOW_OPERATION("showOperation", OF_REFUSALS),
    LIST_TRAFFIC("listTraffic", OF_REFUSALS),
    SHOW_TRAFFIC("showTraffic", OF_REFUSALS),
    LIST_TRANSACTIONS("listTransactions", OF_REFUSALS),
    RECOVER_TRANSACTIONS("recoverTransactions", OWED),
    RETIRE_RESOURCE("retireTransactionResource", OWED),
    FORGET_HEURISTIC("forgetHeuristic", OWED),
    READ_AUDIT("getAudit", BEFORE),
    VERIFY_AUDIT("verifyAudit", BEFORE),
    SUBMIT_BATCH("submitBatch", WITH_CHANGE),
    PLAN_BATCH("submitBatch (dry run)", OF_REFUSALS),
    WHO_AM_I("whoAmI", OF_REFUSALS),
    CHANGE_PASSWORD("changePassword", WITH_CHANGE),
    CREATE_TOKEN("createToken", WITH_CHANGE),
    REGISTER_CERTIFICATE("registerCertificate", WITH_CHANGE),
    LIST_TOKENS("listTokens", OF_REFUSALS),
    LIST_CERTIFICATES("listCertificates", OF_REFUSALS),
    REVOKE_TOKEN("revokeToken", WITH_CHANGE),
    REVOKE_CERTIFICATE("revokeCertificate", WITH_CHANGE),
    LIST_ACCESS_CREDENTIALS("listAccessCredentials", OF_REFUSALS),
    REVOKE_ACCESS_CREDENTIAL("revokeAccessCredential", WITH_CHANGE),
    LIST_SYSTEM_ACCESS_CREDENTIALS("listSystemAccessCredentials", OF_REFUSALS),
    REVOKE_SYSTEM_ACCESS_CREDENTIAL("revokeSystemAccessCredential", WITH_CHANGE),
    REGISTER_USER_CERTIFICATE("registerUserCertificate", WITH_CHANGE),
    LIST_USER_CERTIFICATES("listUserCertificates", OF_REFUSALS),
    REVOKE_USER_CERTIFICATE("revokeUserCertificate", WITH_CHANGE),
    STATUS("status", OF_REFUSALS),
    RESET_ADMINISTRATOR("resetAdministrator", OWED),
    LOG_IN("logIn", LOGGED);

    /** The place in the audit of an operation that was done; a refused one is always audited. */
    public enum Trace {
        /** In the trail, as part of the change. */
        WITH_CHANGE,
        /** In the trail, before the caller gets data that may be secret. */
        BEFORE,
        /** In the trail, as soon as the registry can be reached. The operation must also work while it cannot. */
        OWED,
        /** In the log alone. */
        LOGGED,
        /** In the log, at DEBUG. */
        OF_REFUSALS
    }

    private final String text;
    private final Trace trace;

    Operation(String text, Trace trace) {
        this.text = text;
        this.trace = trace;
    }

    public Trace trace() {
        return trace;
    }

    @Override
    public String toString() {
        return text;
    }
}
