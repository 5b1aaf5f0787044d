package org.esbmt.registry.postgresql.internal;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.OpaqueBytes;
import org.esbmt.registry.api.SealedValue;
import org.esbmt.registry.api.TenantKey;
import org.esbmt.registry.api.TenantSecret;
import org.esbmt.tenancy.api.Destination;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.KeyState;
import org.esbmt.tenancy.api.SecretKind;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantKeyId;

/** Reads rows of {@code tenant_key} and {@code tenant_secret}. */
final class TenantKeyRows {
    static final String SELECT_KEY = "SELECT key_id, tenant_id, name, purpose, state, chain, sealed_generation, sealed,"
            + " not_before, not_after, former_until, created_at, revoked_at FROM tenant_key";
    static final String SELECT_SECRET =
            "SELECT tenant_id, name, kind, user_name, host, port, sealed_generation, sealed, version, set_at"
                    + " FROM tenant_secret";

    private TenantKeyRows() {}

    static TenantKey key(ResultSet row) throws SQLException {
        return new TenantKey(
                new TenantKeyId(row.getObject("key_id", UUID.class)),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new KeyName(row.getString("name")),
                KeyPurpose.valueOf(row.getString("purpose")),
                KeyState.valueOf(row.getString("state")),
                OpaqueBytes.of(row.getBytes("chain")),
                sealed(row),
                moment(row, "not_before").orElseThrow(),
                moment(row, "not_after").orElseThrow(),
                moment(row, "former_until"),
                moment(row, "created_at").orElseThrow(),
                moment(row, "revoked_at"));
    }

    static TenantSecret secret(ResultSet row) throws SQLException {
        return new TenantSecret(
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new KeyName(row.getString("name")),
                use(row),
                sealed(row).orElseThrow(),
                moment(row, "set_at").orElseThrow());
    }

    private static Optional<SecretUse> use(ResultSet row) throws SQLException {
        String kind = row.getString("kind");
        if (kind == null) {
            return Optional.empty();
        }
        return Optional.of(new SecretUse(
                SecretKind.valueOf(kind),
                Optional.ofNullable(row.getString("user_name")),
                new Destination(row.getString("host"), row.getInt("port"))));
    }

    private static Optional<SealedValue> sealed(ResultSet row) throws SQLException {
        byte[] bytes = row.getBytes("sealed");
        return bytes == null
                ? Optional.empty()
                : Optional.of(new SealedValue(row.getInt("sealed_generation"), OpaqueBytes.of(bytes)));
    }

    static Optional<Instant> moment(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, OffsetDateTime.class)).map(OffsetDateTime::toInstant);
    }

    static OffsetDateTime time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
