package org.esbmt.load;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.MGF1ParameterSpec;
import javax.crypto.Cipher;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;

/** The processor's time of the RSA operations alone, by the provider of the JDK. One thread. */
final class RsaFloor {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final OAEPParameterSpec OAEP =
            new OAEPParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, PSource.PSpecified.DEFAULT);
    private static final int REPETITIONS = 100;

    private final PrivateKey secret;
    private final PublicKey open;
    private final Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPPadding");
    private final Signature signature = Signature.getInstance("SHA256withRSA");
    private final byte[] key = new byte[16];
    private final byte[] signed = new byte[1024];
    private final byte[] wrapped;
    private final byte[] value;

    /** The times of one operation each. */
    record Micros(double unwrap, double wrap, double sign, double verify) {}

    private interface Operation {
        Object run() throws GeneralSecurityException;
    }

    RsaFloor(Partner partner) throws Exception {
        secret = partner.key();
        open = partner.certificate().getPublicKey();
        wrapped = wrap();
        value = sign();
    }

    private byte[] wrap() throws GeneralSecurityException {
        cipher.init(Cipher.ENCRYPT_MODE, open, OAEP);
        return cipher.doFinal(key);
    }

    private byte[] unwrap() throws GeneralSecurityException {
        cipher.init(Cipher.DECRYPT_MODE, secret, OAEP);
        return cipher.doFinal(wrapped);
    }

    private byte[] sign() throws GeneralSecurityException {
        signature.initSign(secret);
        signature.update(signed);
        return signature.sign();
    }

    private boolean verify() throws GeneralSecurityException {
        signature.initVerify(open);
        signature.update(signed);
        return signature.verify(value);
    }

    Micros measure() throws GeneralSecurityException {
        return new Micros(micros(this::unwrap), micros(this::wrap), micros(this::sign), micros(this::verify));
    }

    private static double micros(Operation operation) throws GeneralSecurityException {
        long begin = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < REPETITIONS; i++) {
            if (operation.run() == null) {
                throw new IllegalStateException("there is no result");
            }
        }
        return (THREADS.getCurrentThreadCpuTime() - begin) / 1000.0 / REPETITIONS;
    }
}
