package org.esbmt.http.api.tls;

import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;

/** The cipher suites that a TLS context offers or accepts, the preferred one first. */
final class CipherSuites {
    /**
     * Suites with forward secrecy and authenticated encryption (RFC 9325, section 4.2). These are all of TLS 1.3, and of
     * TLS 1.2 those with ECDHE and AES-GCM or ChaCha20-Poly1305.
     */
    private static final List<String> MODERN = List.of(
            "TLS_AES_256_GCM_SHA384",
            "TLS_AES_128_GCM_SHA256",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    private CipherSuites() {}

    /**
     * The suites of a configuration.
     *
     * @param key the configuration key, for the message
     * @param configured names of JSSE; empty for the modern suites of this JDK
     * @throws IllegalArgumentException for a name that this JDK does not have, or keeps disabled
     */
    static List<String> of(String key, List<String> configured) {
        Set<String> known = known();
        if (configured.isEmpty()) {
            return MODERN.stream().filter(known::contains).toList();
        }
        for (String suite : configured) {
            if (!known.contains(suite)) {
                throw new IllegalArgumentException(key + ": this JDK has no cipher suite " + suite);
            }
        }
        return configured;
    }

    /** Suites without encryption or authentication are not among them: the JDK keeps them disabled. */
    private static Set<String> known() {
        try {
            return Set.of(SSLContext.getDefault().getSupportedSSLParameters().getCipherSuites());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no TLS", e);
        }
    }
}
