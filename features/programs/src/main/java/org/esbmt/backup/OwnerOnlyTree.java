package org.esbmt.backup;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A folder for its owner only, with everything in it and for any umask. It is filled with copies, which are durable
 * after {@link #force}. Confined to one thread.
 */
final class OwnerOnlyTree {
    private static final FileAttribute<Set<PosixFilePermission>> FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path root;
    /** The state of the original at the time of its copy, by the path of the copy. */
    private final Map<Path, State> copied = new TreeMap<>();

    /**
     * The identity of a file's content. A changed file has another state; a file replaced by the bus has another key.
     */
    private record State(Object key, long size, long modified) {
        static State of(BasicFileAttributes attributes) {
            return new State(
                    attributes.fileKey(),
                    attributes.size(),
                    attributes.lastModifiedTime().toMillis());
        }
    }

    private OwnerOnlyTree(Path root) {
        this.root = root;
    }

    /** Creates a new folder. */
    static OwnerOnlyTree create(Path root) throws IOException {
        Files.createDirectory(root, FOLDER);
        return new OwnerOnlyTree(root);
    }

    /** Wraps an existing folder without changing its permissions. */
    static OwnerOnlyTree of(Path root) {
        return new OwnerOnlyTree(root);
    }

    Path root() {
        return root;
    }

    /** Writes a new file. */
    void write(String name, byte[] content) throws IOException {
        Path file = root.resolve(name);
        folder(file.getParent());
        Files.createFile(file, FILE);
        Files.write(file, content);
    }

    /** Copies one file, in place of an older copy. */
    void copy(Path file, String name) throws IOException {
        Path copy = root.resolve(name);
        folder(copy.getParent());
        Files.deleteIfExists(copy);
        Files.createFile(copy, FILE);
        try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ);
                FileChannel to = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            long position = 0;
            for (long moved = 1; moved > 0; position += moved) {
                moved = from.transferTo(position, Long.MAX_VALUE - position, to);
            }
        }
    }

    /**
     * Makes a part of this tree a copy of a folder, which may be missing. A repetition copies only changed files, and
     * deletes the copies of missing ones.
     *
     * @param wanted accepts the path of a file or folder within the folder
     * @return whether the copy changed
     */
    boolean refresh(Path folder, String name, Predicate<Path> wanted) throws IOException {
        Path target = root.resolve(name);
        Set<Path> there = new HashSet<>();
        boolean[] changed = {false};
        if (Files.isDirectory(folder)) {
            changed[0] |= folder(target);
            Files.walkFileTree(
                    folder.toRealPath(),
                    EnumSet.of(FileVisitOption.FOLLOW_LINKS),
                    Integer.MAX_VALUE,
                    new Refreshing(folder.toRealPath(), target, wanted, there, changed));
        }
        for (Path old : Set.copyOf(copied.keySet())) {
            if (old.startsWith(target) && !there.contains(old)) {
                Files.deleteIfExists(old);
                copied.remove(old);
                changed[0] = true;
            }
        }
        return changed[0];
    }

    private final class Refreshing extends SimpleFileVisitor<Path> {
        private final Path folder;
        private final Path target;
        private final Predicate<Path> wanted;
        private final Set<Path> there;
        private final boolean[] changed;

        Refreshing(Path folder, Path target, Predicate<Path> wanted, Set<Path> there, boolean[] changed) {
            this.folder = folder;
            this.target = target;
            this.wanted = wanted;
            this.there = there;
            this.changed = changed;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) throws IOException {
            Path within = folder.relativize(each);
            if (!each.equals(folder) && !wanted.test(within)) {
                return FileVisitResult.SKIP_SUBTREE;
            }
            folder(target.resolve(within.toString()));
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) throws IOException {
            Path within = folder.relativize(each);
            if (!attributes.isRegularFile() || !wanted.test(within)) {
                return FileVisitResult.CONTINUE;
            }
            Path copy = target.resolve(within.toString());
            State state = State.of(attributes);
            if (!Objects.equals(copied.get(copy), state)) {
                try {
                    copy(each, root.relativize(copy).toString());
                } catch (NoSuchFileException e) {
                    return gone(each, e);
                }
                copied.put(copy, state);
                changed[0] = true;
            }
            there.add(copy);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path each, IOException e) throws IOException {
            if (e instanceof NoSuchFileException missing) {
                return gone(each, missing);
            }
            throw e;
        }

        /** Tolerates missing files: a running bus deletes and replaces files all the time. */
        private FileVisitResult gone(Path each, NoSuchFileException e) throws NoSuchFileException {
            if (each.toString().equals(e.getFile()) || Files.notExists(each)) {
                changed[0] = true;
                return FileVisitResult.CONTINUE;
            }
            throw e;
        }
    }

    /**
     * Creates a folder and those above it.
     *
     * @return whether it was missing
     */
    private static boolean folder(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return false;
        }
        folder(path.getParent());
        Files.createDirectory(path, FOLDER);
        return true;
    }

    /** Forces everything to the disk. */
    void force() throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                OwnerOnlyTree.force(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
                if (e != null) {
                    throw e;
                }
                OwnerOnlyTree.force(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Renames this folder in one durable step. */
    void rename(Path name) throws IOException {
        Files.move(root, name, StandardCopyOption.ATOMIC_MOVE);
        force(name.getParent());
    }

    /** Deletes a folder with its contents, if it exists; never the target of a symbolic link. */
    static void delete(Path folder) throws IOException {
        if (Files.notExists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path each, IOException e) throws IOException {
                if (e != null) {
                    throw e;
                }
                Files.delete(each);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    static void force(Path fileOrFolder) throws IOException {
        try (FileChannel channel = FileChannel.open(fileOrFolder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
