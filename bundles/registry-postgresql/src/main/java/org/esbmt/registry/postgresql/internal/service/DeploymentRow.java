package org.esbmt.registry.postgresql.internal.service;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.service.DeploymentPeriod.Cause;
import org.esbmt.registry.api.service.DesiredState;
import org.esbmt.registry.postgresql.internal.Sql;
import org.esbmt.registry.postgresql.internal.service.Versions.VersionKey;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * A row of the table {@code deployment}, and the periods that follow from its changes.
 *
 * @param last the number of the version that was deployed last
 * @param current empty for an undeployed assembly
 */
record DeploymentRow(
        TenantId tenant,
        String assembly,
        int last,
        Optional<Integer> current,
        Optional<Integer> former,
        Optional<DesiredState> desired,
        long revision,
        UserId by,
        Instant at) {
    static final String COLUMNS =
            "assembly, last_version, current_version, former_version, desired, revision, changed_by, changed_at";

    /** The new values of the row. A change of the version begins a new period in the history. */
    record Next(int last, Optional<Integer> current, Optional<Integer> former, Optional<DesiredState> desired) {}

    static DeploymentRow of(TenantId tenant, ResultSet row) throws SQLException {
        return new DeploymentRow(
                tenant,
                row.getString("assembly"),
                row.getInt("last_version"),
                Optional.ofNullable(row.getObject("current_version", Integer.class)),
                Optional.ofNullable(row.getObject("former_version", Integer.class)),
                Optional.ofNullable(row.getString("desired")).map(DesiredState::valueOf),
                row.getLong("revision"),
                new UserId(row.getObject("changed_by", UUID.class)),
                Times.at(row, "changed_at"));
    }

    /** Locks the row of an assembly that is not deployed, new or left from an earlier time. */
    static DeploymentRow lockUndeployed(Connection connection, TenantId tenant, String assembly, UserId by)
            throws SQLException, RegistryException {
        Sql.execute(
                connection,
                "INSERT INTO deployment (tenant_id, assembly, changed_by) VALUES (?, ?, ?)"
                        + " ON CONFLICT (tenant_id, assembly) DO NOTHING",
                tenant.value(),
                assembly,
                by.value());
        DeploymentRow row = lock(connection, tenant, assembly).orElseThrow();
        if (row.current().isPresent()) {
            throw new RegistryException.Conflict(
                    "The assembly '" + assembly + "' of tenant " + tenant + " is deployed already.");
        }
        return row;
    }

    /** Locks the row of a deployed assembly. */
    static DeploymentRow lockDeployed(Connection connection, TenantId tenant, String assembly, long expectedRevision)
            throws SQLException, RegistryException {
        DeploymentRow row = lock(connection, tenant, assembly)
                .filter(locked -> locked.current().isPresent())
                .orElseThrow(() -> new RegistryException.NotFound(
                        "No assembly '" + assembly + "' of tenant " + tenant + " is deployed."));
        if (row.revision() != expectedRevision) {
            throw new RegistryException.Stale("The deployment of '" + assembly + "' is at revision " + row.revision()
                    + " by now, not at " + expectedRevision + ".");
        }
        return row;
    }

    VersionKey key(int version) {
        return new VersionKey(assembly, version);
    }

    /** Changes the desired state, but not the version. */
    void change(Connection connection, DesiredState wanted, UserId changedBy) throws SQLException {
        Sql.execute(
                connection,
                "UPDATE deployment SET desired = ?::desired_state, revision = revision + 1, changed_by = ?,"
                        + " changed_at = greatest(clock_timestamp(), changed_at) WHERE tenant_id = ? AND assembly = ?",
                wanted.name(),
                changedBy.value(),
                tenant.value(),
                assembly);
    }

    /**
     * Changes to another version, or to none.
     *
     * @param cause the cause of the new period; empty without a version
     */
    void change(Connection connection, Next next, Optional<Cause> cause, UserId changedBy) throws SQLException {
        // One moment is the end and the beginning. It is not before earlier moments, even if the clock was set back
        // meanwhile.
        OffsetDateTime now = Sql.one(
                        connection,
                        "SELECT greatest(clock_timestamp(), max(valid_from), max(valid_to)) FROM deployment_period"
                                + " WHERE tenant_id = ? AND assembly = ?",
                        row -> row.getObject(1, OffsetDateTime.class),
                        tenant.value(),
                        assembly)
                .orElseThrow();
        Sql.execute(
                connection,
                "UPDATE deployment_period SET valid_to = ? WHERE tenant_id = ? AND assembly = ? AND valid_to IS NULL",
                now,
                tenant.value(),
                assembly);
        Sql.execute(
                connection,
                "UPDATE deployment SET last_version = ?, current_version = ?, former_version = ?,"
                        + " desired = ?::desired_state, revision = revision + 1, changed_by = ?, changed_at = ?"
                        + " WHERE tenant_id = ? AND assembly = ?",
                next.last(),
                next.current().orElse(null),
                next.former().orElse(null),
                next.desired().map(DesiredState::name).orElse(null),
                changedBy.value(),
                now,
                tenant.value(),
                assembly);
        if (cause.isPresent()) {
            Sql.execute(
                    connection,
                    "INSERT INTO deployment_period (tenant_id, assembly, revision, version, cause, deployed_by,"
                            + " valid_from) VALUES (?, ?, ?, ?, ?::deployment_cause, ?, ?)",
                    tenant.value(),
                    assembly,
                    revision + 1,
                    next.current().orElseThrow(),
                    cause.get().name(),
                    changedBy.value(),
                    now);
        }
    }

    private static Optional<DeploymentRow> lock(Connection connection, TenantId tenant, String assembly)
            throws SQLException {
        return Sql.one(
                connection,
                "SELECT " + COLUMNS + " FROM deployment WHERE tenant_id = ? AND assembly = ? FOR UPDATE",
                row -> of(tenant, row),
                tenant.value(),
                assembly);
    }
}
