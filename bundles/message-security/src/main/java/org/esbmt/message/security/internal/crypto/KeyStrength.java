package org.esbmt.message.security.internal.crypto;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.NamedParameterSpec;
import java.util.List;

/**
 * The public keys that messages may be verified with or encrypted to: RSA of 2,048 to 4,096 bits with the exponent
 * 65537, EC on P-256 or P-384, Ed25519. Larger keys are a denial of service, others are weak.
 */
public final class KeyStrength {
    private static final int LEAST_BITS = 2048;
    private static final int MOST_BITS = 4096;
    private static final BigInteger EXPONENT = BigInteger.valueOf(65537);
    private static final List<ECParameterSpec> CURVES = List.of(curve("secp256r1"), curve("secp384r1"));

    private KeyStrength() {}

    public static boolean isEnough(PublicKey key) {
        if (key instanceof RSAPublicKey rsa) {
            int bits = rsa.getModulus().bitLength();
            return bits >= LEAST_BITS
                    && bits <= MOST_BITS
                    && rsa.getPublicExponent().equals(EXPONENT);
        }
        if (key instanceof ECPublicKey ec) {
            return CURVES.stream().anyMatch(c -> isSame(c, ec.getParams()));
        }
        return key instanceof EdECPublicKey ed && ed.getParams().getName().equals(NamedParameterSpec.ED25519.getName());
    }

    private static boolean isSame(ECParameterSpec known, ECParameterSpec other) {
        return known.getCurve().equals(other.getCurve())
                && known.getGenerator().equals(other.getGenerator())
                && known.getOrder().equals(other.getOrder())
                && known.getCofactor() == other.getCofactor();
    }

    private static ECParameterSpec curve(String name) {
        try {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec(name));
            return parameters.getParameterSpec(ECParameterSpec.class);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has the curve " + name, e);
        }
    }
}
