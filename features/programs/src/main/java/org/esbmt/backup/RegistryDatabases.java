package org.esbmt.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.registry.api.DatabaseServer;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The three databases of an installation, with a role that reads all of them.
 *
 * @param databases the names of the databases, by those of the registries: tenant, service, configuration
 * @param rootCertificate empty for the authorities trusted by Java
 */
record RegistryDatabases(
        String host,
        int port,
        String user,
        String password,
        String sslMode,
        String rootCertificate,
        Map<String, String> databases) {
    private static final int CONNECT_SECONDS = 10;

    static RegistryDatabases embedded(Installation installation, DatabaseServer server) throws IOException {
        return new RegistryDatabases(
                server.host(),
                server.port(),
                server.user(),
                String.valueOf(server.password()),
                "disable",
                "",
                names(installation));
    }

    /** Connects with {@code admin.user}, the owner of the databases, if it is set. */
    static RegistryDatabases external(Installation installation) throws IOException {
        String file = Installation.REGISTRY;
        String prefix = installation.value(file, "admin.user").isPresent() ? "admin." : "";
        return new RegistryDatabases(
                installation.value(file, "host").orElse("localhost"),
                Integer.parseInt(installation.value(file, "port").orElse("5432")),
                installation.value(file, prefix + "user").orElse("esbmt_tenant_registry"),
                password(installation, prefix),
                installation.value(file, "sslmode").orElse("verify-full"),
                installation.value(file, "sslrootcert").orElse(""),
                names(installation));
    }

    private static String password(Installation installation, String prefix) throws IOException {
        Optional<String> inline = installation.value(Installation.REGISTRY, prefix + "password");
        Optional<String> file = installation.value(Installation.REGISTRY, prefix + "password.file");
        if (inline.isPresent() == file.isPresent()) {
            throw new Problem("etc/" + Installation.REGISTRY + " needs either " + prefix + "password or " + prefix
                    + "password.file.");
        }
        return inline.isPresent()
                ? inline.get()
                : Files.readString(Path.of(file.get()), UTF_8).strip();
    }

    private static Map<String, String> names(Installation installation) throws IOException {
        Map<String, String> names = new LinkedHashMap<>();
        for (String registry : List.of("tenant", "service", "configuration")) {
            names.put(
                    registry,
                    installation
                            .value(Installation.REGISTRY, registry + ".database")
                            .orElse("esbmt_" + registry + "_registry"));
        }
        return names;
    }

    Connection connect(String database) throws SQLException {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {host});
        source.setPortNumbers(new int[] {port});
        source.setDatabaseName(database);
        source.setUser(user);
        source.setPassword(password);
        source.setSslMode(sslMode);
        if (!rootCertificate.isEmpty()) {
            source.setSslRootCert(rootCertificate);
        } else if (sslMode.startsWith("verify-")) {
            source.setSslfactory("org.postgresql.ssl.DefaultJavaSSLFactory");
        }
        source.setApplicationName("ESB-MT backup");
        source.setConnectTimeout(CONNECT_SECONDS);
        source.setTcpKeepAlive(true);
        return source.getConnection();
    }

    String address() {
        return host + ":" + port;
    }

    /**
     * Counts the rows of all tables of a registry's database. It reads every page, so the server compares the page's
     * check sum.
     */
    static long rows(Connection connection) throws SQLException {
        long rows = 0;
        for (String table : tables(connection)) {
            rows += number(connection, "SELECT count(*) FROM " + table);
        }
        return rows;
    }

    /** All tables except the server's own, quoted. */
    static List<String> tables(Connection connection) throws SQLException {
        return texts(
                connection,
                "SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                        + " WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' ORDER BY 1");
    }

    /** The last revision of the cluster's log; 0 if there is none. */
    static long revision(Connection configuration) throws SQLException {
        Optional<String> log = tables(configuration).stream()
                .filter(table -> table.endsWith(".management_operation"))
                .findFirst();
        return log.isEmpty() ? 0 : number(configuration, "SELECT coalesce(max(revision), 0) FROM " + log.get());
    }

    static long number(Connection connection, String query) throws SQLException {
        return Long.parseLong(texts(connection, query).get(0));
    }

    static String text(Connection connection, String query) throws SQLException {
        return texts(connection, query).get(0);
    }

    static List<String> texts(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        }
    }

    static void execute(Connection connection, String command) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(command);
        }
    }

    @Override
    public String toString() {
        return user + "@" + address();
    }
}
