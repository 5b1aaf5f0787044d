package org.esbmt.management.cluster.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.esbmt.files.api.DurableFiles;
import org.esbmt.management.api.message.SealKey;

/** A key in a file: 32 bytes in base64url, with an optional line end. */
final class SealKeyFile {
    private static final int MAX_BYTES = 1_024;
    private static final Set<PosixFilePermission> OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private SealKeyFile() {}

    /**
     * Reads the key.
     *
     * @return empty if the file does not exist
     * @throws IOException if the file has no key, or other users than that of the bus have access; the message names
     *     the remedy
     */
    static Optional<SealKey> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")
                && Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)) {
            throw new IOException("The key in " + file + " can be read or changed by other users of this machine:"
                    + " restrict it to the bus's user (chmod 600), and replace the key if others may know it.");
        }
        try {
            return Optional.of(SealKey.parse(text(file).strip()));
        } catch (IllegalArgumentException e) {
            // Thrown without its cause, because the cause quotes the file.
            throw new IOException(
                    "The file " + file + " has no key of this bus: copy that of another node of the cluster.");
        }
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.size(file) > MAX_BYTES ? "" : Files.readString(file, US_ASCII);
        } catch (CharacterCodingException e) {
            return "";
        }
    }

    /**
     * Generates a key and a file for it, for the user of the bus only; durable when this returns.
     *
     * @throws IOException if the file cannot be written, or exists by now
     */
    static SealKey generate(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (!Files.exists(folder)) {
            DurableFiles.folder(folder);
        }
        SealKey key = SealKey.generate();
        DurableFiles.write(file.toAbsolutePath(), out -> out.write((key.text() + "\n").getBytes(US_ASCII)));
        return key;
    }
}
