package org.esbmt.readiness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FailureTest {
    private static final String SENTENCE = "quota.defaults has 'USERS:10', which is no amount";

    @Test
    void theConstructorsExceptionIsTheFailure() {
        Throwable refused =
                new IllegalArgumentException(SENTENCE, new IllegalArgumentException("No enum constant Resource."));
        assertThat(Failure.of(trace(new InvocationTargetException(refused)))).hasValueSatisfying(failure -> {
            assertThat(failure.sentence()).isEqualTo(SENTENCE);
            assertThat(failure.isRefusal()).isTrue();
        });
    }

    @Test
    void anExceptionWithoutMessageIsNamedByItsType() {
        assertThat(Failure.of(trace(new InvocationTargetException(new NullPointerException()))))
                .hasValueSatisfying(failure -> {
                    assertThat(failure.sentence()).isEqualTo("java.lang.NullPointerException");
                    assertThat(failure.isRefusal()).isFalse();
                });
    }

    @Test
    void ofTheFileSystemHasItsKind() {
        assertThat(Failure.of(trace(new InvocationTargetException(new NoSuchFileException("/proc/nope")))))
                .map(Failure::sentence)
                .contains("NoSuchFileException: /proc/nope");
    }

    @Test
    void isNoneOfAComponentThatWaitsForAnotherOne() {
        assertThat(Failure.of(trace(new InstantiationException("Unable to get service for reference allotments"))))
                .isEmpty();
    }

    @Test
    void theLogHasTheFramesOfTheFailureAndOfItsCauses() {
        Throwable thrown = new InvocationTargetException(noRoom());
        ReportedFailure reported = new ReportedFailure(Failure.of(trace(thrown)).orElseThrow());
        assertThat(reported).hasMessage(InvocationTargetException.class.getName());
        assertThat(reported.getCause()).hasMessage("java.lang.IllegalStateException: no room");
        assertThat(named(reported)).isEqualTo(named(thrown));
        assertThat(reported.getCause().getStackTrace()[0])
                .hasToString(thrown.getCause().getStackTrace()[0].toString());
    }

    private static Exception noRoom() {
        return new IllegalStateException("no room");
    }

    private static List<String> named(Throwable of) {
        return Stream.of(of.getStackTrace())
                .map(frame -> frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber())
                .toList();
    }

    private static String trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }
}
