package org.esbmt.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Archives of the databases on an external server. pg_dump makes them and pg_restore restores them. Both must exist, in
 * the folder {@code ESBMT_PG_BIN} or on the path, and must not be older than the server.
 */
final class Dumps implements AutoCloseable {
    private static final String NO_SUCH_DATABASE = "3D000";

    private final RegistryDatabases registries;
    private final Map<String, Connection> sessions = new LinkedHashMap<>();
    private final Map<String, String> snapshots = new LinkedHashMap<>();

    private Dumps(RegistryDatabases registries) {
        this.registries = registries;
    }

    /** @throws Problem if the programs or the rights are missing, before anything is made */
    static void requireMeans(RegistryDatabases registries) throws IOException, SQLException, InterruptedException {
        run(registries, List.of(program("pg_dump"), "--version"));
        run(registries, List.of(program("pg_restore"), "--version"));
        try (Connection connection = registries.connect(registries.databases().get("service"))) {
            if (RegistryDatabases.number(
                            connection,
                            "SELECT (rolsuper OR rolbypassrls)::int FROM pg_roles WHERE rolname = current_user")
                    == 0) {
                throw new Problem("The role '" + registries.user() + "' of PostgreSQL at " + registries.address()
                        + " is kept from rows by row-level security, so its backup would lack them: give it BYPASSRLS, or"
                        + " set admin.user in etc/" + Installation.REGISTRY + " to a role that has it.");
            }
        }
    }

    /**
     * Exports a snapshot of each database, valid until {@link #close}. They show one moment if no change happens
     * meanwhile.
     */
    static Dumps begin(RegistryDatabases registries) throws SQLException {
        Dumps dumps = new Dumps(registries);
        try {
            for (Map.Entry<String, String> database : registries.databases().entrySet()) {
                Connection connection = registries.connect(database.getValue());
                dumps.sessions.put(database.getKey(), connection);
                connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                connection.setReadOnly(true);
                connection.setAutoCommit(false);
                dumps.snapshots.put(
                        database.getKey(), RegistryDatabases.text(connection, "SELECT pg_export_snapshot()"));
            }
            return dumps;
        } catch (SQLException e) {
            try {
                dumps.close();
            } catch (SQLException e2) {
                e.addSuppressed(e2);
            }
            throw e;
        }
    }

    /** Writes {@code <registry>.dump} files, and reads each of them whole. */
    void write(OwnerOnlyTree target) throws IOException, InterruptedException {
        for (Map.Entry<String, String> snapshot : snapshots.entrySet()) {
            String registry = snapshot.getKey();
            String name = file(registry);
            target.write(name, new byte[0]);
            run(
                    registries,
                    List.of(
                            program("pg_dump"),
                            "--format=custom",
                            "--no-owner",
                            "--no-privileges",
                            "--no-password",
                            "--snapshot=" + snapshot.getValue(),
                            "--file=" + target.root().resolve(name),
                            "--dbname=" + registries.databases().get(registry)));
            check(registries, target.root(), registry);
        }
    }

    /** Reads an archive to its end: its list of contents, then all of its data. */
    static void check(RegistryDatabases registries, Path folder, String registry)
            throws IOException, InterruptedException {
        String archive = folder.resolve(file(registry)).toString();
        if (!run(registries, List.of(program("pg_restore"), "--list", archive)).contains("TABLE DATA")) {
            throw new Problem(archive + " has no tables in it: look at the databases of the registries.");
        }
        run(registries, List.of(program("pg_restore"), "--file=/dev/null", archive));
    }

    private static String file(String registry) {
        return registry + ".dump";
    }

    /**
     * Fills the databases. Missing ones are created.
     *
     * @throws Problem if one of them has tables; then none is changed
     */
    static void restore(RegistryDatabases registries, Path folder)
            throws IOException, SQLException, InterruptedException {
        for (String registry : registries.databases().keySet()) {
            check(registries, folder, registry);
        }
        for (String database : registries.databases().values()) {
            requireEmpty(registries, database);
        }
        List<String> filled = new ArrayList<>();
        for (Map.Entry<String, String> database : registries.databases().entrySet()) {
            try {
                run(
                        registries,
                        List.of(
                                program("pg_restore"),
                                "--no-owner",
                                "--no-privileges",
                                "--no-password",
                                "--exit-on-error",
                                "--single-transaction",
                                "--dbname=" + database.getValue(),
                                folder.resolve(file(database.getKey())).toString()));
            } catch (Problem e) {
                throw new Problem(
                        e.getMessage()
                                + (filled.isEmpty()
                                        ? ""
                                        : " These are filled and have to be dropped first: " + filled + "."),
                        e);
            }
            filled.add(database.getValue());
        }
    }

    private static void requireEmpty(RegistryDatabases registries, String database) throws IOException, SQLException {
        try (Connection connection = registries.connect(database)) {
            if (!RegistryDatabases.tables(connection).isEmpty()) {
                throw new Problem("The database '" + database + "' at " + registries.address()
                        + " has tables, which are not overwritten: drop it, or name another one in etc/"
                        + Installation.REGISTRY + ".");
            }
        } catch (SQLException e) {
            if (!NO_SUCH_DATABASE.equals(e.getSQLState())) {
                throw e;
            }
            try (Connection maintenance = registries.connect("postgres")) {
                RegistryDatabases.execute(
                        maintenance,
                        "CREATE DATABASE \"" + database.replace("\"", "\"\"")
                                + "\" ENCODING 'UTF8' TEMPLATE template0");
            }
        }
    }

    private static String program(String name) {
        String folder = System.getenv("ESBMT_PG_BIN");
        return folder == null || folder.isBlank()
                ? name
                : Path.of(folder).resolve(name).toString();
    }

    /**
     * Runs a program. The password is in its environment, which only this user can read.
     *
     * @return the output
     */
    private static String run(RegistryDatabases registries, List<String> command)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("esbmt-", ".out");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            Map<String, String> environment = builder.environment();
            environment.put("PGHOST", registries.host());
            environment.put("PGPORT", Integer.toString(registries.port()));
            environment.put("PGUSER", registries.user());
            environment.put("PGPASSWORD", registries.password());
            environment.put("PGSSLMODE", registries.sslMode());
            if (!registries.rootCertificate().isEmpty()) {
                environment.put("PGSSLROOTCERT", registries.rootCertificate());
            } else if (registries.sslMode().startsWith("verify-")) {
                environment.put("PGSSLROOTCERT", "system");
            }
            Process process;
            try {
                process = builder.start();
            } catch (IOException e) {
                throw new Problem(
                        command.get(0)
                                + " cannot be run: install PostgreSQL's client programs, no older than the server, and"
                                + " set ESBMT_PG_BIN to their folder if it is not on the path.",
                        e);
            }
            process.getOutputStream().close();
            try {
                int status = process.waitFor();
                String said = Files.readString(output, UTF_8);
                if (status != 0) {
                    throw new Problem(command.get(0) + " ended with status " + status + ": "
                            + said.strip().replace('\n', ' ')
                            + (said.contains("version mismatch")
                                    ? " Set ESBMT_PG_BIN to the folder of newer programs."
                                    : ""));
                }
                return said;
            } finally {
                process.destroy();
            }
        } finally {
            Files.deleteIfExists(output);
        }
    }

    @Override
    public void close() throws SQLException {
        SQLException failure = null;
        for (Connection connection : sessions.values()) {
            try (connection) {
                connection.rollback();
            } catch (SQLException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
