package org.esbmt.registry.postgresql.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Slice;

/** Runs single statements: parameters in, rows out, everything closed. */
public final class Sql {
    private Sql() {}

    /** Reads one row; the cursor stands on it. */
    @FunctionalInterface
    public interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    public static <T> Optional<T> one(Connection connection, String sql, Row<T> row, Object... parameters)
            throws SQLException {
        return all(connection, sql, row, parameters).stream().findFirst();
    }

    public static <T> List<T> all(Connection connection, String sql, Row<T> row, Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            List<T> found = new ArrayList<>();
            while (rows.next()) {
                found.add(row.read(rows));
            }
            return found;
        }
    }

    /** Runs a statement without reading its rows; returns the number of inserted or updated rows. */
    public static int execute(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, parameters)) {
            return statement.execute() ? 0 : statement.getUpdateCount();
        }
    }

    /**
     * The part and, in the same snapshot, the number of all entries. The count is a separate subquery, not a window
     * over the part. The part is therefore read in the order of an index, and its columns are not computed for all
     * entries. Only for an empty part the count is a statement of its own.
     *
     * @param from the FROM clause of all entries, with the parameters
     */
    public static <T> Listing<T> listing(
            Connection connection,
            String select,
            String from,
            String order,
            Row<T> row,
            Slice slice,
            Object... parameters)
            throws SQLException {
        return listing(connection, select, "SELECT count(*)" + from, from, order, row, slice, parameters);
    }

    private static <T> Listing<T> listing(
            Connection connection,
            String select,
            String count,
            String from,
            String order,
            Row<T> row,
            Slice slice,
            Object... parameters)
            throws SQLException {
        long[] total = {0};
        List<T> entries = all(
                connection,
                select + ", (" + count + ") AS total" + from + order + " OFFSET " + slice.offset() + " LIMIT "
                        + slice.limit(),
                r -> {
                    total[0] = r.getLong("total");
                    return row.read(r);
                },
                twice(parameters));
        if (entries.isEmpty() && slice.offset() > 0) {
            total[0] = one(connection, count, r -> r.getLong(1), parameters).orElseThrow();
        }
        return new Listing<>(entries, total[0]);
    }

    /**
     * Like {@link #listing}, for a list that is counted to a bound, or to the end of the part if that is further. The
     * count therefore never reads all entries.
     */
    public static <T> Listing<T> boundedListing(
            Connection connection,
            String select,
            String from,
            String order,
            Row<T> row,
            Slice slice,
            long counted,
            Object... parameters)
            throws SQLException {
        long bound = Math.max(counted, (long) slice.offset() + slice.limit());
        String count = "SELECT count(*) FROM (SELECT 1" + from + order + " LIMIT " + (bound + 1) + ") AS counted";
        Listing<T> part = listing(connection, select, count, from, order, row, slice, parameters);
        return new Listing<>(part.entries(), Math.min(part.total(), bound), part.total() <= bound);
    }

    private static Object[] twice(Object... parameters) {
        Object[] twice = Arrays.copyOf(parameters, 2 * parameters.length);
        System.arraycopy(parameters, 0, twice, parameters.length, parameters.length);
        return twice;
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
