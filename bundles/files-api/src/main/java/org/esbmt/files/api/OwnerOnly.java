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
 * Files that nobody but the user of the bus gets at, since what is deployed may hold secrets: the address of a back end
 * with a password in it, for one. Folders are 0700, files 0600, where the file system knows such rights.
 */
public final class OwnerOnly {
    private static final Set<PosixFilePermission> OWNER = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private OwnerOnly() {}

    /** The attributes for a new file. */
    static FileAttribute<?>[] file(Path path) {
        return attributes(path, "rw-------");
    }

    /** Makes a folder, or closes the one that is there; those above it are made as others are. */
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
     * Takes what group and others may do from a folder and everything in it. Links are not followed.
     *
     * @throws IOException if something in it belongs to another user of the machine
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

    /** Takes what group and others may do with a folder or file; where a folder is closed, what is in it is, too. */
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
