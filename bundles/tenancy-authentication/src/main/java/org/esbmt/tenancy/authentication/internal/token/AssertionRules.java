package org.esbmt.tenancy.authentication.internal.token;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.esbmt.message.security.api.TokenIssuer;
import org.esbmt.message.security.api.TokenKey;
import org.esbmt.tenancy.api.SamlAssertion;
import org.esbmt.tenancy.api.TokenAlgorithm;

/**
 * Verifies SAML assertions by the registration of their issuers. The key is always one of the issuer's own for an allowed
 * algorithm. A certificate beside the signature only tells which of them. The number of signatures that a refusal costs
 * depends on this certificate alone, so it does not tell whether there is such an issuer or key.
 */
public final class AssertionRules {
    /** The most keys that are tried for a signature without a certificate. */
    private static final int MOST_KEYS = 3;

    private static final Duration SKEW = Duration.ofSeconds(60);
    private static final Duration MILLI = Duration.ofMillis(1);

    private AssertionRules() {}

    /**
     * Verifies an assertion.
     *
     * @param issuers those of one tenant
     */
    public static VerifiedToken verify(SamlAssertion assertion, List<TokenIssuer> issuers, Instant now)
            throws TokenRefusedException {
        SamlAssertion.Signature signature = assertion.signature();
        Optional<TokenIssuer> issuer = issuers.stream()
                .filter(one -> one.issuer().equals(assertion.subject().issuer()))
                .findFirst();
        boolean allowed = issuer.filter(one -> one.algorithms().contains(signature.algorithm()))
                .isPresent();
        int attempts = signature.certificate().isPresent() ? 1 : MOST_KEYS;
        List<TokenKey> keys = allowed ? keys(issuer.orElseThrow(), signature) : List.of();
        for (TokenKey key : keys.subList(0, Math.min(attempts, keys.size()))) {
            attempts--;
            if (TokenSignature.verifies(signature.algorithm(), key.key(), signature.signed(), signature.value())) {
                return claims(assertion, issuer.orElseThrow(), now);
            }
        }
        for (; attempts > 0; attempts--) {
            TokenSignature.verifyInVain(signature.algorithm(), signature.signed());
        }
        throw new TokenRefusedException(
                issuer.isEmpty()
                        ? "the tenant has not registered its issuer"
                        : !allowed
                                ? "its algorithm is not allowed for "
                                        + issuer.get().name()
                                : "its signature is of no key of "
                                        + issuer.get().name());
    }

    /** The keys of the issuer for this algorithm; only that of the certificate, if the signature names one. */
    private static List<TokenKey> keys(TokenIssuer issuer, SamlAssertion.Signature signature) {
        TokenAlgorithm algorithm = signature.algorithm();
        return issuer.keys().stream()
                .filter(key -> key.algorithm().map(algorithm::equals).orElse(true))
                .filter(key -> TokenSignature.isFor(algorithm, key.key()))
                .filter(key -> signature
                        .certificate()
                        .map(der -> contains(der, key.key().getEncoded()))
                        .orElse(true))
                .toList();
    }

    /** A certificate has the encoding of its public key inside. Nothing else of it counts, so it is not parsed. */
    private static boolean contains(byte[] certificate, byte[] key) {
        for (int i = 0; i + key.length <= certificate.length; i++) {
            if (Arrays.equals(certificate, i, i + key.length, key, 0, key.length)) {
                return true;
            }
        }
        return false;
    }

    private static VerifiedToken claims(SamlAssertion assertion, TokenIssuer issuer, Instant now)
            throws TokenRefusedException {
        if (!assertion.audiences().stream().allMatch(names -> names.contains(issuer.audience()))) {
            throw new TokenRefusedException("it is for another audience");
        }
        Instant notBefore = assertion.notBefore().minus(SKEW);
        Instant notAfter = assertion.notOnOrAfter().plus(SKEW).minus(MILLI);
        if (now.isAfter(notAfter)) {
            throw new TokenRefusedException("it has expired");
        }
        if (now.isBefore(notBefore)) {
            throw new TokenRefusedException("its time has not begun");
        }
        if (assertion.holder().isEmpty()) {
            return new VerifiedToken(issuer, assertion.subject(), notBefore, notAfter, Optional.empty());
        }
        X509Certificate holder = certificate(assertion.holder().get());
        Instant begins = holder.getNotBefore().toInstant();
        Instant ends = holder.getNotAfter().toInstant();
        if (now.isBefore(begins) || now.isAfter(ends)) {
            throw new TokenRefusedException("the certificate of its holder is not valid now");
        }
        return new VerifiedToken(
                issuer,
                assertion.subject(),
                begins.isAfter(notBefore) ? begins : notBefore,
                ends.isBefore(notAfter) ? ends : notAfter,
                Optional.of(holder));
    }

    private static X509Certificate certificate(byte[] der) throws TokenRefusedException {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
        } catch (CertificateException e) {
            throw new TokenRefusedException("the certificate of its holder is malformed");
        }
    }
}
