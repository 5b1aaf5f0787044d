package org.esbmt.http.bc.internal.unit;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.esbmt.http.bc.internal.soap.WsdlPolicy.Policies;
import org.esbmt.http.bc.internal.unit.SenderPolicy.Proof;
import org.esbmt.http.bc.internal.unit.SenderPolicy.Protection;

/**
 * Writes an endpoint's rules as WS-SecurityPolicy 1.2, for the clients that are made from its WSDL. The bus reads no policy. A
 * binding of certificates demands a secured answer, so there is none for such endpoints with plain answers, nor for those that
 * take other proofs, too.
 */
public final class SecurityPolicyWriter {
    private static final String SP = "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702";
    private static final Set<Proof> WRITTEN = EnumSet.of(Proof.SIGNATURE, Proof.SESSION);

    private static final String ADDRESSING = "<sp:Header Namespace=\"http://www.w3.org/2005/08/addressing\"/>";
    private static final String CONTEXT =
            "<sp:Header Name=\"TenantContext\" Namespace=\"urn:esbmt:tenant-context:1\"/>";
    private static final String ENCRYPTED = "<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>";
    /** No suite of the standard has RSA-SHA256 or GCM. That of CXF gets them from the client's configuration. */
    private static final String SUITE = "<sp:AlgorithmSuite><wsp:Policy>"
            + "<cxf:CustomAlgorithmSuite xmlns:cxf=\"http://cxf.apache.org/custom/security-policy\"/>"
            + "</wsp:Policy></sp:AlgorithmSuite>";

    private static final String LAYOUT = "<sp:Layout><wsp:Policy><sp:Lax/></wsp:Policy></sp:Layout>"
            + "<sp:IncludeTimestamp/><sp:OnlySignEntireHeadersAndBody/>";
    private static final String WSS11 = "<sp:Wss11><wsp:Policy><sp:MustSupportRefThumbprint/></wsp:Policy></sp:Wss11>";
    /** Answers confirm signatures by certificates alone. */
    private static final String CONFIRMING = "<sp:Wss11><wsp:Policy><sp:MustSupportRefThumbprint/>"
            + "<sp:RequireSignatureConfirmation/></wsp:Policy></sp:Wss11>";

    private static final String TRUST13 = "<sp:Trust13><wsp:Policy/></sp:Trust13>";

    private SecurityPolicyWriter() {}

    /** The policies of an endpoint; empty if WS-SecurityPolicy cannot express its rules. */
    public static Optional<Policies> of(SenderPolicy senders) {
        if (senders.answer() == Protection.NONE) {
            if (senders.accept().equals(Set.of(Proof.USERNAME_TOKEN))) {
                return overTls("UsernameToken", "");
            }
            if (senders.accept().equals(Set.of(Proof.SAML))) {
                return overTls("SamlToken", "<sp:WssSamlV20Token11/>");
            }
        }
        boolean expressible = WRITTEN.containsAll(senders.accept()) && senders.answer() != Protection.NONE;
        if (!expressible) {
            return Optional.empty();
        }
        boolean sessions = senders.accept().contains(Proof.SESSION);
        String request = parts(CONTEXT + ADDRESSING, senders.protect());
        String answer = parts(ADDRESSING, senders.answer());
        String binding =
                sessions ? session(parts(CONTEXT + ADDRESSING, senders.protect())) : certificates() + CONFIRMING;
        return Optional.of(new Policies(all(binding), all(request), all(answer)));
    }

    private static String all(String assertions) {
        return "<wsp:ExactlyOne><wsp:All xmlns:sp=\"" + SP + "\">" + assertions + "</wsp:All></wsp:ExactlyOne>";
    }

    private static String parts(String headers, Protection protection) {
        return "<sp:SignedParts><sp:Body/>" + headers + "</sp:SignedParts>"
                + (protection == Protection.SIGNED_ENCRYPTED ? ENCRYPTED : "");
    }

    private static Optional<Policies> overTls(String token, String version) {
        String binding = "<sp:TransportBinding><wsp:Policy><sp:TransportToken><wsp:Policy><sp:HttpsToken><wsp:Policy/>"
                + "</sp:HttpsToken></wsp:Policy></sp:TransportToken><sp:AlgorithmSuite><wsp:Policy><sp:Basic256Sha256/>"
                + "</wsp:Policy></sp:AlgorithmSuite><sp:Layout><wsp:Policy><sp:Lax/></wsp:Policy></sp:Layout>"
                + "</wsp:Policy></sp:TransportBinding><sp:SupportingTokens><wsp:Policy><sp:" + token
                + " sp:IncludeToken=\"" + SP + "/IncludeToken/AlwaysToRecipient\"><wsp:Policy>" + version
                + "</wsp:Policy></sp:" + token + "></wsp:Policy></sp:SupportingTokens>";
        return Optional.of(new Policies(all(binding), all(""), all("")));
    }

    private static String certificates() {
        return "<sp:AsymmetricBinding><wsp:Policy><sp:InitiatorToken><wsp:Policy>"
                + certificate("AlwaysToRecipient", "")
                + "</wsp:Policy></sp:InitiatorToken><sp:RecipientToken><wsp:Policy>"
                + certificate("AlwaysToInitiator", "<sp:RequireThumbprintReference/>")
                + "</wsp:Policy></sp:RecipientToken>" + SUITE + LAYOUT + "</wsp:Policy></sp:AsymmetricBinding>";
    }

    private static String certificate(String inclusion, String reference) {
        return "<sp:X509Token sp:IncludeToken=\"" + SP + "/IncludeToken/" + inclusion + "\"><wsp:Policy>" + reference
                + "<sp:WssX509V3Token11/></wsp:Policy></sp:X509Token>";
    }

    /** The first message of a session has the same protection as those of the service. */
    private static String session(String bootstrapParts) {
        return "<sp:SymmetricBinding><wsp:Policy><sp:ProtectionToken><wsp:Policy><sp:SecureConversationToken"
                + " sp:IncludeToken=\"" + SP + "/IncludeToken/AlwaysToRecipient\"><wsp:Policy><sp:RequireDerivedKeys/>"
                + "<sp:MustNotSendRenew/><sp:BootstrapPolicy><wsp:Policy>" + certificates() + WSS11 + bootstrapParts
                + "</wsp:Policy></sp:BootstrapPolicy></wsp:Policy></sp:SecureConversationToken>"
                + "</wsp:Policy></sp:ProtectionToken>" + SUITE + LAYOUT + "</wsp:Policy></sp:SymmetricBinding>"
                + WSS11 + TRUST13;
    }
}
