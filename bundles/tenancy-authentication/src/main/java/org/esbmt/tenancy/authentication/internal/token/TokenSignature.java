package org.esbmt.tenancy.authentication.internal.token;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.EnumMap;
import java.util.Map;
import org.esbmt.tenancy.api.TokenAlgorithm;

/** Signatures of tokens, each algorithm with a key of its kind alone (RFC 8725, section 3.1). */
final class TokenSignature {
    /** The second coordinate of the curve's generator (RFC 8032, section 5.1). */
    private static final BigInteger GENERATOR_25519 =
            new BigInteger("6666666666666666666666666666666666666666666666666666666666666658", 16);

    /** Keys of nobody, for operations whose duration must not tell that there is no key. */
    private static final Map<TokenAlgorithm, PublicKey> NOBODYS = nobodys();

    private TokenSignature() {}

    /** Tells whether the signature is right. A key of another kind, and a signature of another form, never is. */
    static boolean verifies(TokenAlgorithm algorithm, PublicKey key, byte[] signed, byte[] signature) {
        if (!isFor(algorithm, key) || !hasForm(algorithm, key, signature)) {
            return false;
        }
        try {
            Signature operation = operation(algorithm);
            operation.initVerify(key);
            operation.update(signed);
            return operation.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** Takes as long as a verification with a key of an issuer. */
    static void verifyInVain(TokenAlgorithm algorithm, byte[] signed) {
        PublicKey key = NOBODYS.get(algorithm);
        byte[] signature = new byte[length(algorithm, key)];
        signature[signature.length / 2 - 1] = 1;
        signature[signature.length - 1] = 1;
        boolean unused = verifies(algorithm, key, signed, signature);
    }

    static boolean isFor(TokenAlgorithm algorithm, PublicKey key) {
        return switch (algorithm) {
            case RS256, RS384, RS512, PS256, PS384, PS512 -> key instanceof RSAPublicKey;
            case ES256 -> hasOrder(key, 256);
            case ES384 -> hasOrder(key, 384);
            case EdDSA ->
                key instanceof EdECPublicKey edwards
                        && edwards.getParams().getName().equals(NamedParameterSpec.ED25519.getName());
        };
    }

    private static boolean hasOrder(PublicKey key, int bits) {
        return key instanceof ECPublicKey ec && ec.getParams().getOrder().bitLength() == bits;
    }

    /** Java has taken ECDSA signatures of zeros in the past, so they are refused here as well. */
    private static boolean hasForm(TokenAlgorithm algorithm, PublicKey key, byte[] signature) {
        if (signature.length != length(algorithm, key)) {
            return false;
        }
        if (!(key instanceof ECPublicKey ec)) {
            return true;
        }
        int half = signature.length / 2;
        BigInteger order = ec.getParams().getOrder();
        BigInteger r = new BigInteger(1, signature, 0, half);
        BigInteger s = new BigInteger(1, signature, half, half);
        return r.signum() > 0 && s.signum() > 0 && r.compareTo(order) < 0 && s.compareTo(order) < 0;
    }

    private static int length(TokenAlgorithm algorithm, PublicKey key) {
        return switch (algorithm) {
            case RS256, RS384, RS512, PS256, PS384, PS512 ->
                (((RSAPublicKey) key).getModulus().bitLength() + 7) / 8;
            case ES256, EdDSA -> 64;
            case ES384 -> 96;
        };
    }

    private static Signature operation(TokenAlgorithm algorithm) throws GeneralSecurityException {
        return switch (algorithm) {
            case RS256 -> Signature.getInstance("SHA256withRSA");
            case RS384 -> Signature.getInstance("SHA384withRSA");
            case RS512 -> Signature.getInstance("SHA512withRSA");
            case PS256 -> pss("SHA-256", MGF1ParameterSpec.SHA256, 32);
            case PS384 -> pss("SHA-384", MGF1ParameterSpec.SHA384, 48);
            case PS512 -> pss("SHA-512", MGF1ParameterSpec.SHA512, 64);
            case ES256 -> Signature.getInstance("SHA256withECDSAinP1363Format");
            case ES384 -> Signature.getInstance("SHA384withECDSAinP1363Format");
            case EdDSA -> Signature.getInstance("Ed25519");
        };
    }

    private static Signature pss(String digest, MGF1ParameterSpec mask, int salt) throws GeneralSecurityException {
        Signature operation = Signature.getInstance("RSASSA-PSS");
        operation.setParameter(new PSSParameterSpec(digest, "MGF1", mask, salt, 1));
        return operation;
    }

    private static Map<TokenAlgorithm, PublicKey> nobodys() {
        try {
            PublicKey rsa = KeyFactory.getInstance("RSA")
                    .generatePublic(new RSAPublicKeySpec(
                            BigInteger.ONE.shiftLeft(2047).add(BigInteger.valueOf(9)), BigInteger.valueOf(65_537)));
            Map<TokenAlgorithm, PublicKey> keys = new EnumMap<>(TokenAlgorithm.class);
            for (TokenAlgorithm algorithm : TokenAlgorithm.values()) {
                keys.put(algorithm, rsa);
            }
            keys.put(TokenAlgorithm.ES256, generator("secp256r1"));
            keys.put(TokenAlgorithm.ES384, generator("secp384r1"));
            keys.put(
                    TokenAlgorithm.EdDSA,
                    KeyFactory.getInstance("Ed25519")
                            .generatePublic(new EdECPublicKeySpec(
                                    NamedParameterSpec.ED25519, new EdECPoint(false, GENERATOR_25519))));
            return keys;
        } catch (GeneralSecurityException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static PublicKey generator(String curve) throws GeneralSecurityException {
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec(curve));
        ECParameterSpec spec = parameters.getParameterSpec(ECParameterSpec.class);
        return KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(spec.getGenerator(), spec));
    }
}
