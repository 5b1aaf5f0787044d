package org.esbmt.administration.rest.internal.document;

import java.util.Locale;
import java.util.Map;

/**
 * The commands of operations at a command line, as {@code x-command} of the document. A command is a noun and a verb, joined by
 * hyphens, and has the name of the shell where the shell has it. Two operations may share a command if their paths have
 * different numbers of variables.
 */
final class CommandNames {
    /** Commands that are not made by the rule: the verb that begins the operation's name, after the noun in the singular. */
    private static final Map<String, String> IRREGULAR = Map.ofEntries(
            Map.entry("whoAmI", "who-am-i"),
            Map.entry("changeAdministratorPassword", "admin-password"),
            Map.entry("status", "status"),
            Map.entry("findTenant", "tenant-show"),
            Map.entry("requestOffboarding", "tenant-offboarding-request"),
            Map.entry("withdrawOffboarding", "tenant-offboarding-withdraw"),
            Map.entry("resync", "resync"),
            Map.entry("findUser", "user-show"),
            Map.entry("showUser", "user-show-id"),
            Map.entry("setPassword", "user-password"),
            Map.entry("revokeCredential", "user-password-revoke"),
            Map.entry("handOverDefaultAdmin", "default-admin-hand-over"),
            Map.entry("assignDefaultTenantAdmin", "default-admin-assign"),
            Map.entry("resetDefaultAdmin", "default-admin-password"),
            Map.entry("listSystemAccessCredentials", "access-credential-list"),
            Map.entry("revokeSystemAccessCredential", "access-credential-revoke"),
            Map.entry("listContacts", "tenant-contacts"),
            Map.entry("showContact", "tenant-contact-show"),
            Map.entry("setContact", "tenant-contact-set"),
            Map.entry("removeContact", "tenant-contact-remove"),
            Map.entry("importPkcs12", "key-import"),
            Map.entry("importPem", "key-import-pem"),
            Map.entry("keyRequest", "key-request"),
            Map.entry("makeKeyFormer", "key-former"),
            Map.entry("setIssuerKeys", "issuer-keys"),
            Map.entry("deployAssemblyForUser", "assembly-deploy"),
            Map.entry("rollBackAssembly", "assembly-rollback"),
            Map.entry("shutDownAssembly", "assembly-shutdown"),
            Map.entry("assemblyHistory", "assembly-history"),
            Map.entry("findServices", "service-list"),
            Map.entry("wsdl", "service-show"),
            Map.entry("showService", "service-show-entry"),
            Map.entry("policy", "policy-show"),
            Map.entry("setSystemPassword", "system-user-password"),
            Map.entry("install", "component-install"),
            Map.entry("shutDownComponent", "component-shutdown"),
            Map.entry("listSettings", "component-settings"),
            Map.entry("linkToPlain", "link-create-to-plain"),
            Map.entry("unlinkFromPlain", "link-remove-to-plain"),
            Map.entry("linkToTenant", "link-create-to-tenant"),
            Map.entry("unlinkFromTenant", "link-remove-to-tenant"),
            Map.entry("listBatchesUnderWay", "batch-list"),
            Map.entry("submitBatch", "batch-run"),
            Map.entry("recover", "transaction-recover"),
            Map.entry("retire", "transaction-retire"),
            Map.entry("forget", "transaction-forget"));

    /** The command that only plans an operation, where the command line has one beside the option of each change. */
    private static final Map<String, String> PLANS = Map.of("submitBatch", "batch-plan");

    private CommandNames() {}

    /** The command of an operation of the catalogue. */
    static String of(String operation) {
        String irregular = IRREGULAR.get(operation);
        if (irregular != null) {
            return irregular;
        }
        String[] words = operation.split("(?=[A-Z])", 2);
        if (words.length < 2) {
            return operation;
        }
        String noun = words[1].replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
        return singular(noun) + "-" + words[0];
    }

    /** The command that only plans it; empty for most operations. */
    static String plan(String operation) {
        return PLANS.getOrDefault(operation, "");
    }

    private static String singular(String noun) {
        if (noun.endsWith("ies")) {
            return noun.substring(0, noun.length() - "ies".length()) + "y";
        }
        return noun.endsWith("s") ? noun.substring(0, noun.length() - 1) : noun;
    }
}
