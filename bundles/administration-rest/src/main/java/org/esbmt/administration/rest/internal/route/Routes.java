package org.esbmt.administration.rest.internal.route;

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

import java.util.List;
import org.esbmt.administration.api.PartAccess.Part;

/**
 * The table of routes: method, resource, deed, operation. Nothing else of this adapter names an operation. A test compares it with the
 * catalogue.
 */
public final class Routes {
    private static final String TENANT = "/tenants/{tenantId}";
    private static final String USER = TENANT + "/users/{userId}";
    private static final String FIRST = TENANT + "/default-administrator";
    private static final String CONTACT = TENANT + "/contacts/{name}";
    private static final String KEYS = TENANT + "/keys";
    private static final String KEY = KEYS + "/{name}";
    private static final String SECRET = TENANT + "/secrets/{name}";
    private static final String PARTNERS = TENANT + "/partners";
    private static final String ISSUERS = TENANT + "/issuers";
    private static final String AUTHORITIES = TENANT + "/authorities";
    private static final String ASSEMBLIES = TENANT + "/assemblies";
    private static final String ASSEMBLY = ASSEMBLIES + "/{assembly}";
    private static final String SERVICE = TENANT + "/services/{service}/{version}{?namespace}";
    private static final String QUOTA = TENANT + "/quotas/{resource}{?cluster,component}";
    private static final String CONTINGENT = TENANT + "/contingents/{resource}{?cluster,component,userId,role}";
    private static final String SYSTEM_USER = "/system-users/{login}";
    private static final String COMPONENT = "/components/{component}";

    public static final List<Route> ALL = List.of(
            get("/me", "", TENANTS, "whoAmI"),
            post("/me", "/password", TENANTS, "changeAdministratorPassword").uncompared(),
            get("/tokens", "", TENANTS, "listTokens"),
            post("/tokens", "", TENANTS, "createToken"),
            delete("/tokens/{credentialId}", "", TENANTS, "revokeToken"),
            get("/certificates", "", TENANTS, "listCertificates"),
            post("/certificates", "", TENANTS, "registerCertificate"),
            delete("/certificates/{credentialId}", "", TENANTS, "revokeCertificate"),
            get(TENANT, "/access-credentials", USERS, "listAccessCredentials"),
            delete(TENANT + "/access-credentials/{credentialId}", "", USERS, "revokeAccessCredential"),
            get("/access-credentials", "", SYSTEM_USERS, "listSystemAccessCredentials"),
            delete("/access-credentials/{credentialId}", "", SYSTEM_USERS, "revokeSystemAccessCredential"),
            get("/status", "", TENANTS, "status"),
            get("/tenants", "", TENANTS, "listTenants"),
            post("/tenants", "", TENANTS, "createTenant"),
            get("/tenants/{tenant}", "", TENANTS, "findTenant"),
            post(TENANT, "/suspend", TENANTS, "suspendTenant"),
            post(TENANT, "/resume", TENANTS, "resumeTenant"),
            post(TENANT, "/drain", TENANTS, "drainTenant"),
            post(TENANT, "/purge", TENANTS, "purgeTenant"),
            post(TENANT, "/offboarding", TENANTS, "requestOffboarding"),
            delete(TENANT, "/offboarding", TENANTS, "withdrawOffboarding"),
            post(TENANT, "/resync", CLUSTER, "resync"),
            get(TENANT, "/users", USERS, "listUsers"),
            post(TENANT + "/users", "", USERS, "addUser"),
            get(TENANT + "/logins/{login}", "", TENANTS, "findUser"),
            get(USER, "", USERS, "showUser"),
            delete(USER, "", USERS, "removeUser"),
            post(USER, "/lock", TENANTS, "lockUser"),
            post(USER, "/unlock", TENANTS, "unlockUser"),
            put(USER, "/password", TENANTS, "setPassword"),
            delete(USER, "/password", USERS, "revokeCredential"),
            post(USER, "/roles", USERS, "assignRole"),
            delete(USER, "/roles/{role}", USERS, "revokeRole"),
            post(USER, "/default-administrator", USERS, "handOverDefaultAdmin"),
            post(USER + "/certificates", "", USERS, "registerUserCertificate"),
            get(TENANT, "/user-certificates", USERS, "listUserCertificates"),
            delete(TENANT + "/user-certificates/{digest}", "", USERS, "revokeUserCertificate"),
            get(USER, "/subjects", USERS, "listUserSubjects"),
            post(USER, "/subjects", USERS, "addUserSubject"),
            post(USER, "/remove-subject", USERS, "removeUserSubject"),
            put(FIRST, "", USERS, "assignDefaultTenantAdmin").uncompared(),
            put(FIRST, "/password", TENANTS, "resetDefaultAdmin").uncompared(),
            get(TENANT, "/contacts", TENANTS, "listContacts"),
            get(CONTACT, "", TENANTS, "showContact"),
            put(CONTACT, "", TENANTS, "setContact"),
            delete(CONTACT, "", TENANTS, "removeContact"),
            get(KEYS, "", TENANTS, "listKeys"),
            post(KEYS, "", TENANTS, "generateKey"),
            post(TENANT, "/import-pkcs12", TENANTS, "importPkcs12"),
            post(TENANT, "/import-pem", TENANTS, "importPem"),
            get(KEY, "", TENANTS, "showKey"),
            get(KEY, "/request", TENANTS, "keyRequest"),
            put(KEY, "/certificates", TENANTS, "certifyKey"),
            post(KEY, "/former", TENANTS, "makeKeyFormer"),
            delete(KEY, "", TENANTS, "revokeKey"),
            get(TENANT, "/secrets", TENANTS, "listSecrets"),
            put(SECRET, "", TENANTS, "setSecret"),
            delete(SECRET, "", TENANTS, "removeSecret"),
            get(PARTNERS, "", TENANTS, "listPartners"),
            post(PARTNERS, "", TENANTS, "registerPartner"),
            get(PARTNERS + "/{name}", "", TENANTS, "showPartner"),
            delete(PARTNERS + "/{name}", "", TENANTS, "revokePartner"),
            get(ISSUERS, "", TENANTS, "listIssuers"),
            post(ISSUERS, "", TENANTS, "addIssuer"),
            get(ISSUERS + "/{name}", "", TENANTS, "showIssuer"),
            put(ISSUERS + "/{name}", "/keys", TENANTS, "setIssuerKeys"),
            delete(ISSUERS + "/{name}", "", TENANTS, "removeIssuer"),
            get(AUTHORITIES, "", TENANTS, "listAuthorities"),
            post(AUTHORITIES, "", TENANTS, "addAuthority"),
            get(AUTHORITIES + "/{name}", "", TENANTS, "showAuthority"),
            delete(AUTHORITIES + "/{name}", "", TENANTS, "removeAuthority"),
            get(AUTHORITIES + "/{name}", "/crl", TENANTS, "showCrl"),
            put(AUTHORITIES + "/{name}", "/crl", TENANTS, "uploadCrl"),
            get(ASSEMBLIES, "", TENANTS, "listAssemblies"),
            post(ASSEMBLIES, "", TENANTS, "deployAssembly"),
            post(USER + "/assemblies", "", TENANTS, "deployAssemblyForUser"),
            get(ASSEMBLY, "", TENANTS, "showAssembly"),
            post(ASSEMBLY, "/switch", TENANTS, "switchAssembly"),
            post(ASSEMBLY, "/update", TENANTS, "updateAssembly"),
            delete(ASSEMBLY, "", TENANTS, "undeployAssembly"),
            post(ASSEMBLY, "/rollback", TENANTS, "rollBackAssembly"),
            post(ASSEMBLY, "/start", TENANTS, "startAssembly"),
            post(ASSEMBLY, "/stop", TENANTS, "stopAssembly"),
            post(ASSEMBLY, "/shutdown", TENANTS, "shutDownAssembly"),
            get(ASSEMBLY, "/archive", TENANTS, "exportAssembly"),
            get(ASSEMBLY, "/history", SERVICES, "assemblyHistory"),
            get(TENANT, "/deployments", SERVICES, "listDeployments"),
            get(TENANT, "/endpoints", SERVICES, "listEndpoints"),
            get(TENANT, "/services", SERVICES, "findServices"),
            post(TENANT + "/services{?service,version}", "", SERVICES, "registerService"),
            get(SERVICE, "", SERVICES, "showService"),
            delete(SERVICE, "", SERVICES, "unregisterService"),
            get(SERVICE, "/wsdl", SERVICES, "wsdl"),
            put(SERVICE, "/wsdl", SERVICES, "updateService"),
            get(SERVICE, "/policies/{policy}", SERVICES, "policy"),
            put(SERVICE, "/policies/{policy}", SERVICES, "attachPolicy"),
            delete(SERVICE, "/policies/{policy}", SERVICES, "detachPolicy"),
            get(TENANT, "/quotas", QUOTAS, "listQuotas"),
            post(TENANT + "/quotas", "", QUOTAS, "grantQuota"),
            get(QUOTA, "", QUOTAS, "showQuota"),
            put(QUOTA, "", QUOTAS, "changeQuota"),
            delete(QUOTA, "", QUOTAS, "revokeQuota"),
            get(TENANT, "/contingents", QUOTAS, "listContingents"),
            post(TENANT + "/contingents", "", QUOTAS, "grantContingent"),
            get(CONTINGENT, "", QUOTAS, "showContingent"),
            put(CONTINGENT, "", QUOTAS, "changeContingent"),
            delete(CONTINGENT, "", QUOTAS, "revokeContingent"),
            get(TENANT, "/audit", AUDIT, "listAudit"),
            get(TENANT, "/audit/verification", AUDIT, "verifyAudit"),
            get("/audit", "", AUDIT, "listAudit"),
            get("/audit", "/verification", AUDIT, "verifyAudit"),
            get("/system-users", "", SYSTEM_USERS, "listSystemUsers"),
            post("/system-users", "", SYSTEM_USERS, "addSystemUser"),
            get(SYSTEM_USER, "", SYSTEM_USERS, "showSystemUser"),
            delete(SYSTEM_USER, "", SYSTEM_USERS, "removeSystemUser"),
            post(SYSTEM_USER, "/lock", SYSTEM_USERS, "lockSystemUser"),
            post(SYSTEM_USER, "/unlock", SYSTEM_USERS, "unlockSystemUser"),
            put(SYSTEM_USER, "/password", SYSTEM_USERS, "setSystemPassword"),
            post(SYSTEM_USER, "/roles", SYSTEM_USERS, "assignSystemRole"),
            delete(SYSTEM_USER, "/roles/{role}", SYSTEM_USERS, "revokeSystemRole"),
            get("/components", "", COMPONENTS, "listComponents"),
            post("/components", "", COMPONENTS, "install"),
            get(COMPONENT, "", COMPONENTS, "showComponent"),
            delete(COMPONENT, "", COMPONENTS, "uninstallComponent"),
            post(COMPONENT, "/start", COMPONENTS, "startComponent"),
            post(COMPONENT, "/stop", COMPONENTS, "stopComponent"),
            post(COMPONENT, "/shutdown", COMPONENTS, "shutDownComponent"),
            get(COMPONENT + "/settings", "", COMPONENTS, "listSettings"),
            post(COMPONENT, "/settings", COMPONENTS, "configureComponent"),
            get("/libraries", "", COMPONENTS, "listLibraries"),
            get("/libraries/{library}", "", COMPONENTS, "showLibrary"),
            delete("/libraries/{library}", "", COMPONENTS, "uninstallLibrary"),
            get("/links", "", LINKS, "listLinks"),
            post("/links", "/to-plain", LINKS, "linkToPlain"),
            delete("/links", "/to-plain", LINKS, "unlinkFromPlain"),
            post("/links", "/to-tenant", LINKS, "linkToTenant"),
            delete("/links", "/to-tenant", LINKS, "unlinkFromTenant"),
            get("/nodes", "", CLUSTER, "listNodes"),
            get("/nodes/{nodeId}", "", CLUSTER, "showNode"),
            delete("/nodes/{nodeId}", "", CLUSTER, "removeNode"),
            post("/nodes/{nodeId}", "/drain", CLUSTER, "drainNode"),
            get("/operations", "", CLUSTER, "listOperations"),
            get("/operations/{operationId}", "", CLUSTER, "showOperation"),
            get("/batches", "", CLUSTER, "listBatchesUnderWay"),
            post("/batches", "", BATCHES, "submitBatch"),
            get("/traffic", "", TRAFFIC, "listTraffic"),
            get("/traffic", "/history", TRAFFIC, "listTrafficHistory"),
            get(TENANT, "/traffic", TRAFFIC, "showTraffic"),
            get(TENANT, "/traffic/history", TRAFFIC, "showTrafficHistory"),
            get("/transactions", "", TRANSACTIONS, "listTransactions"),
            post("/transactions", "/recover", TRANSACTIONS, "recover"),
            post("/transactions", "/retire", TRANSACTIONS, "retire"),
            post("/transactions", "/forget", TRANSACTIONS, "forget"));

    private Routes() {}

    private static Route get(String resource, String deed, Part part, String operation) {
        return new Route("GET", resource, deed, part, operation);
    }

    private static Route post(String resource, String deed, Part part, String operation) {
        return new Route("POST", resource, deed, part, operation);
    }

    private static Route put(String resource, String deed, Part part, String operation) {
        return new Route("PUT", resource, deed, part, operation);
    }

    private static Route delete(String resource, String deed, Part part, String operation) {
        return new Route("DELETE", resource, deed, part, operation);
    }
}
