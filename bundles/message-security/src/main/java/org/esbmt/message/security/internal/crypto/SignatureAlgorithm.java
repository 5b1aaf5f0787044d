package org.esbmt.message.security.internal.crypto;

import java.security.Key;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.ECKey;
import java.security.interfaces.EdECKey;
import java.security.interfaces.RSAKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Optional;
import org.esbmt.message.security.internal.Names;

/** The accepted algorithms of signatures (RFC 9231), and the kind of key that each of them demands. */
public enum SignatureAlgorithm {
    RSA_SHA256("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", "SHA256withRSA", RSAKey.class),
    RSA_SHA512("http://www.w3.org/2001/04/xmldsig-more#rsa-sha512", "SHA512withRSA", RSAKey.class),
    RSA_PSS_SHA256("http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1", "RSASSA-PSS", RSAKey.class),
    RSA_PSS_SHA512("http://www.w3.org/2007/05/xmldsig-more#sha512-rsa-MGF1", "RSASSA-PSS", RSAKey.class),
    ECDSA_SHA256("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256", "SHA256withECDSAinP1363Format", ECKey.class),
    ECDSA_SHA384("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384", "SHA384withECDSAinP1363Format", ECKey.class),
    ED25519("http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519", "Ed25519", EdECKey.class);

    private static final SignatureAlgorithm[] ALL = values();
    private static final PSSParameterSpec PSS_SHA256 =
            new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, PSSParameterSpec.TRAILER_FIELD_BC);
    private static final PSSParameterSpec PSS_SHA512 =
            new PSSParameterSpec("SHA-512", "MGF1", MGF1ParameterSpec.SHA512, 64, PSSParameterSpec.TRAILER_FIELD_BC);

    private final String uri;
    private final String javaName;
    private final Class<?> key;

    SignatureAlgorithm(String uri, String javaName, Class<?> key) {
        this.uri = uri;
        this.javaName = javaName;
        this.key = key;
    }

    /** The algorithm of this URI; empty if it is not accepted. */
    public static Optional<SignatureAlgorithm> of(byte[] uri) {
        for (SignatureAlgorithm a : ALL) {
            if (Names.isText(uri, a.uri)) {
                return Optional.of(a);
            }
        }
        return Optional.empty();
    }

    /** The algorithm that the bus signs with; empty if there is none for such a key. */
    public static Optional<SignatureAlgorithm> forSigning(PrivateKey key) {
        if (key instanceof RSAKey) {
            return Optional.of(RSA_SHA256);
        }
        if (key instanceof ECKey ec) {
            return Optional.of(ec.getParams().getOrder().bitLength() > 256 ? ECDSA_SHA384 : ECDSA_SHA256);
        }
        return key instanceof EdECKey ? Optional.of(ED25519) : Optional.empty();
    }

    public String uri() {
        return uri;
    }

    String javaName() {
        return javaName;
    }

    /** The parameters that are fixed with the algorithm's name (RFC 9231, section 2.3.10). */
    Optional<AlgorithmParameterSpec> parameters() {
        return switch (this) {
            case RSA_PSS_SHA256 -> Optional.of(PSS_SHA256);
            case RSA_PSS_SHA512 -> Optional.of(PSS_SHA512);
            default -> Optional.empty();
        };
    }

    /** True if a key of this kind can be used, and is strong enough. */
    public boolean accepts(PublicKey publicKey) {
        return isOfKind(publicKey) && KeyStrength.isEnough(publicKey);
    }

    private boolean isOfKind(Key any) {
        return this.key.isInstance(any);
    }

    /** True if a signature may have this many bytes under this key. Longer ones are not computed. */
    boolean acceptsLength(PublicKey publicKey, int bytes) {
        if (publicKey instanceof RSAKey rsa) {
            return bytes == (rsa.getModulus().bitLength() + 7) / 8;
        }
        if (publicKey instanceof ECKey ec) {
            return bytes == 2 * ((ec.getParams().getOrder().bitLength() + 7) / 8);
        }
        return bytes == 64;
    }
}
