package org.esbmt.embedded.broker.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Base64;
import org.esbmt.files.api.DurableFiles;

/**
 * The directory of one embedded broker, locked for one JVM: {@code store}, {@code temporary}, {@code password},
 * {@code lock}.
 */
final class BrokerHome implements AutoCloseable {
    private static final int PASSWORD_BYTES = 32;

    private final Path directory;
    private final FileChannel lockFile;
    private final FileLock lock;

    private BrokerHome(Path directory, FileChannel lockFile, FileLock lock) {
        this.directory = directory;
        this.lockFile = lockFile;
        this.lock = lock;
    }

    /** @throws BrokerProblem when another bus has it, or it cannot be created */
    static BrokerHome open(Path wanted) throws BrokerProblem {
        try {
            Path directory = DurableFiles.folder(wanted.toAbsolutePath());
            FileChannel lockFile =
                    FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = lock(lockFile);
            if (lock == null) {
                lockFile.close();
                throw new BrokerProblem("Another bus uses the broker in " + directory
                        + ": stop it, or give this one a directory of its own.");
            }
            return new BrokerHome(directory, lockFile, lock);
        } catch (IOException e) {
            throw new BrokerProblem("The broker cannot use its directory " + wanted + ": " + e + ".", e);
        }
    }

    private static FileLock lock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // this JVM holds the lock already
        }
    }

    Path store() {
        return directory.resolve("store");
    }

    Path temporary() {
        return directory.resolve("temporary");
    }

    static Path passwordFile(Path directory) {
        return directory.resolve("password");
    }

    /** Created at the first call ever. */
    String password() throws IOException {
        Path file = passwordFile(directory);
        if (!Files.exists(file)) {
            byte[] random = new byte[PASSWORD_BYTES];
            new SecureRandom().nextBytes(random);
            String password = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
            DurableFiles.replace(file, (password + "\n").getBytes(UTF_8));
        }
        String password = Files.readString(file, UTF_8).strip();
        if (password.isEmpty()) {
            throw new IOException(file + " is empty; delete it, and a new password is made");
        }
        return password;
    }

    @Override
    public void close() throws IOException {
        try (lockFile) {
            lock.release();
        }
    }
}
