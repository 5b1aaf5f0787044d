package org.esbmt.files.api;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes files that are whole or absent after a crash, and readable by their owner alone. Threads: any, but one at a
 * time for each file.
 */
public final class DurableFiles {
    /** The suffix of a file that {@link #replace} has not finished. */
    public static final String UNFINISHED = ".tmp";

    private static final Logger LOG = LoggerFactory.getLogger(DurableFiles.class);

    private DurableFiles() {}

    /**
     * Writes the content of a file.
     *
     * @param <E> the reason of a failure other than the disk
     */
    @FunctionalInterface
    public interface Writing<E extends Exception> {
        void to(OutputStream out) throws IOException, E;
    }

    /** Writes a new file. Its readers must learn its name from a later, durable step. */
    public static <E extends Exception> void write(Path file, Writing<E> content) throws IOException, E {
        try (FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OwnerOnly.file(file))) {
            content.to(Channels.newOutputStream(channel));
            channel.force(true);
        }
        sync(file.getParent());
    }

    /**
     * The durability of a change is unknown: after a crash the file has the old content or the new one, so both are
     * needed.
     */
    public static final class InDoubtException extends IOException {
        private static final long serialVersionUID = 1L;

        public InDoubtException(Path file, IOException cause) {
            super("it is unknown whether " + file + " is the old one or the new one after a restart", cause);
        }
    }

    /**
     * Replaces a file in one step: before a crash or after it, the file has the old content or the new one. A crash may
     * leave a file beside it with the suffix {@link #UNFINISHED}; the next replacement removes it.
     *
     * @throws InDoubtException if the replacement failed and could not be taken back either
     * @throws IOException if the replacement failed: the old content remains, or still no file
     */
    public static void replace(Path file, byte[] content) throws IOException {
        change(file, Optional.of(content));
    }

    /**
     * Deletes a file, if it exists.
     *
     * @throws InDoubtException if the deletion failed and could not be taken back either
     * @throws IOException if the deletion failed: the file remains
     */
    public static void delete(Path file) throws IOException {
        change(file, Optional.empty());
    }

    private static void change(Path file, Optional<byte[]> content) throws IOException {
        Optional<byte[]> before = read(file);
        // Opened before the change: later, a missing descriptor would force a completed change to be taken back.
        try (Folder folder = new Folder(file.getParent())) {
            try {
                put(file, content);
                folder.force();
            } catch (IOException e) {
                takeBack(file, before, folder, e);
                throw e;
            }
        }
    }

    private static void takeBack(Path file, Optional<byte[]> before, Folder folder, IOException why)
            throws InDoubtException {
        try {
            Optional<byte[]> there = read(file);
            if (there.isPresent() == before.isPresent() && Arrays.equals(there.orElse(null), before.orElse(null))) {
                return; // the change did not happen
            }
            put(file, before);
            folder.force();
        } catch (IOException e) {
            InDoubtException doubt = new InDoubtException(file, why);
            doubt.addSuppressed(e);
            throw doubt;
        }
    }

    private static Optional<byte[]> read(Path file) throws IOException {
        try {
            return Optional.of(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private static void put(Path file, Optional<byte[]> content) throws IOException {
        if (content.isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        Path temporary = file.resolveSibling(file.getFileName() + UNFINISHED);
        try {
            Files.deleteIfExists(temporary);
            try (FileChannel channel = FileChannel.open(
                    temporary,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    OwnerOnly.file(temporary))) {
                ByteBuffer buffer = ByteBuffer.wrap(content.get());
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            try {
                Files.deleteIfExists(temporary);
            } catch (IOException e2) {
                e.addSuppressed(e2);
            }
            throw e;
        }
    }

    /** Creates a folder for its owner only, if it is missing. All created folders, with those above it, are durable. */
    public static Path folder(Path folder) throws IOException {
        List<Path> changed = new ArrayList<>();
        for (Path each = folder; each.getParent() != null && !Files.exists(each); each = each.getParent()) {
            changed.add(each.getParent());
        }
        OwnerOnly.folder(folder);
        for (Path each : changed) {
            sync(each);
        }
        return folder;
    }

    public static void deleteTree(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
                if (e != null) {
                    throw e;
                }
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Forces a folder to the disk, so that its present entries are durable. */
    private static void sync(Path folder) throws IOException {
        try (Folder open = new Folder(folder)) {
            open.force();
        }
    }

    /**
     * An open folder. A new name in a folder is durable after the folder was forced. Windows cannot open folders, and
     * does not need it.
     */
    private static final class Folder implements AutoCloseable {
        private final Optional<FileChannel> channel;

        Folder(Path folder) throws IOException {
            channel = folder.getFileSystem().supportedFileAttributeViews().contains("posix")
                    ? Optional.of(FileChannel.open(folder, StandardOpenOption.READ))
                    : Optional.empty();
        }

        void force() throws IOException {
            if (channel.isPresent()) {
                channel.get().force(true);
            }
        }

        @Override
        public void close() {
            try {
                if (channel.isPresent()) {
                    channel.get().close();
                }
            } catch (IOException e) {
                LOG.debug("A folder that was only forced could not be closed.", e);
            }
        }
    }
}
