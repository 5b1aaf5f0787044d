package org.esbmt.message.security.internal.xml;

import java.security.MessageDigest;
import java.util.Arrays;

/** Takes canonical form, and either feeds a digest or keeps all bytes. */
public final class CanonicalOutput {
    private static final int CHUNK = 2048;

    private byte[] buffer = new byte[CHUNK];
    private int length;
    /** Null while bytes are kept. */
    private MessageDigest digest;

    /** Begins to feed a digest. */
    public void begin(MessageDigest next) {
        digest = next;
        length = 0;
    }

    /** Begins to keep bytes. */
    public void begin() {
        digest = null;
        length = 0;
    }

    /** The digest of all bytes since {@link #begin(MessageDigest)}. */
    public byte[] digested() {
        digest.update(buffer, 0, length);
        length = 0;
        return digest.digest();
    }

    /** All bytes since {@link #begin()}; a copy. */
    public byte[] kept() {
        return Arrays.copyOf(buffer, length);
    }

    void put(int c) {
        if (length == buffer.length) {
            makeRoom(1);
        }
        buffer[length++] = (byte) c;
    }

    void put(byte[] b, int from, int to) {
        int n = to - from;
        if (n > buffer.length - length) {
            if (digest != null && n > CHUNK) {
                makeRoom(0);
                digest.update(b, from, n);
                return;
            }
            makeRoom(n);
        }
        System.arraycopy(b, from, buffer, length, n);
        length += n;
    }

    private void makeRoom(int n) {
        if (digest == null) {
            buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + n));
        } else {
            digest.update(buffer, 0, length);
            length = 0;
        }
    }
}
