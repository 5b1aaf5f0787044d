package org.esbmt.message.security.internal;

import org.esbmt.message.security.internal.crypto.CryptoProvider;
import org.esbmt.message.security.internal.crypto.NativeProvider;
import org.esbmt.message.security.internal.crypto.NativeProvider.UnusableException;

/** The providers of operations with keys, for tests that pass with each of them. */
public enum Crypto {
    JDK,
    NATIVE;

    public CryptoProvider provider() {
        try {
            return this == JDK ? CryptoProvider.JDK : NativeProvider.load();
        } catch (UnusableException e) {
            throw new IllegalStateException(e);
        }
    }
}
