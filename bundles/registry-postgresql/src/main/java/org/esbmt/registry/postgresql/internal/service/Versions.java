package org.esbmt.registry.postgresql.internal.service;

import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.service.AssemblyContent;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.AssemblyVersion;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.Endpoint;
import org.esbmt.registry.api.service.Forgetting;
import org.esbmt.registry.api.service.ServiceUnit;
import org.esbmt.registry.postgresql.internal.Sql;
import org.esbmt.registry.postgresql.internal.SqlErrors;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The tables {@code service_assembly}, {@code service_unit} and {@code endpoint}. Their rows never change, except for
 * in_use.
 */
final class Versions {
    private static final String CHECK_VIOLATION = "23514";
    private static final String OF_THESE =
            " WHERE tenant_id = ? AND (assembly, version) IN (SELECT * FROM unnest(?::text[], ?::integer[]))";

    private static final String UNUSED = " FROM service_assembly a WHERE a.tenant_id = ?"
            + " AND NOT EXISTS (SELECT 1 FROM deployment_period p WHERE p.tenant_id = a.tenant_id"
            + " AND p.assembly = a.assembly AND p.version = a.version)"
            + " AND NOT EXISTS (SELECT 1 FROM deployment d WHERE d.tenant_id = a.tenant_id"
            + " AND d.assembly = a.assembly AND a.version IN (d.current_version, d.former_version))";

    /** Names a version in its tenant. */
    record VersionKey(String assembly, int version) {}

    private record UnitKey(VersionKey version, String unit) {}

    private Versions() {}

    /** Inserts a version with its endpoints in use. */
    static void insert(Connection connection, TenantId tenant, AssemblyContent content, int version, UserId by)
            throws SQLException, RegistryException {
        insertAssembly(connection, tenant, content, version, by);
        int unitPosition = 0;
        for (ServiceUnit unit : content.units()) {
            Sql.execute(
                    connection,
                    "INSERT INTO service_unit (tenant_id, assembly, version, unit, position, component)"
                            + " VALUES (?, ?, ?, ?, ?, ?)",
                    tenant.value(),
                    content.name().value(),
                    version,
                    unit.name(),
                    unitPosition++,
                    unit.component());
            int position = 0;
            for (Endpoint endpoint : unit.endpoints()) {
                insertEndpoint(
                        connection,
                        tenant,
                        new UnitKey(new VersionKey(content.name().value(), version), unit.name()),
                        position++,
                        endpoint);
            }
        }
    }

    /** @throws RegistryException.Conflict if another assembly uses one of the names */
    static void use(Connection connection, TenantId tenant, VersionKey key) throws SQLException, RegistryException {
        try {
            Sql.execute(
                    connection,
                    "UPDATE endpoint SET in_use = true WHERE tenant_id = ? AND assembly = ? AND version = ?",
                    tenant.value(),
                    key.assembly(),
                    key.version());
        } catch (SQLException e) {
            if (taken(e)) {
                throw new RegistryException.Conflict("Another assembly has an endpoint or a path of version "
                        + key.version() + " of '" + key.assembly() + "' by now.");
            }
            throw e;
        }
    }

    /** Marks the names of all versions of the assembly as unused. */
    static void release(Connection connection, TenantId tenant, String assembly) throws SQLException {
        Sql.execute(
                connection,
                "UPDATE endpoint SET in_use = false WHERE tenant_id = ? AND assembly = ? AND in_use",
                tenant.value(),
                assembly);
    }

    /** The existing versions among these keys. */
    static Map<VersionKey, AssemblyVersion> find(Connection connection, TenantId tenant, List<VersionKey> keys)
            throws SQLException {
        Map<VersionKey, AssemblyVersion> found = new HashMap<>();
        if (keys.isEmpty()) {
            return found;
        }
        Array assemblies = connection.createArrayOf(
                "text", keys.stream().map(VersionKey::assembly).toArray());
        Array versions = connection.createArrayOf(
                "integer", keys.stream().map(VersionKey::version).toArray());
        Map<VersionKey, List<ServiceUnit>> units = units(connection, tenant, assemblies, versions);
        Sql.all(
                        connection,
                        "SELECT assembly, version, description, user_id, original_sha256, rewritten_sha256,"
                                + " uploaded_by, uploaded_at FROM service_assembly" + OF_THESE,
                        row -> version(row, units.getOrDefault(key(row), List.of())),
                        tenant.value(),
                        assemblies,
                        versions)
                .forEach(version ->
                        found.put(new VersionKey(version.content().name().value(), version.number()), version));
        return found;
    }

    /** Removes the versions in no period that are neither current nor former. */
    static int removeUnused(Connection connection, TenantId tenant, Forgetting what) throws SQLException {
        return Sql.execute(
                connection,
                "DELETE FROM service_assembly WHERE (tenant_id, assembly, version) IN"
                        + " (SELECT a.tenant_id, a.assembly, a.version" + UNUSED + " LIMIT ?)",
                tenant.value(),
                what.atMost());
    }

    static boolean hasUnused(Connection connection, TenantId tenant) throws SQLException {
        return Sql.one(connection, "SELECT 1" + UNUSED + " LIMIT 1", row -> true, tenant.value())
                .isPresent();
    }

    static Endpoint endpoint(ResultSet row) throws SQLException {
        return new Endpoint(
                Endpoint.Direction.valueOf(row.getString("direction")),
                new QName(row.getString("service_namespace"), row.getString("service_local")),
                new QName(row.getString("bus_namespace"), row.getString("bus_local")),
                row.getString("endpoint"),
                Optional.ofNullable(row.getString("path")));
    }

    private static void insertAssembly(
            Connection connection, TenantId tenant, AssemblyContent content, int version, UserId by)
            throws SQLException, RegistryException {
        try {
            Sql.execute(
                    connection,
                    "INSERT INTO service_assembly (tenant_id, assembly, version, description, user_id,"
                            + " original_sha256, rewritten_sha256, uploaded_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    tenant.value(),
                    content.name().value(),
                    version,
                    content.description(),
                    content.user().map(UserId::value).orElse(null),
                    content.original().bytes(),
                    content.rewritten().bytes(),
                    by.value());
        } catch (SQLException e) {
            if (SqlErrors.broke(e, SqlErrors.FOREIGN_KEY_VIOLATION, "assembly_original")) {
                throw noArtifact(tenant, content.original());
            }
            if (SqlErrors.broke(e, SqlErrors.FOREIGN_KEY_VIOLATION, "assembly_rewritten")) {
                throw noArtifact(tenant, content.rewritten());
            }
            throw e;
        }
    }

    static RegistryException.NotFound noArtifact(TenantId tenant, Digest digest) {
        return new RegistryException.NotFound("Tenant " + tenant + " has put no artifact " + digest + ".");
    }

    private static void insertEndpoint(
            Connection connection, TenantId tenant, UnitKey unit, int position, Endpoint endpoint)
            throws SQLException, RegistryException {
        try {
            int inserted = Sql.execute(
                    connection,
                    "INSERT INTO endpoint (tenant_id, assembly, version, unit, position, direction,"
                            + " service_namespace, service_local, bus_namespace, bus_local, endpoint, path, in_use)"
                            + " VALUES (?, ?, ?, ?, ?, ?::endpoint_direction, ?, ?, ?, ?, ?, ?, true)"
                            + " ON CONFLICT DO NOTHING",
                    tenant.value(),
                    unit.version().assembly(),
                    unit.version().version(),
                    unit.unit(),
                    position,
                    endpoint.direction().name(),
                    endpoint.service().getNamespaceURI(),
                    endpoint.service().getLocalPart(),
                    endpoint.busService().getNamespaceURI(),
                    endpoint.busService().getLocalPart(),
                    endpoint.name(),
                    endpoint.path().orElse(null));
            if (inserted == 0) {
                throw taken(connection, tenant, endpoint);
            }
        } catch (SQLException e) {
            String what = "the endpoint " + endpoint.service() + ":" + endpoint.name();
            if (SqlErrors.broke(e, CHECK_VIOLATION, "endpoint_is_the_tenants")
                    || SqlErrors.broke(e, CHECK_VIOLATION, "path_is_the_tenants")) {
                throw new RegistryException.RuleBroken(
                        "The name on the bus and the path of " + what + " have to be those of tenant " + tenant + ".",
                        e);
            }
            throw e;
        }
    }

    /** Names the assembly that has it. */
    private static RegistryException.Conflict taken(Connection connection, TenantId tenant, Endpoint endpoint)
            throws SQLException {
        String path = endpoint.path().orElse(null);
        return Sql.one(
                        connection,
                        "SELECT assembly, path IS NOT NULL AND path = ? AS same_path FROM endpoint WHERE tenant_id = ?"
                                + " AND in_use AND (path = ? OR direction = 'PROVIDER' AND bus_namespace = ?"
                                + " AND bus_local = ? AND endpoint = ?) LIMIT 1",
                        row -> new RegistryException.Conflict("The assembly '" + row.getString("assembly")
                                + "' of tenant " + tenant + " has "
                                + (row.getBoolean("same_path")
                                        ? "the path " + path
                                        : "the endpoint " + endpoint.service() + ":" + endpoint.name())
                                + " already."),
                        path,
                        tenant.value(),
                        path,
                        endpoint.busService().getNamespaceURI(),
                        endpoint.busService().getLocalPart(),
                        endpoint.name())
                .orElseGet(() -> new RegistryException.Conflict(
                        "Another assembly of tenant " + tenant + " has just had an endpoint of this one."));
    }

    private static boolean taken(SQLException e) {
        return SqlErrors.broke(e, SqlErrors.UNIQUE_VIOLATION, "endpoint_taken")
                || SqlErrors.broke(e, SqlErrors.UNIQUE_VIOLATION, "path_taken");
    }

    private static Map<VersionKey, List<ServiceUnit>> units(
            Connection connection, TenantId tenant, Array assemblies, Array versions) throws SQLException {
        Map<UnitKey, List<Endpoint>> endpoints = new HashMap<>();
        Sql.all(
                connection,
                "SELECT assembly, version, unit, direction, service_namespace, service_local, bus_namespace,"
                        + " bus_local, endpoint, path FROM endpoint" + OF_THESE + " ORDER BY position",
                row -> endpoints
                        .computeIfAbsent(new UnitKey(key(row), row.getString("unit")), any -> new ArrayList<>())
                        .add(endpoint(row)),
                tenant.value(),
                assemblies,
                versions);
        Map<VersionKey, List<ServiceUnit>> units = new LinkedHashMap<>();
        Sql.all(
                connection,
                "SELECT assembly, version, unit, component FROM service_unit" + OF_THESE + " ORDER BY position",
                row -> {
                    String unit = row.getString("unit");
                    return units.computeIfAbsent(key(row), any -> new ArrayList<>())
                            .add(new ServiceUnit(
                                    unit,
                                    row.getString("component"),
                                    endpoints.getOrDefault(new UnitKey(key(row), unit), List.of())));
                },
                tenant.value(),
                assemblies,
                versions);
        return units;
    }

    private static VersionKey key(ResultSet row) throws SQLException {
        return new VersionKey(row.getString("assembly"), row.getInt("version"));
    }

    private static AssemblyVersion version(ResultSet row, List<ServiceUnit> units) throws SQLException {
        AssemblyContent content = new AssemblyContent(
                new AssemblyName(row.getString("assembly")),
                row.getString("description"),
                Optional.ofNullable(row.getObject("user_id", UUID.class)).map(UserId::new),
                Digest.ofBytes(row.getBytes("original_sha256")),
                Digest.ofBytes(row.getBytes("rewritten_sha256")),
                units);
        return new AssemblyVersion(
                row.getInt("version"),
                content,
                new UserId(row.getObject("uploaded_by", UUID.class)),
                Times.at(row, "uploaded_at"));
    }
}
