package org.esbmt.registry.testing.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.List;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.DoneOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.RecordedOperation;
import org.esbmt.testing.AtOnce;
import org.junit.jupiter.api.Test;

/** The storage of operations. A part of {@link ConfigurationRegistryContract}. */
abstract class JournalContract extends ConfigurationFixture {

    @Test
    void aRecordedOperationIsFoundUnchanged() throws Exception {
        DoneOperation done = done("a tenant \u00fc\ud83d\ude00\r\n");

        registry.journal().record(done);

        assertThat(registry.journal().find(done.id()).map(RecordedOperation::operation))
                .contains(done);
        assertThat(registry.journal().find(OperationId.random())).isEmpty();
    }

    @Test
    void anIdentifierIsRecordedOnceForAnyRequest() throws Exception {
        DoneOperation first = done("first");
        registry.journal().record(first);
        DoneOperation other =
                new DoneOperation(first.id(), GLOBEX, BY, "USER_CREATE", digest("another request"), "another result");

        for (DoneOperation again : List.of(first, other)) {
            assertThatExceptionOfType(RegistryException.Conflict.class)
                    .isThrownBy(() -> registry.journal().record(again));
        }

        assertThat(registry.journal().find(first.id()).map(RecordedOperation::operation))
                .contains(first);
    }

    @Test
    void ofManyAtOnceOneIsRecorded() throws Exception {
        OperationId id = OperationId.random();

        List<Object> outcomes = AtOnce.run(8, () -> {
            DoneOperation done = new DoneOperation(
                    id, ACME, BY, "TENANT_CREATE", STATE, Thread.currentThread().getName());
            registry.journal().record(done);
            return done;
        });

        assertThat(outcomes)
                .filteredOn(RegistryException.Conflict.class::isInstance)
                .hasSize(7);
        assertThat(outcomes).contains(registry.journal().find(id).orElseThrow().operation());
    }

    @Test
    void aForgottenOperationMayBeRecordedAgain() throws Exception {
        DoneOperation old = done("old");
        registry.journal().record(old);
        DoneOperation young = done("young");
        registry.journal().record(young);

        Instant then = registry.journal().find(young.id()).orElseThrow().recordedAt();
        assertThat(registry.journal().forget(then, 100)).isEqualTo(1);
        assertThat(registry.journal().forget(then, 100)).isZero();

        assertThat(registry.journal().find(old.id())).isEmpty();
        assertThat(registry.journal().find(young.id())).isPresent();
        registry.journal().record(old);
        assertThat(registry.journal().find(old.id())).isPresent();
    }

    @Test
    void theNumberOfDeletedOperationsIsBounded() throws Exception {
        for (int i = 0; i < 5; i++) {
            registry.journal().record(done("old"));
        }
        Instant later = Instant.now().plusSeconds(3_600);

        assertThat(registry.journal().forget(later, 3)).isEqualTo(3);
        assertThat(registry.journal().forget(later, 3)).isEqualTo(2);
        assertThat(registry.journal().forget(later, 3)).isZero();
    }

    @Test
    void aResultIsAnyTextUpToItsLimitAndStaysIt() throws Exception {
        for (String attack : ATTACKS) {
            DoneOperation done = done(attack);
            registry.journal().record(done);
            assertThat(registry.journal().find(done.id()).orElseThrow().operation())
                    .isEqualTo(done);
        }
        registry.journal().record(done("r".repeat(DoneOperation.MAX_RESULT)));
        registry.journal().record(done(""));
        for (String unkept : List.of("r".repeat(DoneOperation.MAX_RESULT + 1), "a\u0000b", "a\ud83d")) {
            assertThatIllegalArgumentException().isThrownBy(() -> done(unkept));
        }
    }

    private static DoneOperation done(String result) {
        return new DoneOperation(OperationId.random(), ACME, BY, "TENANT_CREATE", digest("request"), result);
    }
}
