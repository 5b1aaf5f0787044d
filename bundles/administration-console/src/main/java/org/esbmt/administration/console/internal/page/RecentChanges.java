package org.esbmt.administration.console.internal.page;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The number of changes in each minute of the last hour.
 *
 * @param minutes by the beginning of the minute, also those without a change
 */
record RecentChanges(SortedMap<Instant, Integer> minutes) {
    private static final int MINUTES = 60;

    RecentChanges {
        minutes = Collections.unmodifiableSortedMap(new TreeMap<>(minutes));
    }

    /** Counts moments; those before the last hour do not count. */
    static RecentChanges of(List<Instant> moments, Instant now) {
        TreeMap<Instant, Integer> minutes = new TreeMap<>();
        Instant last = now.truncatedTo(ChronoUnit.MINUTES);
        for (int i = 0; i < MINUTES; i++) {
            minutes.put(last.minus(i, ChronoUnit.MINUTES), 0);
        }
        for (Instant moment : moments) {
            minutes.computeIfPresent(moment.truncatedTo(ChronoUnit.MINUTES), (minute, count) -> count + 1);
        }
        return new RecentChanges(minutes);
    }

    /** Two arrays: seconds since 1970, and numbers. */
    String json() {
        String seconds = minutes.keySet().stream()
                .map(minute -> String.valueOf(minute.getEpochSecond()))
                .collect(Collectors.joining(","));
        String counts = minutes.values().stream().map(String::valueOf).collect(Collectors.joining(","));
        return "[[" + seconds + "],[" + counts + "]]";
    }
}
