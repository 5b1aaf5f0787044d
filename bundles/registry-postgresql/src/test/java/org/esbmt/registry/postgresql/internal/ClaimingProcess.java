package org.esbmt.registry.postgresql.internal;

import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.esbmt.registry.api.ClaimOutcome;
import org.esbmt.registry.postgresql.internal.replay.PostgresReplayClaims;
import org.esbmt.registry.postgresql.internal.replay.ReplaySettings;
import org.esbmt.registry.testing.ReplayClaimsContract;
import org.esbmt.tenancy.api.TenantId;
import org.postgresql.ds.PGSimpleDataSource;

/** A node in a process of its own: it claims messages for ever, and prints each that it may use. */
final class ClaimingProcess {
    private ClaimingProcess() {}

    public static void main(String[] arguments) throws Exception {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(arguments[0]);
        source.setUser(arguments[1]);
        source.setPassword(arguments[2]);
        TenantId tenant = new TenantId(UUID.randomUUID());
        Instant expires = Instant.parse(arguments[3]);
        try (PostgresReplayClaims claims = new PostgresReplayClaims(
                new ReplaySettings(200_000, false), InstantSource.system(), RegistryServer.PATIENT_MILLIS)) {
            claims.use(source);
            for (int i = 0; ; i++) {
                String text = "message " + i;
                ClaimOutcome outcome = claims.claim(tenant, ReplayClaimsContract.claim(text), expires)
                        .toCompletableFuture()
                        .get(60, TimeUnit.SECONDS);
                if (outcome != ClaimOutcome.FIRST) {
                    throw new IllegalStateException(text + " is " + outcome);
                }
                System.out.println(text);
            }
        }
    }
}
