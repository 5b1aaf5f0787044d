package org.esbmt.tenancy.api;

import static java.util.Objects.requireNonNull;

/**
 * A SAML 2.0 assertion of an issuer that the tenant has registered. The {@link TenantAuthenticator} verifies the issuer's
 * signature. For holder-of-key its answer has the holder's certificate, and does not prove that the sender has the private
 * key: the binding component verifies the signature of the message.
 */
public record AssertionProof(TenantId tenant, SamlAssertion assertion) implements SenderProof {

    public AssertionProof {
        requireNonNull(tenant, "tenant");
        requireNonNull(assertion, "assertion");
    }

    /** Never shows the assertion. */
    @Override
    public String toString() {
        return tenant + "/assertion";
    }
}
