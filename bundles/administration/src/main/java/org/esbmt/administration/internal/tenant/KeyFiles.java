package org.esbmt.administration.internal.tenant;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.esbmt.administration.api.command.Content;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantKeyMaterial;
import org.esbmt.registry.api.TenantKeyMaterial.SealedKey;

/** Reads files with keys and certificates in requests, up to a bound. */
final class KeyFiles {
    private KeyFiles() {}

    /** Reads a key from the bytes of a file. */
    @FunctionalInterface
    interface Reading {
        SealedKey of(byte[] file) throws RegistryException;
    }

    /** Clears the bytes after the read. */
    static SealedKey read(Content content, Reading reading) throws RegistryException {
        byte[] file = bytes(content);
        try {
            return reading.of(file);
        } finally {
            Arrays.fill(file, (byte) 0);
        }
    }

    /** @throws IllegalArgumentException if the content has too many bytes, or its stream breaks */
    static byte[] bytes(Content content) {
        return bytes(content, TenantKeyMaterial.MOST_FILE_BYTES, "a file with keys or certificates");
    }

    /** @param what with its article, for the refusal */
    static byte[] bytes(Content content, int most, String what) {
        try {
            // Not closed: the stream is the caller's.
            InputStream stream = content.open();
            byte[] bytes = stream.readNBytes(most + 1);
            if (bytes.length > most) {
                throw new IllegalArgumentException(what + " has at most " + most + " bytes");
            }
            return bytes;
        } catch (IOException e) {
            throw new IllegalArgumentException("the file could not be read to its end", e);
        }
    }
}
