package org.esbmt.transaction.atomikos.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import org.esbmt.testing.TestPostgres;
import org.esbmt.transaction.api.XaConnector;
import org.esbmt.transaction.api.XaLink;
import org.postgresql.xa.PGXADataSource;

/** A real database with a table {@code item}, and another table whose rows are checked at the prepare. */
record Database(int port, String password, String name) implements XaConnector<Connection> {
    private static final class Server {
        private static final TestPostgres POSTGRES = start();

        private static TestPostgres start() {
            try {
                return TestPostgres.start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** An empty database in the server of all tests of this process; the server ends with the process. */
    static Database fresh(String name) throws SQLException {
        Database server = of("postgres");
        if (server.strings("select datname from pg_database").contains(name)) {
            of(name).clear();
        }
        server.execute("drop database if exists " + name + " with (force)");
        server.execute("create database " + name);
        Database fresh = of(name);
        fresh.execute("create table item (id text primary key)");
        fresh.execute("create table late (id text references item deferrable initially deferred)");
        return fresh;
    }

    /** Deletes the data of the last test. */
    void clear() throws SQLException {
        for (String branch : prepared()) {
            execute("rollback prepared '" + branch + "'");
        }
        execute("truncate item, late");
    }

    private static Database of(String name) {
        TestPostgres server = Server.POSTGRES;
        return new Database(server.port(), new String(server.password()), name);
    }

    @Override
    public XaLink<Connection> open() throws SQLException {
        XAConnection connection = source().getXAConnection();
        Connection handle = connection.getConnection();
        XAResource resource = connection.getXAResource();
        return new XaLink<>() {
            @Override
            public XAResource resource() {
                return resource;
            }

            @Override
            public Connection connection() {
                return handle;
            }

            @Override
            public void close() {
                try {
                    connection.close();
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    private PGXADataSource source() {
        PGXADataSource source = new PGXADataSource();
        source.setServerNames(new String[] {"127.0.0.1"});
        source.setPortNumbers(new int[] {port});
        source.setDatabaseName(name);
        source.setUser("postgres");
        source.setPassword(password);
        source.setOptions("-c lock_timeout=20s"); // a blocked test fails
        return source;
    }

    static void insert(Connection connection, String id) throws SQLException {
        try (var insert = connection.prepareStatement("insert into item values (?)")) {
            insert.setString(1, id);
            insert.executeUpdate();
        }
    }

    List<String> items() throws SQLException {
        return strings("select id from item order by id");
    }

    List<String> prepared() throws SQLException {
        return strings("select gid from pg_prepared_xacts where database = current_database()");
    }

    /** Simulates a crash: every connection except this call's own is closed when it returns. */
    void cutConnections() throws SQLException {
        strings("select pg_terminate_backend(pid, 60000)::text from pg_stat_activity where datname = '" + name
                + "' and pid <> pg_backend_pid()");
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<String> strings(String sql) throws SQLException {
        List<String> strings = new ArrayList<>();
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                strings.add(rows.getString(1));
            }
        }
        return strings;
    }
}
