package org.esbmt.suite.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.esbmt.suite.result.Preparedness;
import org.esbmt.suite.result.Window;
import org.esbmt.suite.result.WindowState;
import org.esbmt.suite.statistics.Rounds;

/** The windows that count, by setting and round. */
final class Figures {
    private final Map<Setting, List<Window>> counted = new LinkedHashMap<>();
    private final Map<Setting, Long> errors = new LinkedHashMap<>();

    /** @param windows all windows of a run; only those in order count */
    Figures(Collection<Window> windows) {
        Map<Setting, Set<Integer>> rounds = new HashMap<>();
        for (Window window : windows) {
            if (window.state() == WindowState.PARTIAL) {
                continue; // a resumed run has measured it again
            }
            Setting setting = Setting.of(window);
            // If a setting is in two stages of the run, the first one counts: its comparators ran beside it.
            boolean first =
                    rounds.computeIfAbsent(setting, s -> new HashSet<>()).add(window.round());
            errors.merge(setting, window.state() == WindowState.FAILED ? Math.max(1, window.errors()) : 0, Long::sum);
            if (first && window.state() == WindowState.OK) {
                counted.computeIfAbsent(setting, s -> new ArrayList<>()).add(window);
            }
        }
    }

    /** The settings with a window that counts, in the order of the run. */
    Set<Setting> settings(Predicate<Setting> chosen) {
        Set<Setting> settings = new LinkedHashSet<>(counted.keySet());
        settings.removeIf(chosen.negate());
        return settings;
    }

    List<Window> windows(Setting setting) {
        return List.copyOf(counted.getOrDefault(setting, List.of()));
    }

    /** True if the processor time of the target had not settled before one of the windows. */
    boolean isUnsettled(Setting setting) {
        return windows(setting).stream().anyMatch(window -> window.preparedness() == Preparedness.UNSETTLED);
    }

    /** The figure by round. */
    Rounds rounds(Setting setting, Metric metric) {
        Map<Integer, Double> byRound = new TreeMap<>();
        for (Window window : counted.getOrDefault(setting, List.of())) {
            double value = metric.of(window);
            if (Double.isFinite(value)) {
                byRound.put(window.round(), value);
            }
        }
        return Rounds.of(byRound);
    }

    /** Errors in all windows of a setting, including those that do not count; empty rounds for an unknown setting. */
    Rounds errors(Setting setting) {
        return Rounds.of(
                errors.containsKey(setting) ? Map.of(1, (double) errors.get(setting)) : Map.<Integer, Double>of());
    }
}
