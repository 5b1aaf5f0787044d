package org.esbmt.registry.postgresql.internal.configuration;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.Sha256;
import org.esbmt.registry.postgresql.internal.Sql;

/** Converts values from columns and to parameters. */
final class Rows {
    private Rows() {}

    static UUID uuid(ResultSet row, String column) throws SQLException {
        return row.getObject(column, UUID.class);
    }

    static Optional<UUID> uuidIfAny(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(uuid(row, column));
    }

    static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    static Optional<Instant> instantIfAny(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, OffsetDateTime.class)).map(OffsetDateTime::toInstant);
    }

    static Sha256 sha256(ResultSet row, String column) throws SQLException {
        return Sha256.fromBytes(row.getBytes(column));
    }

    static Optional<Sha256> sha256IfAny(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getBytes(column)).map(Sha256::fromBytes);
    }

    static OffsetDateTime parameter(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    static void checkCluster(Connection connection, ClusterId cluster) throws SQLException, RegistryException {
        if (Sql.one(connection, "SELECT 1 FROM cluster WHERE cluster_id = ?", row -> true, cluster.value())
                .isEmpty()) {
            throw new RegistryException.NotFound("There is no cluster " + cluster + ".");
        }
    }

    static void checkInstance(Connection connection, InstanceId instance) throws SQLException, RegistryException {
        if (Sql.one(connection, "SELECT 1 FROM container_instance WHERE instance_id = ?", row -> true, instance.value())
                .isEmpty()) {
            throw new RegistryException.NotFound("There is no node " + instance + ".");
        }
    }

    /** Checks that some version of the component is defined. */
    static void checkComponent(Connection connection, ComponentName component) throws SQLException, RegistryException {
        if (Sql.one(connection, "SELECT 1 FROM jbi_component WHERE name = ? LIMIT 1", row -> true, component.value())
                .isEmpty()) {
            throw new RegistryException.NotFound("There is no component " + component + ".");
        }
    }

    static RegistryException.Stale stale(String what, long now, long expected) {
        return new RegistryException.Stale(what + " is at revision " + now + " by now, not at " + expected + ".");
    }
}
