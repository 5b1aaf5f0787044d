package org.esbmt.management.cluster.internal;

import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.NewOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.Sha256;
import org.esbmt.tenancy.api.UserId;

/** Log entries for tests. */
final class Operations {
    private Operations() {}

    static NewOperation operation(ClusterId cluster) {
        return new NewOperation(
                OperationId.random(),
                cluster,
                Optional.empty(),
                new UserId(UUID.randomUUID()),
                "TEST",
                Sha256.of(new byte[0]),
                Optional.empty());
    }
}
