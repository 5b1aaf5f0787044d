package org.esbmt.tenant.keys.internal.material;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECKey;
import java.security.interfaces.RSAKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.Optional;
import org.esbmt.tenancy.api.KeyAlgorithm;
import org.esbmt.tenancy.api.KeyPurpose;

/** The keys that tenants may have. */
public final class KeyRules {
    private static final int LEAST_RSA_BITS = 2_048;
    private static final int MOST_RSA_BITS = 4_096;
    private static final BigInteger EXPONENT = BigInteger.valueOf(65_537);
    private static final Curve P256 = new Curve("secp256r1", "SHA256withECDSA");
    private static final Curve P384 = new Curve("secp384r1", "SHA384withECDSA");

    private KeyRules() {}

    /** A named curve, and the signature of its keys. */
    private record Curve(String name, String signature) {
        boolean isOf(ECKey key) {
            ECParameterSpec own = parameters();
            ECParameterSpec theirs = key.getParams();
            return own.getCurve().equals(theirs.getCurve())
                    && own.getGenerator().equals(theirs.getGenerator())
                    && own.getOrder().equals(theirs.getOrder())
                    && own.getCofactor() == theirs.getCofactor();
        }

        private ECParameterSpec parameters() {
            try {
                AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
                parameters.init(new ECGenParameterSpec(name));
                return parameters.getParameterSpec(ECParameterSpec.class);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every Java platform has " + name, e);
            }
        }
    }

    /** Generates a pair of keys. RSA takes up to seconds. */
    static KeyPair generate(KeyAlgorithm algorithm, SecureRandom random) {
        return switch (algorithm) {
            case RSA_2048 -> rsa(LEAST_RSA_BITS, random);
            case RSA_3072 -> rsa(3_072, random);
            case RSA_4096 -> rsa(MOST_RSA_BITS, random);
            case EC_P256 -> ec(P256, random);
            case EC_P384 -> ec(P384, random);
        };
    }

    private static KeyPair rsa(int bits, SecureRandom random) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(new RSAKeyGenParameterSpec(bits, EXPONENT), random);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has RSA", e);
        }
    }

    private static KeyPair ec(Curve curve, SecureRandom random) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(curve.name()), random);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + curve.name(), e);
        }
    }

    /** @throws IllegalArgumentException if a tenant may not have a key for this purpose */
    static void check(PublicKey key, KeyPurpose purpose) {
        if (key instanceof RSAPublicKey rsa) {
            checkRsa(rsa);
        } else if (!(key instanceof ECKey ec) || curve(ec).isEmpty()) {
            throw new IllegalArgumentException("a key is RSA or EC on P-256 or P-384");
        } else if (purpose == KeyPurpose.DECRYPT) {
            throw new IllegalArgumentException("a key for " + purpose + " is RSA");
        }
    }

    /** @throws IllegalArgumentException if a tenant may not have the private key */
    static void check(PrivateKey key) {
        if (key instanceof RSAKey rsa) {
            checkBits(rsa);
        } else if (!(key instanceof ECKey ec) || curve(ec).isEmpty()) {
            throw new IllegalArgumentException("a key is RSA or EC on P-256 or P-384");
        }
    }

    private static void checkRsa(RSAPublicKey key) {
        checkBits(key);
        if (!key.getPublicExponent().equals(EXPONENT)) {
            throw new IllegalArgumentException("an RSA key has the exponent " + EXPONENT);
        }
    }

    private static void checkBits(RSAKey key) {
        int bits = key.getModulus().bitLength();
        if (bits < LEAST_RSA_BITS || bits > MOST_RSA_BITS) {
            throw new IllegalArgumentException(
                    "an RSA key has " + LEAST_RSA_BITS + " to " + MOST_RSA_BITS + " bits, but this one has " + bits);
        }
    }

    /** As {@link #check}, for the key of an issuer. */
    static void checkIssuer(PublicKey key) {
        check(key, KeyPurpose.SIGN);
    }

    private static Optional<Curve> curve(ECKey key) {
        return P256.isOf(key) ? Optional.of(P256) : P384.isOf(key) ? Optional.of(P384) : Optional.empty();
    }

    /** The algorithm of the signatures that the bus makes with such a key. */
    static String signature(Key key) {
        return key instanceof ECKey ec ? curve(ec).orElseThrow().signature() : "SHA256withRSA";
    }

    /** Tells whether the two keys are a pair, by a signature. Both are of a permitted kind. */
    public static boolean isPair(PrivateKey privateKey, PublicKey publicKey) {
        byte[] text = "org.esbmt pair of keys".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        try {
            Signature signer = Signature.getInstance(signature(publicKey));
            signer.initSign(privateKey);
            signer.update(text);
            byte[] signed = signer.sign();
            Signature verifier = Signature.getInstance(signature(publicKey));
            verifier.initVerify(publicKey);
            verifier.update(text);
            return verifier.verify(signed);
        } catch (GeneralSecurityException e) {
            // A private key of another kind, or with wrong numbers.
            return false;
        }
    }
}
