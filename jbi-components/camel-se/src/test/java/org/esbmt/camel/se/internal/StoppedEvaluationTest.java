package org.esbmt.camel.se.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.guarded.saxon.EvaluationStopped;
import org.esbmt.guarded.saxon.EvaluationStopped.Reason;
import org.esbmt.jbi.container.api.OverloadedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StoppedEvaluationTest {
    private static RouteFailure failure(Reason reason) {
        EvaluationStopped stopped = new EvaluationStopped(reason, "The reason.");
        return XPathValue.failure(EvaluationFailedException.stopped("The XPath", stopped));
    }

    @Test
    void aShortHeapIsOverload() {
        assertThat(failure(Reason.HEAP))
                .isInstanceOf(RouteFailure.Unavailable.class)
                .hasMessage("The XPath was stopped. The reason.")
                .hasCauseInstanceOf(OverloadedException.class);
    }

    @ParameterizedTest
    @EnumSource(names = "HEAP", mode = EnumSource.Mode.EXCLUDE)
    void aLimitOfTheEvaluationItselfIsTheFaultOfTheMessage(Reason reason) {
        assertThat(failure(reason))
                .isInstanceOf(RouteFailure.Invalid.class)
                .hasMessage("The XPath was stopped. The reason.");
    }
}
