package org.esbmt.message.security.internal.interop;

/** Policies of WS-SecurityPolicy 1.2, as a WSDL has them. */
final class Policies {
    private static final String SP = "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702";
    private static final String CONTEXT = "<sp:Header Name='TenantContext' Namespace='urn:esbmt:tenant-context:1'/>";
    private static final String SUITE =
            "<sp:AlgorithmSuite><wsp:Policy><sp:CustomAlgorithmSuite/></wsp:Policy></sp:AlgorithmSuite>";
    private static final String ADDRESSING = "<sp:Header Namespace='http://www.w3.org/2005/08/addressing'/>";

    private Policies() {}

    /** Timestamp, Body, TenantContext and WS-Addressing are signed. */
    static String signed() {
        return policy(signedParts());
    }

    /** The same, and the Body is encrypted. */
    static String encrypted() {
        return policy(signedParts() + "<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>");
    }

    /** The TenantContext is encrypted, too. */
    static String contextEncrypted() {
        return policy(signedParts() + "<sp:EncryptedParts><sp:Body/>" + CONTEXT + "</sp:EncryptedParts>");
    }

    /** Session keys, begun by signed and encrypted requests. */
    static String session(boolean encrypted) {
        String bootstrap = encrypted();
        String parts = signedParts() + (encrypted ? "<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>" : "");
        return "<wsp:Policy xmlns:wsp='http://www.w3.org/ns/ws-policy' xmlns:sp='" + SP + "'><wsp:ExactlyOne><wsp:All>"
                + "<sp:SymmetricBinding><wsp:Policy><sp:ProtectionToken><wsp:Policy>"
                + "<sp:SecureConversationToken sp:IncludeToken='" + SP + "/IncludeToken/AlwaysToRecipient'>"
                + "<wsp:Policy><sp:RequireDerivedKeys/><sp:BootstrapPolicy>" + bootstrap
                + "</sp:BootstrapPolicy></wsp:Policy></sp:SecureConversationToken>"
                + "</wsp:Policy></sp:ProtectionToken>" + SUITE
                + "<sp:Layout><wsp:Policy><sp:Lax/></wsp:Policy></sp:Layout>"
                + "<sp:IncludeTimestamp/><sp:OnlySignEntireHeadersAndBody/></wsp:Policy></sp:SymmetricBinding>"
                + "<sp:Trust13><wsp:Policy><sp:MustSupportIssuedTokens/></wsp:Policy></sp:Trust13>" + parts
                + "</wsp:All></wsp:ExactlyOne></wsp:Policy>";
    }

    private static String signedParts() {
        return "<sp:SignedParts><sp:Body/>" + CONTEXT + ADDRESSING + "</sp:SignedParts>";
    }

    private static String policy(String parts) {
        return "<wsp:Policy xmlns:wsp='http://www.w3.org/ns/ws-policy' xmlns:sp='" + SP + "'><wsp:ExactlyOne><wsp:All>"
                + "<sp:AsymmetricBinding><wsp:Policy>"
                + "<sp:InitiatorToken><wsp:Policy>" + token("AlwaysToRecipient", "")
                + "</wsp:Policy></sp:InitiatorToken>"
                + "<sp:RecipientToken><wsp:Policy>" + token("AlwaysToInitiator", "<sp:RequireThumbprintReference/>")
                + "</wsp:Policy></sp:RecipientToken>"
                + SUITE + "<sp:Layout><wsp:Policy><sp:Lax/></wsp:Policy></sp:Layout>"
                + "<sp:IncludeTimestamp/><sp:OnlySignEntireHeadersAndBody/></wsp:Policy></sp:AsymmetricBinding>"
                + "<sp:Wss11><wsp:Policy><sp:MustSupportRefThumbprint/></wsp:Policy></sp:Wss11>" + parts
                + "</wsp:All></wsp:ExactlyOne></wsp:Policy>";
    }

    private static String token(String inclusion, String reference) {
        return "<sp:X509Token sp:IncludeToken='" + SP + "/IncludeToken/" + inclusion + "'><wsp:Policy>" + reference
                + "<sp:WssX509V3Token11/></wsp:Policy></sp:X509Token>";
    }
}
