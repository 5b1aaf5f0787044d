package org.esbmt.files.api;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * Restricts files to the user of the bus, since deployed archives may hold secrets, such as a back end's address with a
 * password in it. Folders are 0700 and files 0600 on file systems with POSIX permissions.
 */
public final class OwnerOnly {
    private static final Set<PosixFilePermission> OWNER = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private OwnerOnly() {}

    /** The attributes for a new file. */
    static FileAttribute<?>[] file(Path path) {
        return attributes(path, "rw-------");
    }

    /**
     * Creates a folder for its owner only, or closes an existing one. Missing folders above it are created with default
     * permissions.
     */
    public static Path folder(Path path) throws IOException {
        if (path.getParent() != null) {
            Files.createDirectories(path.getParent());
        }
        try {
            return Files.createDirectory(path, attributes(path, "rwx------"));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(path)) {
                throw e;
            }
            close(path);
            return path;
        }
    }

    /**
     * Removes all permissions of group and others from a folder and its contents. Links are not followed.
     *
     * @throws IOException if another user of the machine owns part of it
     */
    public static void closeTree(Path root) throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                close(folder);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!attributes.isSymbolicLink()) {
                    close(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Removes all permissions of group and others from a folder or file. A closed folder protects its contents too. */
    public static void close(Path path) throws IOException {
        if (!isPosix(path)) {
            return;
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
        if (OWNER.containsAll(permissions)) {
            return;
        }
        permissions.retainAll(OWNER);
        try {
            Files.setPosixFilePermissions(path, permissions);
        } catch (FileSystemException e) {
            throw new IOException(
                    path + " cannot be closed to other users of this machine; make the user of the bus its owner", e);
        }
    }

    private static FileAttribute<?>[] attributes(Path path, String permissions) {
        return isPosix(path)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
