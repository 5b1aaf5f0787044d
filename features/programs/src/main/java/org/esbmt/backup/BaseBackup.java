package org.esbmt.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.esbmt.embedded.postgresql.internal.EmbeddedPostgres;

/**
 * Copies the data directory of the running embedded server, by PostgreSQL's low-level API ("Making a Base Backup Using
 * the Low Level API"). A restore brings back the state at {@link #stop}: of all databases, at one moment.
 */
final class BaseBackup implements AutoCloseable {
    static final String CLUSTER = "cluster";

    /** Files that the server creates anew, and that must not remain from another run. */
    private static final Set<String> WITHOUT_CONTENT = Set.of(
            "pg_dynshmem",
            "pg_notify",
            "pg_replslot",
            "pg_serial",
            "pg_snapshots",
            "pg_stat_tmp",
            "pg_subtrans",
            "pg_wal");

    private static final Set<String> LEFT_OUT = Set.of(
            "postmaster.pid",
            "postmaster.opts",
            "backup_label",
            "tablespace_map",
            "pg_internal.init",
            "current_logfiles");

    private final Connection connection;
    private final Path cluster;
    private final OwnerOnlyTree target;
    private final String firstSegment;

    private BaseBackup(Connection connection, Path cluster, OwnerOnlyTree target, String firstSegment) {
        this.connection = connection;
        this.cluster = cluster;
        this.target = target;
        this.firstSegment = firstSegment;
    }

    /** Copies the data directory. A session without {@link #stop} has made no backup. */
    static BaseBackup start(Installation installation, RegistryDatabases server, OwnerOnlyTree target)
            throws SQLException, IOException {
        Path cluster = EmbeddedPostgres.home(installation.postgresql()).resolve(CLUSTER);
        Connection connection = server.connect("postgres");
        try {
            // The slot keeps the log written meanwhile; it ends with the session.
            RegistryDatabases.execute(
                    connection,
                    "SELECT pg_create_physical_replication_slot('esbmt_backup_' || pg_backend_pid(), true, true)");
            String first = RegistryDatabases.text(
                    connection, "SELECT pg_walfile_name(pg_backup_start('bin/backup', fast => true))");
            BaseBackup backup = new BaseBackup(connection, cluster, target, first);
            target.refresh(cluster, CLUSTER, BaseBackup::isCopied);
            target.copy(cluster.resolve("global/pg_control"), CLUSTER + "/global/pg_control");
            return backup;
        } catch (SQLException | IOException e) {
            close(connection, e);
            throw e;
        }
    }

    private static boolean isCopied(Path within) {
        String name = within.getFileName().toString();
        boolean content = within.getNameCount() > 1
                && WITHOUT_CONTENT.contains(within.getName(0).toString());
        boolean folderOfTheLog =
                within.equals(Path.of("pg_wal/archive_status")) || within.equals(Path.of("pg_wal/summaries"));
        return !LEFT_OUT.contains(name)
                && !name.startsWith("pgsql_tmp")
                && !within.equals(Path.of("global/pg_control"))
                && (!content || folderOfTheLog);
    }

    /** Ends the copy. This is the moment of the backup. Only {@link #finish} may follow. */
    Stopped stop() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_walfile_name(lsn), labelfile, spcmapfile"
                        + " FROM pg_backup_stop(wait_for_archive => false)")) {
            row.next();
            return new Stopped(row.getString(1), row.getString(2), row.getString(3));
        }
    }

    /** The results of {@code pg_backup_stop}. */
    record Stopped(String lastSegment, String label, String tablespaces) {}

    /** Copies the log needed for a consistent state. */
    void finish(Stopped stopped) throws IOException {
        if (stopped.tablespaces() != null && !stopped.tablespaces().isBlank()) {
            throw new Problem("The embedded PostgreSQL has tablespaces outside of its data directory, which are none of"
                    + " the bus: move the tables back.");
        }
        try (DirectoryStream<Path> log = Files.newDirectoryStream(cluster.resolve("pg_wal"))) {
            for (Path segment : log) {
                String name = segment.getFileName().toString();
                if (name.matches("[0-9A-F]{24}")
                        && name.compareTo(firstSegment) >= 0
                        && name.compareTo(stopped.lastSegment()) <= 0) {
                    target.copy(segment, CLUSTER + "/pg_wal/" + name);
                }
            }
        }
        target.write(CLUSTER + "/backup_label", stopped.label().getBytes(UTF_8));
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private static void close(Connection connection, Exception cause) {
        try {
            connection.close();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }
}
