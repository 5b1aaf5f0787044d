package org.esbmt.tenancy.api;

import static java.util.Objects.requireNonNull;

import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.Subject;

/**
 * A verified sender with all data for its requests. It is built once for each verified proof, and all requests with
 * that proof share it.
 */
public final class AuthenticatedCaller {
    private final TenantPrincipal principal;
    private final Subject subject;
    private final String tenantText;
    private final String userText;
    private final Optional<X509Certificate> certificate;

    /** A sender with a password. */
    public AuthenticatedCaller(TenantPrincipal principal) {
        this(principal, Optional.empty());
    }

    /** @param certificate the registered certificate of a {@link CertificateProof}, or that of the holder whom an {@link AssertionProof}
     * names; empty for every other proof */
    public AuthenticatedCaller(TenantPrincipal principal, Optional<X509Certificate> certificate) {
        this.certificate = requireNonNull(certificate, "certificate");
        this.principal = requireNonNull(principal, "principal");
        this.subject = new Subject(true, Set.of(principal), Set.of(), Set.of());
        this.tenantText = principal.tenant().toString();
        this.userText = principal.user().toString();
    }

    public TenantPrincipal principal() {
        return principal;
    }

    /** Read-only; its one principal is {@link #principal()}. */
    public Subject subject() {
        return subject;
    }

    /** The tenant's canonical text, for the message's {@code TenantID} property. */
    public String tenantText() {
        return tenantText;
    }

    /** The user's canonical text, for the message's {@code UserID} property. */
    public String userText() {
        return userText;
    }

    /**
     * The certificate that is registered for the user, or that an issuer has confirmed, if the proof named one. Its public key verifies the sender's
     * signature. It is shared and immutable.
     */
    public Optional<X509Certificate> certificate() {
        return certificate;
    }

    @Override
    public String toString() {
        return principal.getName();
    }
}
