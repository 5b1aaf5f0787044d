package org.esbmt.itests.crash;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.esbmt.testing.TestPostgres;

/** The three registries, each on a PostgreSQL of its own, with the role that owns it. One thread at a time. */
final class RegistryServers implements AutoCloseable {
    static final String PASSWORD = "the-registries-own-password";

    private final Map<Part, TestPostgres> servers = new EnumMap<>(Part.class);

    static RegistryServers start() throws IOException {
        RegistryServers registries = new RegistryServers();
        try {
            for (Part part : Part.values()) {
                if (part.isDatabase()) {
                    registries.servers.put(
                            part, TestPostgres.start("max_prepared_transactions=64", "shared_buffers=16MB"));
                    registries.create(part);
                }
            }
            return registries;
        } catch (SQLException e) {
            registries.close();
            throw new IOException("a registry's database cannot be made", e);
        }
    }

    private void create(Part part) throws SQLException {
        try (Connection connection = connect(part, "postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE " + part.database() + " LOGIN PASSWORD '" + PASSWORD + "'");
            statement.execute("CREATE DATABASE " + part.database() + " OWNER " + part.database()
                    + " ENCODING 'UTF8' TEMPLATE template0");
        }
    }

    TestPostgres server(Part part) {
        return servers.get(part);
    }

    Map<Part, Integer> ports() {
        Map<Part, Integer> ports = new EnumMap<>(Part.class);
        servers.forEach((part, server) -> ports.put(part, server.port()));
        return ports;
    }

    /** The number in the only row of a query. */
    long number(Part part, String sql, Object... arguments) throws SQLException {
        return Long.parseLong(rows(part, sql, arguments).get(0));
    }

    /** The first column of a query's rows, as texts. The role sees the rows of all tenants. */
    List<String> rows(Part part, String sql, Object... arguments) throws SQLException {
        try (Connection connection = connect(part, part.database());
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setObject(i + 1, arguments[i]);
            }
            List<String> rows = new ArrayList<>();
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    rows.add(found.getString(1));
                }
            }
            return rows;
        }
    }

    private Connection connect(Part part, String database) throws SQLException {
        TestPostgres server = servers.get(part);
        Properties properties = new Properties();
        properties.setProperty("user", server.user());
        properties.setProperty("password", new String(server.password()));
        properties.setProperty("sslmode", "disable");
        properties.setProperty("connectTimeout", "5");
        properties.setProperty("socketTimeout", "10");
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + server.port() + "/" + database, properties);
    }

    @Override
    public void close() {
        servers.values().forEach(TestPostgres::close);
    }
}
