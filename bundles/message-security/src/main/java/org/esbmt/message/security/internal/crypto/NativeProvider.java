package org.esbmt.message.security.internal.crypto;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.Provider;

/**
 * Loads the Amazon Corretto Crypto Provider. The class loader of the process has it, from {@code lib/boot}: inside a bundle, each
 * update of the bundle would leave a copy of the native library. It is used only after {@link KnownAnswers}.
 */
public final class NativeProvider {
    private static final String PROVIDER = "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider";
    private static final int LONGEST_REASON = 300;

    private NativeProvider() {}

    /** The provider cannot be used on this machine. The message is a part of a sentence for the operator. */
    public static final class UnusableException extends Exception {
        private static final long serialVersionUID = 1L;

        public UnusableException(String reason, Throwable cause) {
            super(reason, cause);
        }
    }

    /** Takes some tenths of a second when it is called first in a process. */
    public static CryptoProvider load() throws UnusableException {
        return load(ClassLoader.getSystemClassLoader(), PROVIDER);
    }

    static CryptoProvider load(ClassLoader loader, String className) throws UnusableException {
        CryptoProvider provider;
        try {
            Class<?> type = Class.forName(className, true, loader);
            Provider found = (Provider) type.getField("INSTANCE").get(null);
            Throwable error = (Throwable) type.getMethod("getLoadingError").invoke(found);
            if (error != null) {
                throw new UnusableException("its library cannot be loaded: " + shown(error), error);
            }
            provider = CryptoProvider.of(found);
        } catch (ClassNotFoundException e) {
            throw new UnusableException("its jar is missing", e);
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            throw new UnusableException("it cannot be loaded: " + shown(e), e);
        }
        try {
            KnownAnswers.check(provider);
        } catch (GeneralSecurityException | IOException | RuntimeException | LinkageError | AssertionError e) {
            throw new UnusableException("its known-answer test fails: " + shown(e), e);
        }
        return provider;
    }

    /** Without the path of a library, which is another one each time. */
    private static String shown(Throwable error) {
        String text = (error.getMessage() == null ? error.toString() : error.getMessage())
                .replaceAll("\\s+", " ")
                .replaceFirst("^.*\\.so: ", "")
                .strip();
        return text.length() <= LONGEST_REASON ? text : text.substring(0, LONGEST_REASON) + "...";
    }
}
