package org.esbmt.http.bc.internal.endpoint;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import org.esbmt.http.api.edge.HttpCall;
import org.esbmt.http.bc.internal.soap.EmbeddedAssertion;
import org.esbmt.jbi.container.api.LogAllowance;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.tenancy.api.AssertionProof;
import org.esbmt.tenancy.api.SamlAssertion;
import org.esbmt.tenancy.api.SenderProof;
import org.esbmt.tenancy.api.TenantId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes claims of SAML assertions. Tells the operator why one of them proves nothing, whoever issued it. */
final class Assertions {
    private static final Logger LOG = LoggerFactory.getLogger(Assertions.class);

    private Assertions() {}

    /**
     * The claim of an assertion whose bearer is taken for its subject.
     *
     * @param lines the log allowance
     * @return empty if the assertion proves nothing, whatever its signature; the log says why
     */
    static Optional<SenderProof> ofBearer(
            IncomingMessage message, TenantId tenant, HttpCall call, MessageProtection protection, LogAllowance lines) {
        if (!call.isOverTls()) {
            UsernameTokens.inTheClear("SAML assertion", tenant, lines);
            return Optional.empty();
        }
        EmbeddedAssertion place = message.assertion();
        if (place.flaw().isPresent()) {
            return refused(tenant, place.flaw().get(), lines);
        }
        try {
            SamlAssertion assertion = protection.readAssertion(message.bytes(place.to()), place.from());
            return isFor(assertion, call)
                    ? Optional.of(new AssertionProof(tenant, assertion))
                    : refused(tenant, "it is for another recipient", lines);
        } catch (SecurityRefusedException e) {
            return refused(tenant, e.getMessage(), lines);
        }
    }

    private static Optional<SenderProof> refused(TenantId tenant, String why, LogAllowance lines) {
        LOG.debug("A SAML assertion for tenant {} is refused: {}", tenant, why);
        lines.warn(LOG, () -> "A SAML assertion for tenant " + tenant + " is refused: " + why);
        return Optional.empty();
    }

    /**
     * Tells whether an assertion may be used for a request. A recipient is a URL with the path of the request. The bus
     * does not know its own names behind proxies, so the host has no meaning; the audience names the receiver.
     */
    static boolean isFor(SamlAssertion assertion, HttpCall call) {
        if (assertion.recipient().isEmpty()) {
            return true;
        }
        try {
            URI recipient = new URI(assertion.recipient().get());
            return recipient.isAbsolute()
                    && call.path().equals(recipient.getRawPath())
                    && recipient.getRawQuery() == null
                    && recipient.getRawFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
