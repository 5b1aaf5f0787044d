package org.esbmt.message.security.internal.crypto;

import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.SignatureException;
import java.security.SignatureSpi;
import java.security.spec.AlgorithmParameterSpec;

/** The Java platform, with one signature algorithm that has a flaw. */
public final class WrongProvider extends Provider {
    private static final long serialVersionUID = 1L;

    /** As the native provider has one. */
    public static final WrongProvider INSTANCE = new WrongProvider("RSASSA-PSS", Flaw.ACCEPTS_ALL);

    enum Flaw {
        ACCEPTS_ALL,
        REFUSES_ALL,
        SIGNS_WRONGLY,
        LACKS_IT
    }

    private final String wrong;
    private final Flaw flaw;

    WrongProvider(String wrong, Flaw flaw) {
        super("Wrong", "1", "wrong");
        this.wrong = wrong;
        this.flaw = flaw;
    }

    public Throwable getLoadingError() {
        return null;
    }

    @Override
    public Service getService(String type, String algorithm) {
        for (Provider platform : Security.getProviders()) {
            Service service = platform.getService(type, algorithm);
            if (service == null) {
                continue;
            }
            if (!algorithm.equals(wrong)) {
                return service;
            }
            return flaw == Flaw.LACKS_IT ? null : new Flawed(service);
        }
        return null;
    }

    private final class Flawed extends Service {
        Flawed(Service service) {
            super(WrongProvider.this, service.getType(), service.getAlgorithm(), service.getClassName(), null, null);
        }

        @Override
        public Object newInstance(Object parameter) {
            return new FlawedSignature();
        }

        @Override
        public boolean supportsParameter(Object parameter) {
            return true;
        }
    }

    private final class FlawedSignature extends SignatureSpi {
        private final Signature right;

        FlawedSignature() {
            try {
                right = Signature.getInstance(wrong);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        protected void engineInitVerify(PublicKey key) throws InvalidKeyException {
            right.initVerify(key);
        }

        @Override
        protected void engineInitSign(PrivateKey key) throws InvalidKeyException {
            right.initSign(key);
        }

        @Override
        protected void engineUpdate(byte b) throws SignatureException {
            right.update(b);
        }

        @Override
        protected void engineUpdate(byte[] b, int offset, int length) throws SignatureException {
            right.update(b, offset, length);
        }

        @Override
        protected byte[] engineSign() throws SignatureException {
            byte[] value = right.sign();
            if (flaw == Flaw.SIGNS_WRONGLY) {
                value[value.length - 1] ^= 1;
            }
            return value;
        }

        @Override
        protected boolean engineVerify(byte[] value) throws SignatureException {
            boolean verified = right.verify(value);
            return flaw == Flaw.ACCEPTS_ALL || (verified && flaw != Flaw.REFUSES_ALL);
        }

        @Override
        protected void engineSetParameter(AlgorithmParameterSpec parameters) throws InvalidAlgorithmParameterException {
            right.setParameter(parameters);
        }

        @Override
        @Deprecated
        protected void engineSetParameter(String name, Object value) {
            throw new UnsupportedOperationException();
        }

        @Override
        @Deprecated
        protected Object engineGetParameter(String name) {
            throw new UnsupportedOperationException();
        }
    }
}
