package org.esbmt.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.esbmt.embedded.postgresql.internal.EmbeddedPostgres;

/** Checks a backup: starts a separate server on the copy of the embedded one, reads everything, and deletes that server. */
final class BackupCheck {
    private static final String FOLDER = "backup-trial";

    private BackupCheck() {}

    /** @throws Problem if the parts are of different backups, or the databases do not start */
    static void run(Installation installation, Manifest data, Manifest secrets, Path dataFolder, Path secretsFolder)
            throws IOException, SQLException, InterruptedException {
        requireOneBackup(data, secrets, dataFolder, secretsFolder);
        if (!data.fact("postgresql").equals("embedded")) {
            return; // pg_restore has read the archives
        }
        Path folder = installation.data().resolve(FOLDER);
        remove(folder);
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder(folder)
                .fallback(Path.of(Backup.LAST_RESORT))
                .baseBackup(dataFolder.resolve(BaseBackup.CLUSTER), password(secretsFolder))
                .deleteAtClose();
        installation.value(Installation.POSTGRESQL, "system.user").ifPresent(builder::systemUser);
        installation.value(Installation.POSTGRESQL, "binaries").map(Path::of).ifPresent(builder::binaries);
        try (EmbeddedPostgres server = builder.start()) {
            check(RegistryDatabases.embedded(installation, server), data);
        } catch (SQLException e) {
            throw new Problem("The copy of the databases does not work: " + e.getMessage(), e);
        } finally {
            remove(folder);
        }
    }

    static String password(Path secretsFolder) throws IOException {
        return Files.readString(secretsFolder.resolve(Backup.DATA).resolve(Backup.POSTGRESQL_PASSWORD));
    }

    /** @throws Problem if the folders are swapped, or of two backups */
    static void requireOneBackup(Manifest data, Manifest secrets, Path dataFolder, Path secretsFolder) throws Problem {
        if (!data.fact("part").equals("data")) {
            throw new Problem(
                    dataFolder + " has the part '" + data.fact("part") + "' of a backup: name that of the data first.");
        }
        if (!secrets.fact("part").equals("secrets")) {
            throw new Problem(secretsFolder + " has the part '" + secrets.fact("part")
                    + "' of a backup: name that of the secrets second.");
        }
        if (!data.fact("backup").equals(secrets.fact("backup"))) {
            throw new Problem(dataFolder + " is of " + data.fact("moment") + ", and " + secretsFolder
                    + " is another backup's, of " + secrets.fact("moment") + ": take both from the same.");
        }
    }

    /** @throws Problem if the databases are incomplete */
    static void check(RegistryDatabases registries, Manifest data) throws SQLException, IOException {
        for (String database : registries.databases().values()) {
            try (Connection connection = registries.connect(database)) {
                if (RegistryDatabases.tables(connection).isEmpty() || RegistryDatabases.rows(connection) == 0) {
                    throw new Problem("The database '" + database + "' of the copy is empty.");
                }
            }
        }
        try (Connection configuration =
                registries.connect(registries.databases().get("configuration"))) {
            long revision = RegistryDatabases.revision(configuration);
            if (revision != Long.parseLong(data.fact("revision"))) {
                throw new Problem("The copy has the revision " + revision + ", and the revision "
                        + data.fact("revision") + " was copied.");
            }
        }
    }

    /**
     * Deletes the folder of a trial server, also one left by a killed backup; that server has stopped, or stops by
     * itself.
     */
    private static void remove(Path folder) throws IOException {
        OwnerOnlyTree.delete(EmbeddedPostgres.home(folder));
        OwnerOnlyTree.delete(folder);
    }
}
