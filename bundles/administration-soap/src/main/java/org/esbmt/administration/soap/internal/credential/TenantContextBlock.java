package org.esbmt.administration.soap.internal.credential;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.LoginNames;
import org.esbmt.administration.soap.internal.refusal.Refusal;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.w3c.dom.Element;

/** The bus's own header block with the identifiers of a tenant and a user, and a password. */
final class TenantContextBlock {
    private static final String NAMESPACE = "urn:esbmt:tenant-context:1";

    static final QName NAME = new QName(NAMESPACE, "TenantContext");

    private static final QName TENANT = new QName(NAMESPACE, "tenantID");
    private static final QName USER = new QName(NAMESPACE, "userID");
    private static final QName PASSWORD = new QName(NAMESPACE, "password");
    private static final QName ENTRY = new QName(NAMESPACE, "optionalEntry");
    private static final Set<QName> REQUIRED = Set.of(TENANT, USER, PASSWORD);
    private static final Set<QName> PERMITTED = Set.of(TENANT, USER, PASSWORD, ENTRY);

    private TenantContextBlock() {}

    /** Reads the block. An unknown user has a login that nobody has, so that the refusal takes as long. */
    static Credential read(Element block, LoginNames logins) throws Refusal {
        Map<QName, String> values = new HashMap<>();
        List<Element> children = Blocks.children(block, PERMITTED, Set.of(ENTRY));
        for (Element child : children) {
            values.put(Blocks.name(child), Blocks.text(child));
        }
        if (!values.keySet().containsAll(REQUIRED)) {
            throw Refusal.invalidSecurity("the block TenantContext has tenantID, userID and password");
        }
        String login = login(values.get(TENANT).strip(), values.get(USER).strip(), logins);
        return new Credential(login, values.get(PASSWORD).toCharArray(), Optional.empty());
    }

    private static String login(String tenant, String user, LoginNames logins) throws Refusal {
        TenantId tenantId;
        UserId userId;
        try {
            tenantId = TenantId.of(tenant);
            userId = UserId.of(user);
        } catch (IllegalArgumentException e) {
            throw Refusal.invalidSecurity("tenantID and userID are UUIDs in lower case");
        }
        return logins.find(tenantId, userId).orElse(tenant + "/" + user);
    }
}
