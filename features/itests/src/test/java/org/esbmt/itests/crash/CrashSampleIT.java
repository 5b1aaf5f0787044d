package org.esbmt.itests.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sample of the matrix with each victim, fault and operation. The command {@code crash-matrix} runs all cells. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrashSampleIT {
    /**
     * Shorter stops than in the matrix, for the time of a build. Beside other tests two seconds for a revocation would
     * sometimes measure the machine. A node that hears nothing would refuse after 60 s.
     */
    private static final Limits LIMITS = new Limits(Duration.ofSeconds(5), Duration.ofSeconds(10));

    private Lane lane;

    @BeforeAll
    void start() throws Exception {
        lane = new Lane(
                Path.of(System.getProperty("distribution")),
                Path.of("target", CrashSampleIT.class.getSimpleName()).toAbsolutePath(),
                LIMITS);
        lane.start();
    }

    @AfterAll
    void stop() {
        lane.close();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "deploy services/3/before node kill",
                "deploy tenants/commit/before node kill",
                "create tenants/commit/after tenants kill",
                "undeploy services/prepare/after services kill",
                "suspend configuration/prepare/before configuration kill",
                "deploy broker/prepare/before broker kill",
                "purge services/commit/after services cut",
                "update broker/commit/before broker cut",
                "password tenants/prepare/after node cut",
                "quota configuration/commit/before configuration stop",
                "deploy broker/send/after broker stop",
                "update tenants/2/before tenants stop",
                "undeploy node/reply/after node stop",
                "purge node/reply/after broker kill",
                "key tenants/commit/before node kill",
                "key configuration/prepare/after tenants kill",
                "certificate tenants/commit/after node kill",
                "certificate tenants/prepare/before node cut",
                "batch tenants/commit/before node kill",
                "batch services/commit/after services kill",
                "batch configuration/prepare/before configuration cut",
                "batch broker/commit/before broker kill",
            })
    void invariantsHold(String cell) throws Exception {
        Outcome outcome = lane.run(Cell.parse(cell));
        assertThat(outcome.reached()).as("the point is reached").isTrue();
        assertThat(outcome.violations()).isEmpty();
    }
}
