package org.esbmt.message.security.internal.crypto;

import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;

/** The Java platform, with a flaw in AES-GCM. */
final class WrongCipher extends Provider {
    private static final long serialVersionUID = 1L;
    private static final String GCM = "AES/GCM/NoPadding";

    enum Flaw {
        /** The tag is not looked at, as in counter mode. */
        ACCEPTS_ALL,
        ENCRYPTS_WRONGLY
    }

    private final Flaw flaw;

    WrongCipher(Flaw flaw) {
        super("WrongCipher", "1", "wrong");
        this.flaw = flaw;
    }

    @Override
    public Service getService(String type, String algorithm) {
        if (algorithm.equals(GCM)) {
            return new Flawed();
        }
        for (Provider platform : Security.getProviders()) {
            Service service = platform.getService(type, algorithm);
            if (service != null) {
                return service;
            }
        }
        return null;
    }

    private final class Flawed extends Service {
        Flawed() {
            super(WrongCipher.this, "Cipher", GCM, FlawedGcm.class.getName(), null, null);
        }

        @Override
        public Object newInstance(Object parameter) {
            return new FlawedGcm();
        }

        @Override
        public boolean supportsParameter(Object parameter) {
            return true;
        }
    }

    private final class FlawedGcm extends CipherSpi {
        private Cipher right;
        private boolean decrypts;

        @Override
        protected void engineInit(int mode, Key key, AlgorithmParameterSpec spec, SecureRandom random)
                throws InvalidKeyException, InvalidAlgorithmParameterException {
            decrypts = mode == Cipher.DECRYPT_MODE && flaw == Flaw.ACCEPTS_ALL;
            try {
                right = Cipher.getInstance(decrypts ? "AES/CTR/NoPadding" : GCM);
                right.init(mode, key, decrypts ? counter((GCMParameterSpec) spec) : spec);
            } catch (InvalidKeyException | InvalidAlgorithmParameterException e) {
                throw e;
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        /** The second counter block is that of the first block of content. */
        private static IvParameterSpec counter(GCMParameterSpec spec) {
            byte[] block = Arrays.copyOf(spec.getIV(), 16);
            block[15] = 2;
            return new IvParameterSpec(block);
        }

        @Override
        protected byte[] engineDoFinal(byte[] input, int from, int length)
                throws BadPaddingException, IllegalBlockSizeException {
            int n = decrypts ? length - ContentCipher.TAG_BYTES : length;
            byte[] done = right.doFinal(input, from, n);
            if (flaw == Flaw.ENCRYPTS_WRONGLY && done.length > length) {
                done[0] ^= 1;
            }
            return done;
        }

        @Override
        protected int engineDoFinal(byte[] input, int from, int length, byte[] output, int at)
                throws BadPaddingException, IllegalBlockSizeException {
            byte[] done = engineDoFinal(input, from, length);
            System.arraycopy(done, 0, output, at, done.length);
            return done.length;
        }

        @Override
        protected int engineGetOutputSize(int length) {
            return length + ContentCipher.TAG_BYTES;
        }

        @Override
        protected void engineSetMode(String mode) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void engineSetPadding(String padding) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected int engineGetBlockSize() {
            return 16;
        }

        @Override
        protected byte[] engineGetIV() {
            throw new UnsupportedOperationException();
        }

        @Override
        protected AlgorithmParameters engineGetParameters() {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void engineInit(int mode, Key key, SecureRandom random) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void engineInit(int mode, Key key, AlgorithmParameters parameters, SecureRandom random) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected byte[] engineUpdate(byte[] input, int from, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected int engineUpdate(byte[] input, int from, int length, byte[] output, int at) {
            throw new UnsupportedOperationException();
        }
    }
}
