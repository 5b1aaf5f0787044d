package org.esbmt.message.security.internal.crypto;

import java.util.Optional;
import org.esbmt.message.security.internal.Names;

/** The accepted algorithms of encrypted content (XML Encryption 1.1, section 5.2.4): a vector of 12 bytes, a tag of 16. */
public enum ContentCipher {
    AES_128_GCM("http://www.w3.org/2009/xmlenc11#aes128-gcm", 16),
    AES_256_GCM("http://www.w3.org/2009/xmlenc11#aes256-gcm", 32);

    static final int VECTOR_BYTES = 12;
    static final int TAG_BYTES = 16;
    private static final ContentCipher[] ALL = values();

    private final String uri;
    private final int keyBytes;

    ContentCipher(String uri, int keyBytes) {
        this.uri = uri;
        this.keyBytes = keyBytes;
    }

    /** The algorithm of this URI; empty if it is not accepted. */
    public static Optional<ContentCipher> of(byte[] uri) {
        for (ContentCipher a : ALL) {
            if (Names.isText(uri, a.uri)) {
                return Optional.of(a);
            }
        }
        return Optional.empty();
    }

    public String uri() {
        return uri;
    }

    public int keyBytes() {
        return keyBytes;
    }

    /** True if this many bytes can be a vector, a tag and something between them. */
    public boolean acceptsLength(int bytes) {
        return bytes >= VECTOR_BYTES + TAG_BYTES;
    }
}
