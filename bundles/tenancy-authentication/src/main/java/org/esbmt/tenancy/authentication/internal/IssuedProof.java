package org.esbmt.tenancy.authentication.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.List;
import org.esbmt.message.security.api.TokenIssuer;
import org.esbmt.tenancy.api.AssertionProof;
import org.esbmt.tenancy.api.SamlAssertion;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenProof;
import org.esbmt.tenancy.authentication.internal.token.AssertionRules;
import org.esbmt.tenancy.authentication.internal.token.CompactToken;
import org.esbmt.tenancy.authentication.internal.token.TokenRefusedException;
import org.esbmt.tenancy.authentication.internal.token.TokenRules;
import org.esbmt.tenancy.authentication.internal.token.VerifiedToken;

/** A proof that an issuer has signed: a JSON Web Token or a SAML assertion. {@link #toString} shows its kind alone. */
abstract class IssuedProof {
    private final TenantId tenant;

    private IssuedProof(TenantId tenant) {
        this.tenant = tenant;
    }

    /** Names a proof without showing it. Proofs of two kinds have two names. */
    record Digest(TenantId tenant, ByteBuffer sha256) {}

    static IssuedProof of(TokenProof proof) {
        return new Token(proof);
    }

    static IssuedProof of(AssertionProof proof) {
        return new Assertion(proof);
    }

    TenantId tenant() {
        return tenant;
    }

    /** Returns true for one that is refused before it is looked at. */
    boolean isTooLong() {
        return false;
    }

    final Digest digest() {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            update(sha256);
            return new Digest(tenant, ByteBuffer.wrap(sha256.digest()).asReadOnlyBuffer());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Updates with all of the proof that {@link #verify} depends on. */
    abstract void update(MessageDigest sha256);

    /** Verifies the signature and the claims by the issuers of the tenant. */
    abstract VerifiedToken verify(List<TokenIssuer> issuers, Instant now) throws TokenRefusedException;

    private static final class Token extends IssuedProof {
        private final String token;

        Token(TokenProof proof) {
            super(proof.tenant());
            this.token = proof.token();
        }

        @Override
        boolean isTooLong() {
            return token.length() > CompactToken.MOST;
        }

        @Override
        void update(MessageDigest sha256) {
            sha256.update(token.getBytes(UTF_8));
        }

        @Override
        VerifiedToken verify(List<TokenIssuer> issuers, Instant now) throws TokenRefusedException {
            return TokenRules.verify(CompactToken.read(token), issuers, now);
        }

        @Override
        public String toString() {
            return "bearer token";
        }
    }

    private static final class Assertion extends IssuedProof {
        private final SamlAssertion assertion;

        Assertion(AssertionProof proof) {
            super(proof.tenant());
            this.assertion = proof.assertion();
        }

        /** SignedInfo has the digest of the whole assertion. It begins with a tag, as no token does. */
        @Override
        void update(MessageDigest sha256) {
            sha256.update(assertion.signature().signed());
            sha256.update(assertion.signature().value());
        }

        @Override
        VerifiedToken verify(List<TokenIssuer> issuers, Instant now) throws TokenRefusedException {
            return AssertionRules.verify(assertion, issuers, now);
        }

        @Override
        public String toString() {
            return "SAML assertion";
        }
    }
}
