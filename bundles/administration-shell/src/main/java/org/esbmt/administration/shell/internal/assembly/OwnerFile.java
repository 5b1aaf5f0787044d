package org.esbmt.administration.shell.internal.assembly;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that only the operating system's user of the bus can read, from their first byte on. */
final class OwnerFile {
    private OwnerFile() {}

    /**
     * Writes a new file.
     *
     * @throws FileAlreadyExistsException if the path exists, also as a link to nothing
     */
    static void create(Path path, byte[] content) throws IOException {
        OutputStream out = Channels.newOutputStream(Files.newByteChannel(
                path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes(path)));
        try (out) {
            out.write(content);
        } catch (IOException e) {
            Files.deleteIfExists(path);
            throw e;
        }
    }

    /**
     * Replaces a file, in one step. A link is replaced, not followed.
     *
     * @throws FileAlreadyExistsException if there is a folder at the path
     */
    static void replace(Path path, byte[] content) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        Path part = Files.createTempFile(path.toAbsolutePath().getParent(), ".esbmt-", ".part", attributes(path));
        try {
            Files.write(part, content);
            Files.move(part, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static FileAttribute<?>[] attributes(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
