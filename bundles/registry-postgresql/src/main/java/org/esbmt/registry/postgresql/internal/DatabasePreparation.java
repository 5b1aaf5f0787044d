package org.esbmt.registry.postgresql.internal;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prepares a server for a registry: checks the server, creates the database and the roles if they are missing, and
 * migrates. Every step can be repeated, and tolerates another node with the same step at the same time.
 */
final class DatabasePreparation {
    private static final Logger LOG = LoggerFactory.getLogger(DatabasePreparation.class);

    private static final int OLDEST_VERSION = 15;
    /** Present on every server; used only to create the registry's database. */
    private static final String MAINTENANCE_DATABASE = "postgres";

    private static final String NO_SUCH_DATABASE = "3D000";
    private static final String DUPLICATE_DATABASE = "42P04";
    private static final String DUPLICATE_OBJECT = "42710";
    private static final String UNIQUE_VIOLATION = "23505";

    private final DatabaseTarget target;

    DatabasePreparation(DatabaseTarget target) {
        this.target = target;
    }

    /** Takes seconds, and longer at the first start. */
    void run() throws ServerProblem {
        try (Connection connection = connectOrCreate()) {
            checkServer(connection);
            if (target.separateUser()) {
                prepareUser(connection);
            }
        } catch (SQLException e) {
            throw ServerProblems.of(target, target.admin(), e);
        }
        migrate();
        checkUser();
    }

    private Connection connectOrCreate() throws SQLException, ServerProblem {
        try {
            return admin(target.database()).getConnection();
        } catch (SQLException e) {
            if (!NO_SUCH_DATABASE.equals(e.getSQLState())) {
                throw e;
            }
        }
        try (Connection connection = admin(MAINTENANCE_DATABASE).getConnection();
                Statement statement = connection.createStatement()) {
            checkServer(connection);
            statement.execute("CREATE DATABASE " + quoted(target.database()) + " ENCODING 'UTF8' TEMPLATE template0");
            LOG.info("The database {} was created on PostgreSQL at {}.", target.database(), target.address());
        } catch (SQLException e) {
            if (ServerProblems.INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
                throw new ServerProblem(
                        "PostgreSQL at " + target.address() + " has no database '" + target.database()
                                + "', and the role '" + target.admin().user()
                                + "' may not create it: create it with that role as its owner.",
                        e);
            }
            if (!List.of(DUPLICATE_DATABASE, UNIQUE_VIOLATION).contains(e.getSQLState())) {
                throw e;
            }
        }
        return admin(target.database()).getConnection();
    }

    private void checkServer(Connection connection) throws SQLException, ServerProblem {
        int version = Integer.parseInt(setting(connection, "server_version_num")) / 10_000;
        if (version < OLDEST_VERSION) {
            throw new ServerProblem(
                    "PostgreSQL at " + target.address() + " is version " + setting(connection, "server_version")
                            + ", but the registries need " + OLDEST_VERSION + " or later.",
                    null);
        }
        if (Integer.parseInt(setting(connection, "max_prepared_transactions")) == 0) {
            throw new ServerProblem(
                    "PostgreSQL at " + target.address() + " has max_prepared_transactions = 0, but the registries need "
                            + "distributed transactions: set it to at least 64 in postgresql.conf and restart the server.",
                    null);
        }
    }

    /** Only the migrating role and this one have access. */
    private void prepareUser(Connection connection) throws SQLException {
        String user = quoted(target.user().user());
        try (Statement statement = connection.createStatement()) {
            boolean created = !roleExists(connection) && createRole(statement, user);
            if (created || target.setsPassword()) {
                connection
                        .unwrap(PGConnection.class)
                        .alterUserPassword(
                                target.user().user(), target.user().password().toCharArray(), "scram-sha-256");
            }
            String database = quoted(target.database());
            statement.execute("REVOKE ALL ON DATABASE " + database + " FROM PUBLIC");
            statement.execute("GRANT CONNECT ON DATABASE " + database + " TO " + user);
        }
    }

    private boolean roleExists(Connection connection) throws SQLException {
        try (var find = connection.prepareStatement("SELECT 1 FROM pg_roles WHERE rolname = ?")) {
            find.setString(1, target.user().user());
            try (ResultSet found = find.executeQuery()) {
                return found.next();
            }
        }
    }

    /** Returns false if another node created the role first. */
    private static boolean createRole(Statement statement, String user) throws SQLException {
        try {
            statement.execute("CREATE ROLE " + user + " LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION");
            return true;
        } catch (SQLException e) {
            if (List.of(DUPLICATE_OBJECT, UNIQUE_VIOLATION).contains(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }

    private void migrate() throws ServerProblem {
        try {
            Flyway.configure(DatabasePreparation.class.getClassLoader())
                    .dataSource(admin(target.database()))
                    .defaultSchema(target.registry().schema())
                    .createSchemas(true)
                    .resourceProvider(new MigrationScripts(target.registry()))
                    .javaMigrationClassProvider(List::of)
                    .placeholders(
                            Map.of("application_role", quoted(target.user().user())))
                    .cleanDisabled(true)
                    .connectRetries(0)
                    .load()
                    .migrate();
        } catch (FlywayException e) {
            throw new ServerProblem(
                    "The database '" + target.database() + "' at " + target.address()
                            + " could not be brought up to date: " + ServerProblems.oneLine(e.getMessage()),
                    e);
        }
    }

    private void checkUser() throws ServerProblem {
        try (Connection connection = DataSources.single(target, target.user(), target.database())
                        .getConnection();
                Statement statement = connection.createStatement()) {
            RegistryDatabase registry = target.registry();
            statement.execute("SELECT 1 FROM " + registry.schema() + "."
                    + registry.tables().probe() + " LIMIT 1");
            if (registry.tables().rowSecurity() && bypassesRowSecurity(statement)) {
                throw new ServerProblem(
                        "The role '" + target.user().user() + "' of PostgreSQL at " + target.address()
                                + " bypasses row-level security, which keeps the tenants of the " + registry
                                + " apart: configure a role that is no superuser and has no BYPASSRLS as "
                                + registry.prefix() + "user.",
                        null);
            }
        } catch (SQLException e) {
            throw ServerProblems.of(target, target.user(), e);
        }
    }

    private static boolean bypassesRowSecurity(Statement statement) throws SQLException {
        try (ResultSet row =
                statement.executeQuery("SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user")) {
            row.next();
            return row.getBoolean(1);
        }
    }

    private DataSource admin(String database) {
        return DataSources.single(target, target.admin(), database);
    }

    private static String setting(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW " + name)) {
            row.next();
            return row.getString(1);
        }
    }

    private static String quoted(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }
}
