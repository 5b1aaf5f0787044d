package org.esbmt.transaction.atomikos.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import org.esbmt.files.api.DurableFiles;

/**
 * The directory of one node's transactions, locked for one process: {@code node} (name, log and life),
 * {@code resources}, {@code decisions/}, {@code heuristics/}, {@code lock}.
 */
final class DataDirectory implements AutoCloseable {
    private static final int LOG_BYTES = 4;
    private static final int LINES = 3;

    private final Path directory;
    private final FileChannel lockFile;
    private final NodeName node;
    private final String log;
    private final int life;

    private DataDirectory(Path directory, FileChannel lockFile, NodeName node) throws IOException {
        this.directory = directory;
        this.lockFile = lockFile;
        this.node = node;
        Path file = directory.resolve("node");
        if (Files.exists(file)) {
            List<String> lines = Files.readAllLines(file, UTF_8);
            if (lines.size() != LINES || !lines.get(1).matches("[0-9a-f]{8}")) {
                throw new IOException(file + " was not written by the bus");
            }
            if (!lines.get(0).equals(node.value())) {
                throw new IllegalStateException("The transactions in " + directory + " are those of the node '"
                        + lines.get(0) + "', and this node is called '" + node
                        + "': give it back its name, or a directory of its own.");
            }
            log = lines.get(1);
            life = Integer.parseInt(lines.get(2)) + 1;
        } else {
            byte[] random = new byte[LOG_BYTES];
            new SecureRandom().nextBytes(random);
            log = HexFormat.of().formatHex(random);
            life = 1;
        }
        // The life is on the disk before its first transaction id is used.
        DurableFiles.replace(
                file,
                String.join("\n", node.value(), log, Integer.toString(life), "").getBytes(UTF_8));
    }

    /**
     * @throws IllegalStateException if another process, or another node, has the directory
     * @throws IOException if it cannot be created or read
     */
    static DataDirectory open(Path wanted, NodeName node) throws IOException {
        Path directory = DurableFiles.folder(wanted.toAbsolutePath());
        FileChannel lockFile =
                FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (lock(lockFile) == null) {
                throw new IllegalStateException("Another bus uses the transactions in " + directory
                        + ": stop it, or give this one a directory and a name of its own.");
            }
            return new DataDirectory(directory, lockFile, node);
        } catch (IOException | RuntimeException e) {
            lockFile.close();
            throw e;
        }
    }

    private static FileLock lock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // this process has it already
        }
    }

    Ids ids(Clock clock) {
        return new Ids(node, log, life, clock);
    }

    Path resources() {
        return directory.resolve("resources");
    }

    Path decisions() throws IOException {
        return DurableFiles.folder(directory.resolve("decisions"));
    }

    Path heuristics() throws IOException {
        return DurableFiles.folder(directory.resolve("heuristics"));
    }

    /** The lock ends with the file. */
    @Override
    public void close() throws IOException {
        lockFile.close();
    }
}
