package org.esbmt.camel.se.internal.reader;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.esbmt.camel.se.internal.model.Step.Combination;

/**
 * The supported aggregation strategies, under the bus's own names and those of Camel's classes, which are not loaded.
 */
final class Strategies {
    private static final String CLASSES = "#class:org.apache.camel.processor.aggregate.";
    private static final Map<String, Combination> BY_NAME = Map.of(
            "original",
            Combination.ORIGINAL,
            "latest",
            Combination.LATEST,
            "collect",
            Combination.COLLECT,
            CLASSES + "UseOriginalAggregationStrategy",
            Combination.ORIGINAL,
            CLASSES + "UseLatestAggregationStrategy",
            Combination.LATEST);

    private Strategies() {}

    static String[] words() {
        return BY_NAME.keySet().stream().sorted().toArray(String[]::new);
    }

    static Optional<Combination> of(String word) {
        return Optional.ofNullable(BY_NAME.get(word));
    }

    static String word(Combination combination) {
        return Arrays.stream(words())
                .filter(w -> !w.startsWith("#") && BY_NAME.get(w) == combination)
                .findFirst()
                .orElseThrow();
    }
}
