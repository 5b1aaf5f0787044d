package org.esbmt.management.api.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.management.api.cluster.ChangeOutcome.Answer;
import org.esbmt.management.api.cluster.ChangeOutcome.Result;
import org.esbmt.management.api.message.Actor;
import org.esbmt.management.api.message.ComponentManagementCommand;
import org.esbmt.management.api.message.ManagementOperation;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;

class ChangeValuesTest {
    private static final ManagementOperation STOP = new ManagementOperation(
            UUID.randomUUID(),
            new ComponentManagementCommand(
                    "a", ComponentManagementCommand.Action.STOP, Optional.empty(), Optional.empty()));

    @Test
    void aKindIsAWordInCapitals() {
        assertThat(change("ASSEMBLY_DEPLOY", List.of(STOP)).kind()).isEqualTo("ASSEMBLY_DEPLOY");
        assertThatIllegalArgumentException().isThrownBy(() -> change("deploy", List.of(STOP)));
        assertThatIllegalArgumentException().isThrownBy(() -> change("", List.of(STOP)));
    }

    @Test
    void aChangeHasOneToThousandOperations() {
        assertThatIllegalArgumentException().isThrownBy(() -> change("A", List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> change("A", Collections.nCopies(1_001, STOP)));
    }

    @Test
    void onlyAFailureHasAReason() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Answer(Result.FAILED, Optional.empty()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Answer(Result.SKIPPED, Optional.of("why")));
    }

    @Test
    void aRepetitionHasTheFirstRevisionOnlyForTheSameChange() {
        assertThat(ChangeRepeatedException.same(7).revision()).hasValue(7);
        assertThat(ChangeRepeatedException.other(null).revision()).isEmpty();
    }

    private static NewChange change(String kind, List<ManagementOperation> operations) {
        return new NewChange(
                UUID.randomUUID(),
                new UserId(UUID.randomUUID()),
                new Actor(Optional.empty(), "root"),
                Optional.empty(),
                kind,
                Sha256.of(new byte[0]),
                Optional.empty(),
                operations);
    }
}
