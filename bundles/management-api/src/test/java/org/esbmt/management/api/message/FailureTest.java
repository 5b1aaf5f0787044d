package org.esbmt.management.api.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.esbmt.management.api.ArchiveFinding;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.management.api.message.ManagementResponse.Result;
import org.esbmt.management.api.message.ManagementResponse.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailureTest {
    private static String inAResult(Failure failure) {
        return new Result(UUID.randomUUID(), Status.FAILED, 1, failure.text()).message();
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void everyFailureIsReadBackAsWritten(Reason reason) {
        for (String sentence : List.of(
                "", "the unit in cannot be started: INTERNAL: no", "a".repeat(5_000), "\ud83d\ude80".repeat(3_000))) {
            Failure failure = Failure.of(new DeploymentException(reason, sentence));

            assertThat(failure.text())
                    .hasSizeLessThanOrEqualTo(Result.MAX_MESSAGE)
                    .startsWith(reason + ": ");
            assertThat(inAResult(failure)).isEqualTo(failure.text());
            assertThat(Failure.parse(inAResult(failure))).contains(failure);
        }
    }

    @Test
    void aSentenceIsCutToTheRoomOfAResult() {
        int room = Result.MAX_MESSAGE - "UNIT_FAILED: ".length();

        assertThat(new Failure(Reason.UNIT_FAILED, "a".repeat(room)).sentence()).hasSize(room);
        assertThat(new Failure(Reason.UNIT_FAILED, "a".repeat(room + 1)).text()).hasSize(Result.MAX_MESSAGE);
    }

    @Test
    void theTextIsOneLine() {
        DeploymentException refused = new DeploymentException(List.of(
                new ArchiveFinding("in.zip!/a.xml", 2, "http.value", "no"),
                new ArchiveFinding("", 0, "x", "\tno\r\n\u2028")));

        assertThat(Failure.of(refused).text())
                .isEqualTo("INVALID_ARCHIVE: in.zip!/a.xml:2: no [http.value]  no    [x]");
    }

    @Test
    void anExceptionWithoutAMessageHasAReason() {
        assertThat(Failure.of(new DeploymentException(Reason.INTERNAL, null)).text())
                .isEqualTo("INTERNAL: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ": ",
                "UNIT_FAILED",
                "UNIT_FAILED:no",
                "unit_failed: no",
                " UNIT_FAILED: no",
                "OUT_OF_MEMORY: of a later build",
                "the installer brought 'eip' and not 'bean'"
            })
    void aMessageWithoutAKnownReasonIsNoFailure(String message) {
        assertThat(Failure.parse(message)).isEmpty();
    }

    @Test
    void theCallersExceptionHasTheNodesReasonAndSentence() {
        DeploymentException thrown =
                Failure.parse("IN_USE: a unit needs it").orElseThrow().exception();

        assertThat(thrown).hasMessage("a unit needs it");
        assertThat(thrown.reason()).isEqualTo(Reason.IN_USE);
    }
}
