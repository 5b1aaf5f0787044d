package org.esbmt.management.cluster.internal;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.esbmt.management.api.cluster.ChangeOutcome.Answer;
import org.esbmt.management.api.cluster.ChangeOutcome.Result;
import org.esbmt.management.api.message.ManagementResponse;
import org.esbmt.management.api.message.ManagementResponse.Status;
import org.esbmt.registry.api.configuration.Acknowledgement;
import org.esbmt.registry.api.configuration.Sha256;

/** Combines the results of a node into one answer. */
final class Answers {
    private static final int MAX_REASON = 2_000;

    private Answers() {}

    static Answer of(ManagementResponse response) {
        List<ManagementResponse.Result> results = response.results();
        List<ManagementResponse.Result> failed =
                results.stream().filter(r -> r.status() == Status.FAILED).toList();
        if (!failed.isEmpty()) {
            return new Answer(Result.FAILED, Optional.of(reason(failed, results.size() > 1)));
        }
        boolean done = results.stream().anyMatch(r -> r.status() == Status.DONE);
        return new Answer(done ? Result.APPLIED : Result.SKIPPED, Optional.empty());
    }

    /** @param several true if the reason must name the operation */
    private static String reason(List<ManagementResponse.Result> failed, boolean several) {
        String all = failed.stream()
                .map(r -> (several ? "operation " + r.operation() + ": " : "")
                        + (r.message().isBlank() ? "the node gave no reason" : r.message()))
                .collect(Collectors.joining("\n"));
        if (all.length() <= MAX_REASON) {
            return all;
        }
        return all.substring(0, Character.isHighSurrogate(all.charAt(MAX_REASON - 1)) ? MAX_REASON - 1 : MAX_REASON);
    }

    static Acknowledgement acknowledgement(ManagementResponse response) {
        Sha256 state = new Sha256(response.state().hex());
        Answer answer = of(response);
        return switch (answer.result()) {
            case APPLIED -> Acknowledgement.applied(state);
            case SKIPPED -> Acknowledgement.skipped(state);
            case FAILED -> Acknowledgement.failed(answer.reason().orElseThrow(), state);
        };
    }

    static Answer of(Acknowledgement acknowledgement) {
        return new Answer(
                switch (acknowledgement.result()) {
                    case APPLIED -> Result.APPLIED;
                    case SKIPPED -> Result.SKIPPED;
                    case FAILED -> Result.FAILED;
                },
                acknowledgement.reason());
    }
}
