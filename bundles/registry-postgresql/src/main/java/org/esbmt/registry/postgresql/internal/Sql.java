package org.esbmt.registry.postgresql.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One statement at a time: parameters in, rows out, everything closed. */
final class Sql {
    private Sql() {}

    /** Reads one row; the cursor stands on it. */
    @FunctionalInterface
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    static <T> Optional<T> one(Connection connection, String sql, Row<T> row, Object... parameters)
            throws SQLException {
        return all(connection, sql, row, parameters).stream().findFirst();
    }

    static <T> List<T> all(Connection connection, String sql, Row<T> row, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            List<T> found = new ArrayList<>();
            while (rows.next()) {
                found.add(row.read(rows));
            }
            return found;
        }
    }

    /** Runs a statement whose rows do not matter; returns how many it inserted or updated. */
    static int execute(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, parameters)) {
            return statement.execute() ? 0 : statement.getUpdateCount();
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }
}
