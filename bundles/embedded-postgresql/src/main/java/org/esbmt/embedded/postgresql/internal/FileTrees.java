package org.esbmt.embedded.postgresql.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Creates directories that are complete or absent after a crash: under a temporary name, forced to the disk, and
 * renamed.
 */
final class FileTrees {

    private static final String UNFINISHED = ".unfinished-";

    private static final int DELETE_ATTEMPTS = 100;
    private static final Duration DELETE_PAUSE = Duration.ofMillis(50);

    private FileTrees() {}

    static Path createUnfinished(Path parent) throws IOException {
        return Files.createTempDirectory(parent, UNFINISHED);
    }

    /** Deletes the unfinished directories of a killed JVM. */
    static void deleteUnfinished(Path parent) throws IOException {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(parent, UNFINISHED + "*")) {
            for (Path path : left) {
                delete(path);
            }
        }
    }

    /** Writes a file atomically: after a crash it has its old content or all of the new. */
    static void write(Path file, String content, String permissions) throws IOException {
        Path unfinished = Files.createTempFile(file.resolveSibling(".").normalize(), UNFINISHED, "");
        try {
            permit(unfinished, permissions);
            try (FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = StandardCharsets.UTF_8.encode(content);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            force(file.resolveSibling(".").normalize());
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    static void permit(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    /** Forces a directory with fsync: a rename in it has reached the disk. */
    static void force(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /**
     * Copies the contents of a folder into another one and forces them to the disk. The target is empty and owned by
     * this user, and only this user has access.
     */
    static void copy(Path from, Path to, SystemUser owner) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Path copy = to.resolve(from.relativize(folder).toString());
                if (!folder.equals(from)) {
                    Files.createDirectory(copy);
                    permit(copy, "rwx------");
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.copy(file, copy, LinkOption.NOFOLLOW_LINKS);
                permit(copy, "rw-------");
                try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
                    channel.force(true);
                }
                owner.own(copy);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
                if (e != null) {
                    throw e;
                }
                Path copy = to.resolve(from.relativize(folder).toString());
                force(copy);
                owner.own(copy);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Deletes a tree, but never the target of a symbolic link in it; does nothing for an absent tree. */
    static void delete(Path tree) throws IOException {
        for (int attempt = 1; Files.exists(tree, LinkOption.NOFOLLOW_LINKS); attempt++) {
            try {
                deleteOnce(tree);
            } catch (DirectoryNotEmptyException e) {
                // The initdb of a killed JVM still writes there. It fails soon, because its files are deleted.
                if (attempt == DELETE_ATTEMPTS) {
                    throw e;
                }
                LockSupport.parkNanos(DELETE_PAUSE.toNanos());
            }
        }
    }

    private static void deleteOnce(Path tree) throws IOException {
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                // Deleted meanwhile: an orphaned initdb cleans up after itself.
                if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                    throw e;
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
                if (e != null) {
                    throw e;
                }
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
