package org.esbmt.registry.postgresql.internal.configuration;

import static java.util.Objects.requireNonNull;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.configuration.ComponentCatalog;
import org.esbmt.registry.api.configuration.ComponentId;
import org.esbmt.registry.api.configuration.ComponentKind;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.JbiComponent;
import org.esbmt.registry.api.configuration.NewComponent;
import org.esbmt.registry.api.configuration.Sha256;
import org.esbmt.registry.postgresql.internal.RegistryTransactions;
import org.esbmt.registry.postgresql.internal.Sql;
import org.esbmt.tenancy.api.UserId;

/** Components in the table {@code jbi_component}. */
public final class PostgresComponentCatalog implements ComponentCatalog {
    private static final String COMPONENT =
            "component_id, name, version, kind, artifact_sha256, tenant_aware, defined_at";

    private final RegistryTransactions transactions;

    public PostgresComponentCatalog(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public JbiComponent define(NewComponent component, UserId by) throws RegistryException {
        return transactions.write(connection -> Sql.one(
                        connection,
                        "INSERT INTO jbi_component (name, version, kind, artifact_sha256, tenant_aware, defined_by)"
                                + " VALUES (?, ?, ?, ?::bytea, ?, ?) ON CONFLICT (name, version) DO NOTHING RETURNING "
                                + COMPONENT,
                        PostgresComponentCatalog::component,
                        component.name().value(),
                        component.version(),
                        component.kind().name(),
                        component.artifact().map(Sha256::bytes).orElse(null),
                        component.tenantAware(),
                        by.value())
                .orElseThrow(() -> new RegistryException.Conflict(
                        "Component " + component.name() + " " + component.version() + " is defined already.")));
    }

    @Override
    public Optional<JbiComponent> findComponent(ComponentId component) throws RegistryException {
        return transactions.read(connection -> Sql.one(
                connection,
                "SELECT " + COMPONENT + " FROM jbi_component WHERE component_id = ?",
                PostgresComponentCatalog::component,
                component.value()));
    }

    @Override
    public Optional<JbiComponent> findComponent(ComponentName name, String version) throws RegistryException {
        return transactions.read(connection -> Sql.one(
                connection,
                "SELECT " + COMPONENT + " FROM jbi_component WHERE name = ? AND version = ?",
                PostgresComponentCatalog::component,
                name.value(),
                version));
    }

    @Override
    public Listing<JbiComponent> listComponents(Slice slice) throws RegistryException {
        return transactions.read(connection -> Sql.listing(
                connection,
                "SELECT " + COMPONENT,
                " FROM jbi_component",
                " ORDER BY name, version",
                PostgresComponentCatalog::component,
                slice));
    }

    private static JbiComponent component(ResultSet row) throws SQLException {
        NewComponent definition = new NewComponent(
                new ComponentName(row.getString("name")),
                row.getString("version"),
                ComponentKind.valueOf(row.getString("kind")),
                Rows.sha256IfAny(row, "artifact_sha256"),
                row.getBoolean("tenant_aware"));
        return new JbiComponent(
                new ComponentId(Rows.uuid(row, "component_id")), definition, Rows.instant(row, "defined_at"));
    }
}
