package org.esbmt.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.esbmt.embedded.postgresql.internal.EmbeddedPostgres;

/**
 * Restores a backup into an installation that was never started: {@code bin/restore <folder> <folder of the secrets>}.
 */
public final class Restore {
    /**
     * A file in the data directory from the first change to the end of the restore. The script bin/start looks for it.
     */
    private static final String MARK = "restore-unfinished";

    private static final String HELP = """
            Usage: bin/restore DIRECTORY SECRETS

            Puts a backup of bin/backup into this installation, which is new: unpacked, and never started.

              DIRECTORY, SECRETS   as bin/backup has made them

            Both are compared with their check sums before anything is changed. Nothing is overwritten but the files that come
            with etc/. An external PostgreSQL has the databases without tables, or admin.user may create them.
            Run it as the user of the bus, then start the bus with bin/start.

              ESBMT_PG_BIN   folder of pg_restore, for an external PostgreSQL; else it is on the path

            Ends with 0 when everything is there, 1 when it failed and 2 when the arguments are wrong.
            """;

    private final Installation installation;
    private final Path data;
    private final Path secrets;

    private Restore(Installation installation, Path data, Path secrets) {
        this.installation = installation;
        this.data = data;
        this.secrets = secrets;
    }

    /** Ends the process. */
    public static void main(String[] arguments) {
        Program.run("bin/restore", HELP, arguments, (data, secrets) -> new Restore(
                        Installation.ofThisProcess(), data, secrets)
                .run());
    }

    private void run() throws IOException, SQLException, InterruptedException {
        requireNew();
        Manifest manifest = Manifest.check(data);
        BackupCheck.requireOneBackup(manifest, Manifest.check(secrets), data, secrets);
        List<Path> elsewhere = elsewhere();
        if (!manifest.fact("release").equals(installation.release())) {
            System.err.println("bin/restore: the backup is of release " + manifest.fact("release") + ", and this is "
                    + installation.release() + ".");
        }
        Files.createDirectories(installation.data());
        OwnerOnlyTree nodeData = OwnerOnlyTree.of(installation.data());
        nodeData.write(MARK, new byte[0]);
        OwnerOnlyTree.force(installation.data());

        copy(secrets.resolve(Backup.ETC), installation.etc());
        for (int i = 0; i < elsewhere.size(); i++) {
            copyFile(secrets.resolve(Backup.ELSEWHERE).resolve(Integer.toString(i)), elsewhere.get(i));
        }
        for (Map.Entry<String, Path> folder : installation.nodeFolders().entrySet()) {
            copy(data.resolve(Backup.NODE).resolve(folder.getKey()), folder.getValue());
        }
        for (Map.Entry<String, Path> secret : installation.secretFiles().entrySet()) {
            Path copy = secrets.resolve(Backup.DATA).resolve(secret.getKey());
            if (Files.exists(copy)) {
                copyFile(copy, secret.getValue());
            }
        }
        databases(manifest);
        Files.delete(installation.data().resolve(MARK));
        OwnerOnlyTree.force(installation.data());
        System.out.println("The backup of " + manifest.fact("moment") + " is restored; bin/start starts the bus.");
    }

    private void requireNew() throws IOException {
        if (Files.exists(installation.data().resolve(MARK))) {
            throw new Problem(
                    "A bin/restore into " + installation.home() + " was broken off: delete this installation, unpack"
                            + " the release anew, and restore into that.");
        }
        List<Path> made = new ArrayList<>(installation.nodeFolders().values());
        made.remove(installation.home().resolve("deploy"));
        made.add(installation.etc().resolve("org.esbmt.pepper"));
        made.add(installation.etc().resolve("org.esbmt.sealing-keys"));
        made.add(installation.data().resolve("postgresql"));
        made.add(installation.data().resolve("broker"));
        for (Path path : made) {
            if (Files.exists(path)) {
                throw new Problem(
                        path + " is there, and is not overwritten: unpack the release anew, and restore into that.");
            }
        }
        try (DirectoryStream<Path> deploy =
                Files.newDirectoryStream(installation.home().resolve("deploy"))) {
            for (Path file : deploy) {
                if (!file.endsWith("README")) {
                    throw new Problem(
                            file + " is there: a backup is restored into an installation with nothing to deploy.");
                }
            }
        }
    }

    /** The files outside of the installation. They must be missing or equal to their copies. */
    private List<Path> elsewhere() throws IOException {
        List<Path> files = Files.readAllLines(secrets.resolve(Backup.ELSEWHERE_NAMES), UTF_8).stream()
                .map(Path::of)
                .toList();
        for (int i = 0; i < files.size(); i++) {
            Path copy = secrets.resolve(Backup.ELSEWHERE).resolve(Integer.toString(i));
            if (Files.exists(files.get(i)) && Files.mismatch(files.get(i), copy) >= 0) {
                throw new Problem(files.get(i) + " is there, and is another one than that of the backup, " + copy
                        + ": move one of them away, and the one to be used back.");
            }
        }
        return files;
    }

    private void databases(Manifest manifest) throws IOException, SQLException, InterruptedException {
        boolean external = installation.externalDatabase();
        if (external != manifest.fact("postgresql").equals("external")) {
            throw new Problem("The backup is of an " + manifest.fact("postgresql") + " PostgreSQL, and server in etc/"
                    + Installation.REGISTRY + " is another: take the file of the backup.");
        }
        if (external) {
            RegistryDatabases registries = RegistryDatabases.external(installation);
            try {
                Dumps.restore(registries, data);
                BackupCheck.check(registries, manifest);
            } catch (SQLException e) {
                throw new Problem("PostgreSQL at " + registries.address() + " says: " + e.getMessage(), e);
            }
            return;
        }
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder(installation.postgresql())
                .fallback(Path.of(Backup.LAST_RESORT))
                .log(installation.log().resolve("postgresql.log"))
                .baseBackup(data.resolve(BaseBackup.CLUSTER), BackupCheck.password(secrets));
        installation.value(Installation.POSTGRESQL, "system.user").ifPresent(builder::systemUser);
        installation.value(Installation.POSTGRESQL, "binaries").map(Path::of).ifPresent(builder::binaries);
        try (EmbeddedPostgres server = builder.start()) {
            BackupCheck.check(RegistryDatabases.embedded(installation, server), manifest);
        } catch (SQLException e) {
            throw new Problem("The databases of the backup do not work: " + e.getMessage(), e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        if (!Files.isDirectory(from)) {
            return;
        }
        if (!Files.isDirectory(to)) {
            Files.createDirectories(to.getParent());
            OwnerOnlyTree.create(to);
        }
        OwnerOnlyTree tree = OwnerOnlyTree.of(to.getParent());
        tree.refresh(from, to.getFileName().toString(), within -> true);
        OwnerOnlyTree.of(to).force();
    }

    private static void copyFile(Path from, Path to) throws IOException {
        if (Files.exists(to)) {
            return; // equal to the copy, see elsewhere()
        }
        Files.createDirectories(to.getParent());
        OwnerOnlyTree.of(to.getParent()).copy(from, to.getFileName().toString());
        OwnerOnlyTree.force(to);
    }
}
