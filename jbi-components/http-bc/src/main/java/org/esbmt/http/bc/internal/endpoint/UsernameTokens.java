package org.esbmt.http.bc.internal.endpoint;

import java.util.Optional;
import org.esbmt.http.api.edge.HttpCall;
import org.esbmt.http.bc.internal.soap.UsernameToken;
import org.esbmt.jbi.container.api.LogAllowance;
import org.esbmt.tenancy.api.LoginCredential;
import org.esbmt.tenancy.api.SenderProof;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes claims of UsernameTokens. Tells the operator about senders whose secrets came without TLS. */
final class UsernameTokens {
    private static final Logger LOG = LoggerFactory.getLogger(UsernameTokens.class);

    private UsernameTokens() {}

    /**
     * The claim of a token, for the authenticator.
     *
     * @param lines the log allowance
     * @return empty if the token proves nothing, whatever its password; the log says why
     */
    static Optional<SenderProof> proof(UsernameToken token, TenantId tenant, HttpCall call, LogAllowance lines) {
        if (!call.isOverTls()) {
            inTheClear("UsernameToken", tenant, lines);
            return Optional.empty();
        }
        if (token.flaw().isPresent()) {
            lines.warn(
                    LOG,
                    () -> "A UsernameToken for tenant " + tenant + " is refused: "
                            + token.flaw().get() + ".");
            return Optional.empty();
        }
        return Optional.of(claim(token, tenant));
    }

    private static SenderProof claim(UsernameToken token, TenantId tenant) {
        try {
            return new TenantCredential(tenant, UserId.of(token.username()), token.password());
        } catch (IllegalArgumentException e) {
            return new LoginCredential(tenant, token.username(), token.password());
        }
    }

    /** Tells that a secret came without TLS, so that others may have it. */
    static void inTheClear(String secret, TenantId tenant, LogAllowance lines) {
        lines.warn(
                LOG,
                () -> "A " + secret + " for tenant " + tenant
                        + " came without TLS. It is refused, and should be changed.");
    }
}
