package org.esbmt.embedded.postgresql.internal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of one embedded server, locked for one JVM: {@code cluster} (PostgreSQL's data directory),
 * {@code password}, {@code postgresql.conf}, {@code pg_hba.conf}, {@code lock}, and the unpacked programs.
 *
 * <p>Only {@code cluster} belongs to the server's user. A root JVM writes nothing in there. It would follow a symbolic
 * link of a compromised server with root's rights.
 *
 * <p>In a root JVM, the server's user may have no access to the wanted directory (below {@code /root}, for example).
 * Then the home is a new directory below the fallback, and a file {@code location} in the wanted directory names it.
 */
final class ServerDirectory implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ServerDirectory.class);

    private static final String LOCATION = "location";
    static final String CLUSTER = "cluster";
    static final String PASSWORD = "password";
    private static final int PASSWORD_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Path directory;
    private final SystemUser user;
    private final FileChannel lockFile;
    private final FileLock lock;
    private final String owner = UUID.randomUUID().toString();

    private ServerDirectory(Path directory, SystemUser user, FileChannel lockFile, FileLock lock) {
        this.directory = directory;
        this.user = user;
        this.lockFile = lockFile;
        this.lock = lock;
    }

    /** @throws EmbeddedPostgresException when another JVM has this home, or no reachable directory exists */
    static ServerDirectory open(Path wanted, Optional<Path> fallback, Optional<String> systemUser)
            throws IOException, InterruptedException {
        boolean ours = !Files.exists(wanted);
        Files.createDirectories(wanted);
        Path asked = wanted.toRealPath();
        Path directory = located(asked).orElse(asked);
        // The cluster's owner stays the server's user: PostgreSQL accepts no other user's data directory.
        Optional<String> owner = SystemUser.ownerOf(directory.resolve(CLUSTER));
        SystemUser user = SystemUser.choose(systemUser.orElseGet(
                () -> owner.filter(name -> !name.equals("root")).orElse("nobody")));
        if (owner.isPresent() && !owner.get().equals(user.name())) {
            throw new EmbeddedPostgresException("The data in " + directory.resolve(CLUSTER) + " belong to '"
                    + owner.get() + "', and the server would run as '" + user.name() + "': run the bus as the user"
                    + " that made them or as root, or change the owner.");
        }
        if (ours) {
            FileTrees.permit(directory, user.isOther() ? "rwx--x--x" : "rwx------");
        }
        directory = reachable(directory, asked, fallback, user);
        if (!directory.toString().matches("[^\"'`$\\\\\\p{Cntrl}]+")) {
            throw new EmbeddedPostgresException("The name of the directory " + directory
                    + " has a quote, a dollar, a backslash or a control character in it; choose another.");
        }
        FileChannel lockFile =
                FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileTrees.permit(directory.resolve("lock"), "rw-------");
            FileLock lock = lockFile.tryLock();
            if (lock == null) {
                throw taken(directory, null);
            }
            FileTrees.deleteUnfinished(directory);
            ServerDirectory home = new ServerDirectory(directory, user, lockFile, lock);
            FileTrees.write(home.ownerFile(), home.owner() + "\n", "rw-r--r--");
            return home;
        } catch (OverlappingFileLockException e) {
            lockFile.close();
            throw taken(directory, e);
        } catch (IOException e) {
            lockFile.close();
            throw e;
        }
    }

    private static EmbeddedPostgresException taken(Path directory, Throwable cause) {
        return new EmbeddedPostgresException(
                "Another bus uses the embedded PostgreSQL in " + directory + ": stop it, or give this one a directory"
                        + " of its own.",
                cause);
    }

    static Optional<Path> located(Path asked) throws IOException {
        Path pointer = asked.resolve(LOCATION);
        if (!Files.exists(pointer)) {
            return Optional.empty();
        }
        Path location =
                Path.of(Files.readString(pointer, StandardCharsets.UTF_8).strip());
        if (!Files.isDirectory(location)) {
            // After a missing mount, an empty server would be a bus without its tenants.
            throw new EmbeddedPostgresException(pointer + " says that the data are in " + location
                    + ", which is not there: bring it back, or delete this file to begin with an empty server.");
        }
        return Optional.of(location.toRealPath());
    }

    private static Path reachable(Path directory, Path asked, Optional<Path> fallback, SystemUser user)
            throws IOException, InterruptedException {

        if (!user.isOther() || user.reaches(directory)) {
            return directory;
        }
        if (fallback.isEmpty() || !directory.equals(asked)) {
            throw new EmbeddedPostgresException("PostgreSQL cannot run as root, and '" + user.name()
                    + "' may not enter " + directory + ": choose a directory whose parents let this user through,"
                    + " name another system.user, or run the bus as an ordinary user.");
        }
        Files.createDirectories(fallback.get());
        // The fallback belongs to the bus, as its name says; the JVM's umask may have restricted it.
        FileTrees.permit(fallback.get(), "rwx--x--x");
        byte[] name = new byte[4];
        RANDOM.nextBytes(name);
        Path other = fallback.get()
                .toRealPath()
                .resolve("postgresql-" + HexFormat.of().formatHex(name));
        Files.createDirectory(other);
        FileTrees.permit(other, "rwx--x--x");
        if (!user.reaches(other)) {
            Files.delete(other);
            throw new EmbeddedPostgresException("PostgreSQL cannot run as root, and '" + user.name()
                    + "' may enter neither " + directory + " nor " + fallback.get()
                    + ": choose a directory whose parents let this user through.");
        }
        FileTrees.write(asked.resolve(LOCATION), other + "\n", "rw-r--r--");
        LOG.info(
                "The embedded PostgreSQL keeps its data in {}: the bus runs as root, PostgreSQL refuses to, and its user"
                        + " '{}' may not enter {}.",
                other,
                user.name(),
                asked);
        return other;
    }

    Path directory() {
        return directory;
    }

    Path cluster() {
        return directory.resolve(CLUSTER);
    }

    SystemUser user() {
        return user;
    }

    /** The file that names the JVM of the server; see {@link OrphanWatchdog}. */
    Path ownerFile() {
        return directory.resolve("owner");
    }

    /** The content of the owner's file while this JVM has the home. */
    String owner() {
        return owner;
    }

    /**
     * The administrator's password, generated at the first call ever.
     *
     * @throws EmbeddedPostgresException when data exist but their password is lost
     */
    String password() throws IOException {
        Path file = directory.resolve(PASSWORD);
        if (!Files.exists(file)) {
            if (Files.exists(cluster())) {
                throw new EmbeddedPostgresException("The server's password, " + file
                        + ", is lost: bring it back from a copy; the data in " + cluster() + " are whole.");
            }
            byte[] random = new byte[PASSWORD_BYTES];
            RANDOM.nextBytes(random);
            FileTrees.write(file, Base64.getUrlEncoder().withoutPadding().encodeToString(random), "rw-------");
        }
        return Files.readString(file, StandardCharsets.UTF_8).strip();
    }

    /**
     * Sets the administrator's password, before the data exist.
     *
     * @throws EmbeddedPostgresException when data exist, or another password
     */
    void keep(String password) throws IOException {
        if (Files.exists(cluster()) || Files.exists(directory.resolve(PASSWORD))) {
            throw new EmbeddedPostgresException(
                    "There are data of a PostgreSQL server in " + directory + ", which are not overwritten.");
        }
        FileTrees.write(directory.resolve(PASSWORD), password, "rw-------");
    }

    @Override
    public void close() throws IOException {
        try (lockFile) {
            lock.release();
        }
    }
}
