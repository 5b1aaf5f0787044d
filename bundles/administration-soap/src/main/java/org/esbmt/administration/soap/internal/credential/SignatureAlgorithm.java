package org.esbmt.administration.soap.internal.credential;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.Optional;

/** The permitted algorithms of signatures (RFC 9231). All others are refused, above all SHA-1 and HMAC. */
enum SignatureAlgorithm {
    RSA_SHA256("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", "SHA256withRSA", 0),
    RSA_SHA384("http://www.w3.org/2001/04/xmldsig-more#rsa-sha384", "SHA384withRSA", 0),
    RSA_SHA512("http://www.w3.org/2001/04/xmldsig-more#rsa-sha512", "SHA512withRSA", 0),
    PSS_SHA256("http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1", "RSASSA-PSS", 256),
    PSS_SHA384("http://www.w3.org/2007/05/xmldsig-more#sha384-rsa-MGF1", "RSASSA-PSS", 384),
    PSS_SHA512("http://www.w3.org/2007/05/xmldsig-more#sha512-rsa-MGF1", "RSASSA-PSS", 512),
    ECDSA_SHA256("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256", "SHA256withECDSAinP1363Format", 0),
    ECDSA_SHA384("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384", "SHA384withECDSAinP1363Format", 0),
    ECDSA_SHA512("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512", "SHA512withECDSAinP1363Format", 0),
    ED25519("http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519", "Ed25519", 0);

    private static final int LEAST_RSA_BITS = 2048;
    private static final int MOST_RSA_BITS = 8192;
    private static final int MOST_EXPONENT_BITS = 64;
    private static final int LEAST_EC_BITS = 256;

    private final String uri;
    private final String name;
    private final int pssBits;

    /** @param pssBits the bits of the digest with PSS; 0 without it */
    SignatureAlgorithm(String uri, String name, int pssBits) {
        this.uri = uri;
        this.name = name;
        this.pssBits = pssBits;
    }

    static Optional<SignatureAlgorithm> of(String uri) {
        return Arrays.stream(values()).filter(one -> one.uri.equals(uri)).findFirst();
    }

    /** Returns true if the key is one of this algorithm, and long enough to be safe and short enough to be cheap. */
    boolean fits(PublicKey key) {
        if (key instanceof RSAPublicKey rsa) {
            int bits = rsa.getModulus().bitLength();
            return !isEcdsa()
                    && this != ED25519
                    && bits >= LEAST_RSA_BITS
                    && bits <= MOST_RSA_BITS
                    && rsa.getPublicExponent().bitLength() <= MOST_EXPONENT_BITS;
        }
        if (key instanceof ECPublicKey ec) {
            return isEcdsa() && ec.getParams().getOrder().bitLength() >= LEAST_EC_BITS;
        }
        return this == ED25519
                && key instanceof EdECPublicKey edwards
                && edwards.getParams().getName().equals(name);
    }

    private boolean isEcdsa() {
        return name.contains("ECDSA");
    }

    /** Verifies a signature. A malformed one is a wrong one. */
    boolean verify(PublicKey key, byte[] signed, byte[] signature) {
        try {
            Signature verifier = Signature.getInstance(name);
            if (pssBits > 0) {
                String digest = "SHA-" + pssBits;
                verifier.setParameter(new PSSParameterSpec(
                        digest, "MGF1", new MGF1ParameterSpec(digest), pssBits / 8, PSSParameterSpec.TRAILER_FIELD_BC));
            }
            verifier.initVerify(key);
            verifier.update(signed);
            return verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
