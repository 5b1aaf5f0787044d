package org.esbmt.registry.postgresql.internal.service;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.RegisteredService;
import org.esbmt.registry.api.service.ServiceName;
import org.esbmt.registry.postgresql.internal.Sql;
import org.esbmt.registry.postgresql.internal.SqlErrors;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** The table {@code service}. Each operation is called in a transaction for the tenant. */
final class Services {
    private static final String COLUMNS =
            "namespace, local_name, version, wsdl_sha256, revision, changed_by, changed_at";
    private static final String THIS = " WHERE tenant_id = ? AND namespace = ? AND local_name = ? AND version = ?";

    private Services() {}

    static Versioned<RegisteredService> register(
            Connection connection, TenantId tenant, ServiceName name, Optional<Digest> wsdl, UserId by)
            throws SQLException, RegistryException {
        try {
            Sql.execute(
                    connection,
                    "INSERT INTO service (tenant_id, namespace, local_name, version, wsdl_sha256, changed_by)"
                            + " VALUES (?, ?, ?, ?, ?, ?)",
                    tenant.value(),
                    name.name().getNamespaceURI(),
                    name.name().getLocalPart(),
                    name.version(),
                    wsdl.map(Digest::bytes).orElse(null),
                    by.value());
        } catch (SQLException e) {
            if (SqlErrors.broke(e, SqlErrors.UNIQUE_VIOLATION, "service_taken")) {
                throw new RegistryException.Conflict("Tenant " + tenant + " has the service " + name + " already.");
            }
            throw withoutWsdl(e, tenant, wsdl);
        }
        return find(connection, tenant, name).orElseThrow();
    }

    static Versioned<RegisteredService> update(
            Connection connection,
            TenantId tenant,
            long expectedRevision,
            ServiceName name,
            Optional<Digest> wsdl,
            UserId by)
            throws SQLException, RegistryException {
        int changed;
        try {
            changed = Sql.execute(
                    connection,
                    "UPDATE service SET wsdl_sha256 = ?, revision = revision + 1, changed_by = ?,"
                            + " changed_at = clock_timestamp()" + THIS + " AND revision = ?",
                    wsdl.map(Digest::bytes).orElse(null),
                    by.value(),
                    tenant.value(),
                    name.name().getNamespaceURI(),
                    name.name().getLocalPart(),
                    name.version(),
                    expectedRevision);
        } catch (SQLException e) {
            throw withoutWsdl(e, tenant, wsdl);
        }
        requireChanged(connection, tenant, expectedRevision, name, changed);
        return find(connection, tenant, name).orElseThrow();
    }

    static void unregister(Connection connection, TenantId tenant, long expectedRevision, ServiceName name)
            throws SQLException, RegistryException {
        int changed = Sql.execute(
                connection,
                "DELETE FROM service" + THIS + " AND revision = ?",
                tenant.value(),
                name.name().getNamespaceURI(),
                name.name().getLocalPart(),
                name.version(),
                expectedRevision);
        requireChanged(connection, tenant, expectedRevision, name, changed);
    }

    static Optional<Versioned<RegisteredService>> find(Connection connection, TenantId tenant, ServiceName name)
            throws SQLException {
        return Sql.one(
                connection,
                "SELECT " + COLUMNS + " FROM service" + THIS,
                row -> service(tenant, row),
                tenant.value(),
                name.name().getNamespaceURI(),
                name.name().getLocalPart(),
                name.version());
    }

    static Listing<Versioned<RegisteredService>> list(Connection connection, TenantId tenant, Slice slice)
            throws SQLException {
        return Sql.listing(
                connection,
                "SELECT " + COLUMNS,
                " FROM service WHERE tenant_id = ?",
                " ORDER BY namespace, local_name, version",
                row -> service(tenant, row),
                slice,
                tenant.value());
    }

    private static void requireChanged(
            Connection connection, TenantId tenant, long expectedRevision, ServiceName name, int changed)
            throws SQLException, RegistryException {
        if (changed == 0) {
            long now = find(connection, tenant, name)
                    .orElseThrow(
                            () -> new RegistryException.NotFound("Tenant " + tenant + " has no service " + name + "."))
                    .revision();
            throw new RegistryException.Stale(
                    "The service " + name + " is at revision " + now + " by now, not at " + expectedRevision + ".");
        }
    }

    /** @return e, if it has another reason */
    private static SQLException withoutWsdl(SQLException e, TenantId tenant, Optional<Digest> wsdl)
            throws RegistryException {
        if (wsdl.isPresent() && SqlErrors.broke(e, SqlErrors.FOREIGN_KEY_VIOLATION, "service_wsdl")) {
            throw Versions.noArtifact(tenant, wsdl.get());
        }
        return e;
    }

    private static Versioned<RegisteredService> service(TenantId tenant, ResultSet row) throws SQLException {
        ServiceName name = new ServiceName(
                new QName(row.getString("namespace"), row.getString("local_name")), row.getString("version"));
        RegisteredService service = new RegisteredService(
                tenant,
                name,
                Optional.ofNullable(row.getBytes("wsdl_sha256")).map(Digest::ofBytes),
                new UserId(row.getObject("changed_by", UUID.class)),
                Times.at(row, "changed_at"));
        return new Versioned<>(service, row.getLong("revision"));
    }
}
