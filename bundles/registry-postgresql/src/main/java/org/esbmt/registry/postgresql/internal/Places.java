package org.esbmt.registry.postgresql.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.TenantId;

/** Places of rows: a unique number bounds the rows of an owner, without a lock. */
final class Places {
    private Places() {}

    /** @throws RegistryException.RuleBroken if all places of the tenant are taken */
    static int free(Connection connection, String table, TenantId tenant, int most, String things)
            throws SQLException, RegistryException {
        return free(
                connection, table + " WHERE tenant_id = ?", most, "Tenant " + tenant, "tenant", things, tenant.value());
    }

    /**
     * The first place that is free.
     *
     * @param rows the table and the condition of the owner's rows
     * @param owner such as {@code User 7}
     * @param kind of the owner, such as {@code user}
     * @throws RegistryException.RuleBroken if all are taken
     */
    static int free(
            Connection connection,
            String rows,
            int most,
            String owner,
            String kind,
            String things,
            Object... parameters)
            throws SQLException, RegistryException {
        Set<Integer> taken = new HashSet<>(Sql.all(
                connection,
                "SELECT place FROM " + rows + " AND place IS NOT NULL",
                row -> row.getInt("place"),
                parameters));
        return IntStream.rangeClosed(1, most)
                .filter(place -> !taken.contains(place))
                .findFirst()
                .orElseThrow(() -> new RegistryException.RuleBroken(
                        owner + " has " + most + " " + things + ", and no " + kind + " has more.", null));
    }
}
