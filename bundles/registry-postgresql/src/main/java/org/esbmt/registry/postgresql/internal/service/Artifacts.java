package org.esbmt.registry.postgresql.internal.service;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.Forgetting;
import org.esbmt.registry.postgresql.internal.Sql;
import org.esbmt.tenancy.api.TenantId;

/** The table {@code artifact}. */
final class Artifacts {
    private static final String UNUSED = " FROM artifact a WHERE a.tenant_id = ? AND a.put_at < ?"
            + " AND NOT EXISTS (SELECT 1 FROM service_assembly s"
            + " WHERE s.tenant_id = a.tenant_id AND s.original_sha256 = a.sha256)"
            + " AND NOT EXISTS (SELECT 1 FROM service_assembly s"
            + " WHERE s.tenant_id = a.tenant_id AND s.rewritten_sha256 = a.sha256)"
            + " AND NOT EXISTS (SELECT 1 FROM service s"
            + " WHERE s.tenant_id = a.tenant_id AND s.wsdl_sha256 = a.sha256)"
            + " AND NOT EXISTS (SELECT 1 FROM service_policy p"
            + " WHERE p.tenant_id = a.tenant_id AND p.sha256 = a.sha256)";

    private Artifacts() {}

    /** Renews the time of an existing artifact, because the caller is about to refer to it. */
    static Digest put(Connection connection, TenantId tenant, byte[] content) throws SQLException {
        Digest digest = Digest.of(content);
        int known = Sql.execute(
                connection,
                "UPDATE artifact SET put_at = clock_timestamp() WHERE tenant_id = ? AND sha256 = ?",
                tenant.value(),
                digest.bytes());
        if (known == 0) {
            Sql.execute(
                    connection,
                    "INSERT INTO artifact (tenant_id, sha256, content) VALUES (?, ?, ?)"
                            + " ON CONFLICT (tenant_id, sha256) DO UPDATE SET put_at = clock_timestamp()",
                    tenant.value(),
                    digest.bytes(),
                    content);
        }
        return digest;
    }

    static Optional<byte[]> find(Connection connection, TenantId tenant, Digest digest) throws SQLException {
        return Sql.one(
                connection,
                "SELECT content FROM artifact WHERE tenant_id = ? AND sha256 = ?",
                row -> row.getBytes(1),
                tenant.value(),
                digest.bytes());
    }

    static Optional<Integer> length(Connection connection, TenantId tenant, Digest digest) throws SQLException {
        return Sql.one(
                connection,
                "SELECT octet_length(content) FROM artifact WHERE tenant_id = ? AND sha256 = ?",
                row -> row.getInt(1),
                tenant.value(),
                digest.bytes());
    }

    static List<Digest> removeUnused(Connection connection, TenantId tenant, Forgetting what) throws SQLException {
        return Sql.all(
                connection,
                "DELETE FROM artifact WHERE (tenant_id, sha256) IN (SELECT a.tenant_id, a.sha256" + UNUSED
                        + " LIMIT ?) RETURNING sha256",
                row -> Digest.ofBytes(row.getBytes("sha256")),
                tenant.value(),
                Times.of(what.undeployedBefore()),
                what.atMost());
    }

    static boolean hasUnused(Connection connection, TenantId tenant, Forgetting what) throws SQLException {
        return Sql.one(
                        connection,
                        "SELECT 1" + UNUSED + " LIMIT 1",
                        row -> true,
                        tenant.value(),
                        Times.of(what.undeployedBefore()))
                .isPresent();
    }
}
