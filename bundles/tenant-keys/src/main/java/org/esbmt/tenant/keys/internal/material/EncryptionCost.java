package org.esbmt.tenant.keys.internal.material;

import java.math.BigInteger;
import org.bouncycastle.asn1.pkcs.PBES2Parameters;
import org.bouncycastle.asn1.pkcs.PBKDF2Params;
import org.bouncycastle.asn1.pkcs.PKCS12PBEParams;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;

/** Bounds the derivations of keys from passwords in one file, before any of them is made. Confined to one thread. */
final class EncryptionCost {
    private static final BigInteger MOST_ITERATIONS = BigInteger.valueOf(1_000_000);

    private BigInteger iterations = BigInteger.ZERO;

    /** @throws IllegalArgumentException if the file has more in sum, or derives keys in another way */
    void add(AlgorithmIdentifier algorithm) {
        if (!algorithm.getAlgorithm().equals(PKCSObjectIdentifiers.id_PBES2)) {
            add(PKCS12PBEParams.getInstance(algorithm.getParameters()).getIterations());
            return;
        }
        var derivation = PBES2Parameters.getInstance(algorithm.getParameters()).getKeyDerivationFunc();
        if (!derivation.getAlgorithm().equals(PKCSObjectIdentifiers.id_PBKDF2)) {
            throw new IllegalArgumentException("the password of a file is used with PBKDF2 alone");
        }
        add(PBKDF2Params.getInstance(derivation.getParameters()).getIterationCount());
    }

    void add(BigInteger count) {
        iterations = iterations.add(count);
        if (count.signum() <= 0 || iterations.compareTo(MOST_ITERATIONS) > 0) {
            throw new IllegalArgumentException(
                    "a file has 1 to " + MOST_ITERATIONS + " iterations of password derivations in sum");
        }
    }
}
