package org.esbmt.registry.postgresql.internal.service;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.AssemblyContent;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.AssemblyVersion;
import org.esbmt.registry.api.service.DeployedEndpoint;
import org.esbmt.registry.api.service.Deployment;
import org.esbmt.registry.api.service.DeploymentPeriod;
import org.esbmt.registry.api.service.DeploymentPeriod.Cause;
import org.esbmt.registry.api.service.DesiredState;
import org.esbmt.registry.api.service.Forgetting;
import org.esbmt.registry.postgresql.internal.Sql;
import org.esbmt.registry.postgresql.internal.service.DeploymentRow.Next;
import org.esbmt.registry.postgresql.internal.service.Versions.VersionKey;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The deployments of a tenant, their changes and their history. Each operation is called in a transaction for the
 * tenant.
 */
final class Deployments {
    private static final String PERIOD = "SELECT assembly, version, cause, deployed_by, valid_from, valid_to";

    /** The old periods of assemblies that are not deployed or are started. */
    private static final String OLD_PERIODS = " FROM deployment_period p JOIN deployment d USING (tenant_id, assembly)"
            + " WHERE p.tenant_id = ? AND p.valid_to < CASE WHEN d.current_version IS NULL THEN ?::timestamptz"
            + " WHEN d.desired = 'STARTED' THEN ?::timestamptz END";

    private Deployments() {}

    static Versioned<Deployment> deploy(Connection connection, TenantId tenant, AssemblyContent content, UserId by)
            throws SQLException, RegistryException {
        DeploymentRow row =
                DeploymentRow.lockUndeployed(connection, tenant, content.name().value(), by);
        int version = row.last() + 1;
        Versions.insert(connection, tenant, content, version, by);
        Next next = new Next(version, Optional.of(version), Optional.empty(), Optional.of(DesiredState.STARTED));
        row.change(connection, next, Optional.of(Cause.DEPLOY), by);
        return find(connection, tenant, content.name().value()).orElseThrow();
    }

    /** @param cause UPDATE or SWITCH */
    static Versioned<Deployment> replace(
            Connection connection,
            TenantId tenant,
            long expectedRevision,
            AssemblyContent content,
            Cause cause,
            UserId by)
            throws SQLException, RegistryException {
        DeploymentRow row =
                DeploymentRow.lockDeployed(connection, tenant, content.name().value(), expectedRevision);
        int old = row.current().orElseThrow();
        Optional<UserId> user = Versions.find(connection, tenant, List.of(row.key(old)))
                .get(row.key(old))
                .content()
                .user();
        if (!user.equals(content.user())) {
            throw new RegistryException.RuleBroken(
                    "The user of the assembly '" + content.name() + "' stays the same in all versions.", null);
        }
        int version = row.last() + 1;
        Versions.release(connection, tenant, content.name().value());
        Versions.insert(connection, tenant, content, version, by);
        Optional<Integer> former = cause == Cause.SWITCH ? Optional.of(old) : row.former();
        row.change(connection, new Next(version, Optional.of(version), former, row.desired()), Optional.of(cause), by);
        return find(connection, tenant, content.name().value()).orElseThrow();
    }

    static Versioned<Deployment> rollback(
            Connection connection, TenantId tenant, long expectedRevision, String assembly, UserId by)
            throws SQLException, RegistryException {
        DeploymentRow row = DeploymentRow.lockDeployed(connection, tenant, assembly, expectedRevision);
        int former = row.former()
                .orElseThrow(() -> new RegistryException.RuleBroken(
                        "The assembly '" + assembly + "' has no version to go back to.", null));
        Versions.release(connection, tenant, assembly);
        Versions.use(connection, tenant, row.key(former));
        Next next = new Next(row.last(), Optional.of(former), row.current(), row.desired());
        row.change(connection, next, Optional.of(Cause.ROLLBACK), by);
        return find(connection, tenant, assembly).orElseThrow();
    }

    static Versioned<Deployment> changeDesiredState(
            Connection connection,
            TenantId tenant,
            long expectedRevision,
            String assembly,
            DesiredState desired,
            UserId by)
            throws SQLException, RegistryException {
        DeploymentRow.lockDeployed(connection, tenant, assembly, expectedRevision)
                .change(connection, desired, by);
        return find(connection, tenant, assembly).orElseThrow();
    }

    static void undeploy(Connection connection, TenantId tenant, long expectedRevision, String assembly, UserId by)
            throws SQLException, RegistryException {
        DeploymentRow row = DeploymentRow.lockDeployed(connection, tenant, assembly, expectedRevision);
        Versions.release(connection, tenant, assembly);
        Next nothing = new Next(row.last(), Optional.empty(), Optional.empty(), Optional.empty());
        row.change(connection, nothing, Optional.empty(), by);
    }

    static Optional<Versioned<Deployment>> find(Connection connection, TenantId tenant, String assembly)
            throws SQLException {
        List<DeploymentRow> rows = Sql.all(
                connection,
                "SELECT " + DeploymentRow.COLUMNS
                        + " FROM deployment WHERE tenant_id = ? AND assembly = ? AND current_version IS NOT NULL",
                row -> DeploymentRow.of(tenant, row),
                tenant.value(),
                assembly);
        return withVersions(connection, tenant, rows).stream().findFirst();
    }

    static Listing<Versioned<Deployment>> list(Connection connection, TenantId tenant, Slice slice)
            throws SQLException {
        Listing<DeploymentRow> rows = Sql.listing(
                connection,
                "SELECT " + DeploymentRow.COLUMNS,
                " FROM deployment WHERE tenant_id = ? AND current_version IS NOT NULL",
                " ORDER BY assembly",
                row -> DeploymentRow.of(tenant, row),
                slice,
                tenant.value());
        return new Listing<>(withVersions(connection, tenant, rows.entries()), rows.total());
    }

    static Set<AssemblyName> undeployed(Connection connection, TenantId tenant, Set<AssemblyName> names)
            throws SQLException {
        String[] asked = names.stream().map(AssemblyName::value).toArray(String[]::new);
        return Set.copyOf(Sql.all(
                connection,
                "SELECT asked.name FROM unnest(?::text[]) AS asked (name) WHERE NOT EXISTS (SELECT 1 FROM deployment d"
                        + " WHERE d.tenant_id = ? AND d.assembly = asked.name AND d.current_version IS NOT NULL)",
                row -> new AssemblyName(row.getString("name")),
                asked,
                tenant.value()));
    }

    static Listing<DeploymentPeriod> periods(Connection connection, TenantId tenant, String assembly, Slice slice)
            throws SQLException {
        return Sql.listing(
                connection,
                PERIOD,
                " FROM deployment_period WHERE tenant_id = ? AND assembly = ?",
                " ORDER BY revision DESC",
                Deployments::period,
                slice,
                tenant.value(),
                assembly);
    }

    static Listing<DeploymentPeriod> deployedAt(Connection connection, TenantId tenant, Instant at, Slice slice)
            throws SQLException {
        OffsetDateTime moment = Times.of(at);
        return Sql.listing(
                connection,
                PERIOD,
                " FROM deployment_period WHERE tenant_id = ? AND valid_from <= ?"
                        + " AND (valid_to IS NULL OR valid_to > ?)",
                " ORDER BY assembly",
                Deployments::period,
                slice,
                tenant.value(),
                moment,
                moment);
    }

    static Listing<DeployedEndpoint> endpoints(Connection connection, TenantId tenant, Slice slice)
            throws SQLException {
        return Sql.listing(
                connection,
                "SELECT assembly, unit, component, direction, service_namespace, service_local, bus_namespace,"
                        + " bus_local, endpoint, path",
                " FROM endpoint e JOIN service_unit u USING (tenant_id, assembly, version, unit)"
                        + " WHERE e.tenant_id = ? AND e.in_use",
                " ORDER BY assembly, u.position, e.position",
                row -> new DeployedEndpoint(
                        new AssemblyName(row.getString("assembly")),
                        row.getString("unit"),
                        row.getString("component"),
                        Versions.endpoint(row)),
                slice,
                tenant.value());
    }

    static int removePeriods(Connection connection, TenantId tenant, Forgetting what) throws SQLException {
        return Sql.execute(
                connection,
                "DELETE FROM deployment_period WHERE (tenant_id, assembly, revision) IN"
                        + " (SELECT p.tenant_id, p.assembly, p.revision" + OLD_PERIODS + " LIMIT ?)",
                tenant.value(),
                Times.of(what.undeployedBefore()),
                Times.of(what.endedBefore()),
                what.atMost());
    }

    static boolean hasOldPeriods(Connection connection, TenantId tenant, Forgetting what) throws SQLException {
        return Sql.one(
                        connection,
                        "SELECT 1" + OLD_PERIODS + " LIMIT 1",
                        row -> true,
                        tenant.value(),
                        Times.of(what.undeployedBefore()),
                        Times.of(what.endedBefore()))
                .isPresent();
    }

    private static List<Versioned<Deployment>> withVersions(
            Connection connection, TenantId tenant, List<DeploymentRow> rows) throws SQLException {
        List<VersionKey> keys =
                rows.stream().map(row -> row.key(row.current().orElseThrow())).toList();
        Map<VersionKey, AssemblyVersion> versions = Versions.find(connection, tenant, keys);
        return rows.stream()
                .map(row -> new Versioned<>(
                        new Deployment(
                                tenant,
                                row.desired().orElseThrow(),
                                versions.get(row.key(row.current().orElseThrow())),
                                row.former().map(OptionalInt::of).orElseGet(OptionalInt::empty),
                                row.by(),
                                row.at()),
                        row.revision()))
                .toList();
    }

    private static DeploymentPeriod period(ResultSet row) throws SQLException {
        return new DeploymentPeriod(
                new AssemblyName(row.getString("assembly")),
                row.getInt("version"),
                Cause.valueOf(row.getString("cause")),
                new UserId(row.getObject("deployed_by", UUID.class)),
                Times.at(row, "valid_from"),
                Times.optionalAt(row, "valid_to"));
    }
}
