package org.esbmt.tenancy.authentication.internal.token;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.esbmt.message.security.api.TokenIssuer;
import org.esbmt.message.security.api.TokenKey;
import org.esbmt.tenancy.api.TokenAlgorithm;
import org.esbmt.tenancy.api.TokenSubject;

/**
 * Verifies tokens by the registration of their issuers (RFC 8725). The algorithm is one that the issuer may use, the key
 * is one of the issuer's own for that algorithm, and the claims name the issuer and its audience. One signature is
 * verified for each token, even for one without a known issuer or key.
 */
public final class TokenRules {
    /** The largest difference of an issuer's clock. */
    private static final long SKEW_SECONDS = 60;

    private TokenRules() {}

    /**
     * Verifies a token.
     *
     * @param issuers those of one tenant
     */
    public static VerifiedToken verify(CompactToken token, List<TokenIssuer> issuers, Instant now)
            throws TokenRefusedException {
        TokenIssuer issuer;
        try {
            issuer = signer(token, issuers);
        } catch (TokenRefusedException e) {
            TokenSignature.verifyInVain(algorithm(token).orElse(TokenAlgorithm.RS256), token.signed());
            throw e;
        }
        if (!TokenSignature.verifies(
                algorithm(token).orElseThrow(), key(token, issuer).key(), token.signed(), token.signature())) {
            throw new TokenRefusedException("its signature is wrong");
        }
        return claims(token, issuer, now);
    }

    /** The issuer, who has a key for the token. */
    private static TokenIssuer signer(CompactToken token, List<TokenIssuer> issuers) throws TokenRefusedException {
        String claimed = token.text("iss").orElse("");
        for (TokenIssuer issuer : issuers) {
            if (issuer.issuer().equals(claimed)) {
                TokenKey unused = key(token, issuer);
                return issuer;
            }
        }
        throw new TokenRefusedException("the tenant has not registered its issuer");
    }

    private static TokenKey key(CompactToken token, TokenIssuer issuer) throws TokenRefusedException {
        TokenAlgorithm algorithm = algorithm(token)
                .filter(issuer.algorithms()::contains)
                .orElseThrow(() -> new TokenRefusedException("its algorithm is not allowed for " + issuer.name()));
        Optional<String> id = token.keyId();
        List<TokenKey> fitting = issuer.keys().stream()
                .filter(key -> id.map(key.id()::equals).orElse(true))
                .filter(key -> key.algorithm().map(algorithm::equals).orElse(true))
                .filter(key -> TokenSignature.isFor(algorithm, key.key()))
                .toList();
        if (fitting.size() != 1) {
            throw new TokenRefusedException("it names no key of " + issuer.name() + " for its algorithm");
        }
        return fitting.get(0);
    }

    private static Optional<TokenAlgorithm> algorithm(CompactToken token) {
        try {
            return Optional.of(TokenAlgorithm.of(token.algorithm()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static VerifiedToken claims(CompactToken token, TokenIssuer issuer, Instant now)
            throws TokenRefusedException {
        if (!token.isFor(issuer.audience())) {
            throw new TokenRefusedException("it is for another audience");
        }
        Instant expires = Instant.ofEpochSecond(
                token.time("exp").orElseThrow(() -> new TokenRefusedException("it has no end")) + SKEW_SECONDS);
        long begins = Math.max(token.time("nbf").orElse(0L), token.time("iat").orElse(0L));
        Instant notBefore = Instant.ofEpochSecond(Math.max(0, begins - SKEW_SECONDS));
        if (now.isAfter(expires)) {
            throw new TokenRefusedException("it has expired");
        }
        if (now.isBefore(notBefore)) {
            throw new TokenRefusedException("its time has not begun");
        }
        return new VerifiedToken(issuer, subject(token, issuer), notBefore, expires, Optional.empty());
    }

    private static TokenSubject subject(CompactToken token, TokenIssuer issuer) throws TokenRefusedException {
        try {
            return new TokenSubject(issuer.issuer(), token.text("sub").orElse(""));
        } catch (IllegalArgumentException e) {
            throw new TokenRefusedException("it has no usable subject");
        }
    }
}
