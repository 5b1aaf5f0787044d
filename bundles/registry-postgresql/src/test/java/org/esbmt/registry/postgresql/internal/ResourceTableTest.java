package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.esbmt.tenancy.api.quota.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Compares the table {@code resource} with {@link Resource}. */
class ResourceTableTest {
    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    @Test
    void theTableHasEachResourceWithItsSemantics() throws Exception {
        DatabaseTarget target = SERVER.newTarget(RegistryDatabase.CONFIGURATION);
        new DatabasePreparation(target).run();
        try (Connection connection = DataSources.single(target, target.user(), target.database())
                        .getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET search_path = configuration_registry");
            List<String> rows = Sql.all(
                    connection,
                    "SELECT code, semantics FROM resource",
                    row -> row.getString("code") + " " + row.getString("semantics"));
            assertThat(rows)
                    .containsExactlyInAnyOrderElementsOf(Arrays.stream(Resource.values())
                            .map(resource -> resource + " " + resource.semantics())
                            .toList());
        }
    }
}
