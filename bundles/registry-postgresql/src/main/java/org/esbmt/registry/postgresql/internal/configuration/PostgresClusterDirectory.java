package org.esbmt.registry.postgresql.internal.configuration;

import static java.util.Objects.requireNonNull;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.configuration.Cluster;
import org.esbmt.registry.api.configuration.ClusterDirectory;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ClusterName;
import org.esbmt.registry.postgresql.internal.RegistryTransactions;
import org.esbmt.registry.postgresql.internal.Sql;
import org.esbmt.tenancy.api.UserId;

/** Clusters in the table {@code cluster}. */
public final class PostgresClusterDirectory implements ClusterDirectory {
    private static final String CLUSTER = "cluster_id, name, last_revision, created_at";

    private final RegistryTransactions transactions;

    public PostgresClusterDirectory(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public Cluster createCluster(ClusterName name, UserId by) throws RegistryException {
        return transactions.write(connection -> Sql.one(
                        connection,
                        "INSERT INTO cluster (name, created_by) VALUES (?, ?) ON CONFLICT (name) DO NOTHING RETURNING "
                                + CLUSTER,
                        PostgresClusterDirectory::cluster,
                        name.value(),
                        by.value())
                .orElseThrow(() -> new RegistryException.Conflict("There is a cluster named '" + name + "' already.")));
    }

    @Override
    public Optional<Cluster> findCluster(ClusterId cluster) throws RegistryException {
        return transactions.read(connection -> Sql.one(
                connection,
                "SELECT " + CLUSTER + " FROM cluster WHERE cluster_id = ?",
                PostgresClusterDirectory::cluster,
                cluster.value()));
    }

    @Override
    public Optional<Cluster> findCluster(ClusterName name) throws RegistryException {
        return transactions.read(connection -> Sql.one(
                connection,
                "SELECT " + CLUSTER + " FROM cluster WHERE name = ?",
                PostgresClusterDirectory::cluster,
                name.value()));
    }

    @Override
    public Listing<Cluster> listClusters(Slice slice) throws RegistryException {
        return transactions.read(connection -> Sql.listing(
                connection,
                "SELECT " + CLUSTER,
                " FROM cluster",
                " ORDER BY name",
                PostgresClusterDirectory::cluster,
                slice));
    }

    private static Cluster cluster(ResultSet row) throws SQLException {
        return new Cluster(
                new ClusterId(Rows.uuid(row, "cluster_id")),
                new ClusterName(row.getString("name")),
                row.getLong("last_revision"),
                Rows.instant(row, "created_at"));
    }
}
