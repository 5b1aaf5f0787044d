package org.esbmt.registry.postgresql.internal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import javax.sql.DataSource;

/** A data source that explains every statement, with its parameters, before it executes it. */
final class ExplainingSource {
    private final DataSource source;
    private final Map<String, String> plans = new ConcurrentSkipListMap<>();

    ExplainingSource(DataSource source) {
        this.source = source;
    }

    /** The executed statements, and their last plans. */
    Map<String, String> plans() {
        return plans;
    }

    DataSource dataSource() {
        return proxy(DataSource.class, source, (method, arguments) -> {
            Object result = call(source, method, arguments);
            return result instanceof Connection connection ? explaining(connection) : result;
        });
    }

    private Connection explaining(Connection connection) {
        return proxy(Connection.class, connection, (method, arguments) -> {
            Object result = call(connection, method, arguments);
            return method.getName().equals("prepareStatement")
                    ? explaining(connection, (String) arguments[0], (PreparedStatement) result)
                    : result;
        });
    }

    private PreparedStatement explaining(Connection connection, String sql, PreparedStatement statement) {
        Map<Integer, Object[]> parameters = new TreeMap<>();
        return proxy(PreparedStatement.class, statement, (method, arguments) -> {
            if (method.getName().equals("setObject")) {
                parameters.put((Integer) arguments[0], arguments);
            } else if (method.getName().startsWith("execute")) {
                plans.put(sql, explain(connection, sql, parameters));
            }
            return call(statement, method, arguments);
        });
    }

    private static String explain(Connection connection, String sql, Map<Integer, Object[]> parameters)
            throws SQLException {
        StringBuilder plan = new StringBuilder();
        try (PreparedStatement explain = connection.prepareStatement("EXPLAIN " + sql)) {
            for (Object[] parameter : parameters.values()) {
                explain.setObject((Integer) parameter[0], parameter[1]);
            }
            try (ResultSet lines = explain.executeQuery()) {
                while (lines.next()) {
                    plan.append(lines.getString(1)).append('\n');
                }
            }
        }
        return plan.toString();
    }

    @FunctionalInterface
    private interface Handler {
        Object handle(Method method, Object[] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, T behind, Handler handler) {
        return type.cast(Proxy.newProxyInstance(
                behind.getClass().getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> handler.handle(method, arguments)));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
