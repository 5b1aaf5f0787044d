package org.esbmt.registry.postgresql.internal.service;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.PolicyName;
import org.esbmt.registry.api.service.RegisteredService;
import org.esbmt.registry.api.service.ServiceName;
import org.esbmt.registry.api.service.ServiceQuery;
import org.esbmt.registry.postgresql.internal.Sql;
import org.esbmt.registry.postgresql.internal.SqlErrors;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** The table {@code service}. Each operation is called in a transaction for the tenant. */
final class Services {
    private static final String COLUMNS =
            "namespace, local_name, version, wsdl_sha256, revision, changed_by, changed_at,"
                    + " ARRAY(SELECT p.policy || ' ' || encode(p.sha256, 'hex') FROM service_policy p"
                    + " WHERE p.tenant_id = service.tenant_id AND p.namespace = service.namespace"
                    + " AND p.local_name = service.local_name AND p.version = service.version) AS policies";
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

    static Versioned<RegisteredService> attach(
            Connection connection,
            TenantId tenant,
            long expectedRevision,
            ServiceName name,
            PolicyName policy,
            Digest document,
            UserId by)
            throws SQLException, RegistryException {
        touch(connection, tenant, expectedRevision, name, by);
        try {
            Sql.execute(
                    connection,
                    "INSERT INTO service_policy (tenant_id, namespace, local_name, version, policy, sha256, attached_by)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?)"
                            + " ON CONFLICT (tenant_id, namespace, local_name, version, policy) DO UPDATE"
                            + " SET sha256 = excluded.sha256, attached_by = excluded.attached_by,"
                            + " attached_at = clock_timestamp()",
                    tenant.value(),
                    name.name().getNamespaceURI(),
                    name.name().getLocalPart(),
                    name.version(),
                    policy.value(),
                    document.bytes(),
                    by.value());
        } catch (SQLException e) {
            if (SqlErrors.broke(e, SqlErrors.FOREIGN_KEY_VIOLATION, "policy_document")) {
                throw Versions.noArtifact(tenant, document);
            }
            throw e;
        }
        return find(connection, tenant, name).orElseThrow();
    }

    static Versioned<RegisteredService> detach(
            Connection connection,
            TenantId tenant,
            long expectedRevision,
            ServiceName name,
            PolicyName policy,
            UserId by)
            throws SQLException, RegistryException {
        touch(connection, tenant, expectedRevision, name, by);
        int gone = Sql.execute(
                connection,
                "DELETE FROM service_policy" + THIS + " AND policy = ?",
                tenant.value(),
                name.name().getNamespaceURI(),
                name.name().getLocalPart(),
                name.version(),
                policy.value());
        if (gone == 0) {
            throw new RegistryException.NotFound("The service " + name + " has no policy '" + policy + "'.");
        }
        return find(connection, tenant, name).orElseThrow();
    }

    private static void touch(
            Connection connection, TenantId tenant, long expectedRevision, ServiceName name, UserId by)
            throws SQLException, RegistryException {
        int changed = Sql.execute(
                connection,
                "UPDATE service SET revision = revision + 1, changed_by = ?, changed_at = clock_timestamp()" + THIS
                        + " AND revision = ?",
                by.value(),
                tenant.value(),
                name.name().getNamespaceURI(),
                name.name().getLocalPart(),
                name.version(),
                expectedRevision);
        requireChanged(connection, tenant, expectedRevision, name, changed);
    }

    static Listing<Versioned<RegisteredService>> list(Connection connection, TenantId tenant, ServiceQuery query)
            throws SQLException {
        String namespace = query.namespace().orElse(null);
        String part = query.nameContains().orElse(null);
        return Sql.listing(
                connection,
                "SELECT " + COLUMNS,
                " FROM service WHERE tenant_id = ? AND (?::text IS NULL OR namespace = ?)"
                        + " AND (?::text IS NULL OR position(? in local_name) > 0)",
                " ORDER BY namespace, local_name, version",
                row -> service(tenant, row),
                query.slice(),
                tenant.value(),
                namespace,
                namespace,
                part,
                part);
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

    /** @return the same exception, if it has another reason */
    private static SQLException withoutWsdl(SQLException e, TenantId tenant, Optional<Digest> wsdl)
            throws RegistryException {
        if (wsdl.isPresent() && SqlErrors.broke(e, SqlErrors.FOREIGN_KEY_VIOLATION, "service_wsdl")) {
            throw Versions.noArtifact(tenant, wsdl.get());
        }
        return e;
    }

    private static SortedMap<PolicyName, Digest> policies(String[] lines) {
        SortedMap<PolicyName, Digest> policies = new TreeMap<>();
        for (String line : lines) {
            int end = line.indexOf(' ');
            policies.put(new PolicyName(line.substring(0, end)), new Digest(line.substring(end + 1)));
        }
        return policies;
    }

    private static Versioned<RegisteredService> service(TenantId tenant, ResultSet row) throws SQLException {
        ServiceName name = new ServiceName(
                new QName(row.getString("namespace"), row.getString("local_name")), row.getString("version"));
        RegisteredService service = new RegisteredService(
                tenant,
                name,
                Optional.ofNullable(row.getBytes("wsdl_sha256")).map(Digest::ofBytes),
                policies((String[]) row.getArray("policies").getArray()),
                new UserId(row.getObject("changed_by", UUID.class)),
                Times.at(row, "changed_at"));
        return new Versioned<>(service, row.getLong("revision"));
    }
}
