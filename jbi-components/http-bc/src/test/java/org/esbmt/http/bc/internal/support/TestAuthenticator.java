package org.esbmt.http.bc.internal.support;

import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.tenancy.api.AssertionProof;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.AuthenticationOutcome;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.CertificateProof;
import org.esbmt.tenancy.api.LoginCredential;
import org.esbmt.tenancy.api.SamlAssertion;
import org.esbmt.tenancy.api.SenderProof;
import org.esbmt.tenancy.api.TenantAuthenticator;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantPrincipal;
import org.esbmt.tenancy.api.TokenProof;
import org.esbmt.tenancy.api.TokenSubject;
import org.esbmt.tenancy.api.UserId;

/** Knows a few users; authenticates each credential asynchronously once, on a thread of its own. */
public final class TestAuthenticator implements TenantAuthenticator {
    private final Map<String, AuthenticatedCaller> users = new ConcurrentHashMap<>();
    private final Map<String, AuthenticatedCaller> known = new ConcurrentHashMap<>();
    private final Map<String, PublicKey> issuers = new ConcurrentHashMap<>();
    private final Map<TenantId, AuthenticationOutcome.Reason> refused = new ConcurrentHashMap<>();
    private final AtomicInteger checks = new AtomicInteger();
    private volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);

    public void add(TenantId tenant, UserId user, String password) {
        users.put(tenant + "/" + user + "/" + password, new AuthenticatedCaller(new TenantPrincipal(tenant, user)));
    }

    /** Adds a certificate of the user. */
    public void add(TenantId tenant, UserId user, X509Certificate certificate) {
        users.put(
                new CertificateProof(tenant, CertificateDigest.of(certificate)).toString(),
                new AuthenticatedCaller(new TenantPrincipal(tenant, user), Optional.of(certificate)));
    }

    /** Adds a password under the login of a user. */
    public void addLogin(TenantId tenant, UserId user, String login, String password) {
        users.put(tenant + "/" + login + "/" + password, new AuthenticatedCaller(new TenantPrincipal(tenant, user)));
    }

    /** Adds a token of the user. */
    public void addToken(TenantId tenant, UserId user, String token) {
        users.put(tenant + "/token/" + token, new AuthenticatedCaller(new TenantPrincipal(tenant, user)));
    }

    /** Adds an issuer of assertions with one RSA key. Its subjects are added with {@link #addSubject}. */
    public void addIssuer(TenantId tenant, String issuer, PublicKey key) {
        issuers.put(tenant + "/" + issuer, key);
    }

    public void addSubject(TenantId tenant, UserId user, TokenSubject subject) {
        users.put(tenant + "/" + subject, new AuthenticatedCaller(new TenantPrincipal(tenant, user)));
    }

    /** The user of an assertion whose issuer's signature is right; null if there is none. */
    private AuthenticatedCaller subject(AssertionProof proof) {
        SamlAssertion assertion = proof.assertion();
        AuthenticatedCaller found = users.get(proof.tenant() + "/" + assertion.subject());
        PublicKey key = issuers.get(proof.tenant() + "/" + assertion.subject().issuer());
        try {
            Signature operation = Signature.getInstance("SHA256withRSA");
            operation.initVerify(key);
            operation.update(assertion.signature().signed());
            if (found == null || !operation.verify(assertion.signature().value())) {
                return null;
            }
            Optional<X509Certificate> holder = Optional.empty();
            if (assertion.holder().isPresent()) {
                holder = Optional.of((X509Certificate) CertificateFactory.getInstance("X.509")
                        .generateCertificate(
                                new ByteArrayInputStream(assertion.holder().get())));
            }
            return new AuthenticatedCaller(found.principal(), holder);
        } catch (GeneralSecurityException e) {
            return null;
        }
    }

    /** Refuses a certificate from now on. */
    public void revoke(TenantId tenant, X509Certificate certificate) {
        String key = new CertificateProof(tenant, CertificateDigest.of(certificate)).toString();
        users.remove(key);
        known.remove(key);
    }

    /** Refuses good credentials of the tenant for this reason from now on. */
    public void refuse(TenantId tenant, AuthenticationOutcome.Reason reason) {
        refused.put(tenant, reason);
        known.clear();
    }

    /** Delays checks until the future completes. */
    public void hold(CompletableFuture<Void> until) {
        gate = until;
        known.clear();
    }

    public int checks() {
        return checks.get();
    }

    private static String key(SenderProof proof) {
        if (proof instanceof TenantCredential credential) {
            return credential + "/" + new String(credential.password(), StandardCharsets.UTF_8);
        } else if (proof instanceof LoginCredential credential) {
            return credential.tenant() + "/" + credential.login() + "/"
                    + new String(credential.password(), StandardCharsets.UTF_8);
        } else if (proof instanceof TokenProof token) {
            return token.tenant() + "/token/" + token.token();
        } else if (proof instanceof AssertionProof assertion) {
            SamlAssertion.Signature signature = assertion.assertion().signature();
            return proof.tenant() + "/assertion/" + Base64.getEncoder().encodeToString(signature.value());
        }
        return proof.toString();
    }

    @Override
    public Optional<AuthenticatedCaller> known(SenderProof proof, InetAddress source) {
        return Optional.ofNullable(known.get(key(proof)));
    }

    @Override
    public CompletionStage<AuthenticationOutcome> authenticate(SenderProof proof, InetAddress source) {
        checks.incrementAndGet();
        String key = key(proof);
        return gate.thenApplyAsync(ready -> {
            AuthenticatedCaller caller =
                    proof instanceof AssertionProof assertion ? subject(assertion) : users.get(key);
            if (caller == null) {
                return AuthenticationOutcome.Refused.because(AuthenticationOutcome.Reason.NOT_AUTHENTICATED);
            }
            AuthenticationOutcome.Reason reason = refused.get(proof.tenant());
            if (reason != null) {
                return AuthenticationOutcome.Refused.because(reason);
            }
            known.put(key, caller);
            return new AuthenticationOutcome.Accepted(caller);
        });
    }
}
