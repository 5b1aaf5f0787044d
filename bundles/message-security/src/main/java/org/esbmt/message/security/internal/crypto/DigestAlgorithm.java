package org.esbmt.message.security.internal.crypto;

import java.util.Optional;
import org.esbmt.message.security.internal.Names;

/** The accepted digests of references. */
public enum DigestAlgorithm {
    SHA256("http://www.w3.org/2001/04/xmlenc#sha256", "SHA-256", 32),
    SHA512("http://www.w3.org/2001/04/xmlenc#sha512", "SHA-512", 64);

    private static final DigestAlgorithm[] ALL = values();

    private final String uri;
    private final String javaName;
    private final int bytes;

    DigestAlgorithm(String uri, String javaName, int bytes) {
        this.uri = uri;
        this.javaName = javaName;
        this.bytes = bytes;
    }

    /** The algorithm of this URI; empty if it is not accepted. */
    public static Optional<DigestAlgorithm> of(byte[] uri) {
        for (DigestAlgorithm a : ALL) {
            if (Names.isText(uri, a.uri)) {
                return Optional.of(a);
            }
        }
        return Optional.empty();
    }

    public String uri() {
        return uri;
    }

    String javaName() {
        return javaName;
    }

    /** The length of a digest. */
    public int bytes() {
        return bytes;
    }
}
