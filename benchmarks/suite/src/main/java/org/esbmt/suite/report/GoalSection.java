package org.esbmt.suite.report;

import java.util.List;
import org.esbmt.suite.report.Goal.Evaluated;
import org.esbmt.suite.report.Goal.Verdict;
import org.esbmt.suite.statistics.Interval;

/** The goals with their figures, and the notes on those that are missed. */
final class GoalSection {
    private static final double LEVEL = 0.95;

    private final List<Evaluated> goals;
    private final Notes notes;

    GoalSection(Figures figures, Notes notes) {
        this.goals = Goals.all().stream().map(goal -> goal.evaluate(figures)).toList();
        this.notes = notes;
    }

    Table table() {
        Table table = new Table(
                "goal",
                "figure",
                "compared with",
                "limit",
                "median (least..most)",
                "95 % interval",
                "rounds",
                "result");
        for (Evaluated evaluated : goals) {
            Goal goal = evaluated.goal();
            table.row(
                    goal.id(),
                    goal.unit().isEmpty() ? goal.claim() : goal.claim() + ", " + goal.unit(),
                    goal.comparator().isEmpty() ? Texts.NONE : goal.comparator(),
                    goal.limit().text(),
                    Texts.spread(evaluated.rounds()),
                    interval(evaluated),
                    Integer.toString(evaluated.rounds().values().size()),
                    evaluated.verdict().word());
        }
        return table;
    }

    private static String interval(Evaluated evaluated) {
        if (evaluated.rounds().values().size() < 2) {
            return Texts.NONE;
        }
        Interval mean = Interval.ofMean(evaluated.rounds().array(), LEVEL);
        return Texts.range(mean.low(), mean.high());
    }

    /** The missed goals, each with its sentence. */
    String missed() {
        StringBuilder text = new StringBuilder();
        for (Evaluated evaluated : goals) {
            if (evaluated.verdict() == Verdict.MISSED) {
                text.append("* **%s**, %s: %s%n"
                        .formatted(
                                evaluated.goal().id(),
                                evaluated.goal().claim(),
                                notes.of(evaluated.goal()).orElse("**A profile is not described yet.**")));
            }
        }
        for (Evaluated evaluated : goals) {
            if (evaluated.verdict() == Verdict.NOT_MEASURED) {
                notes.of(evaluated.goal())
                        .ifPresent(note -> text.append("* %s, %s, not measured: %s%n"
                                .formatted(
                                        evaluated.goal().id(), evaluated.goal().claim(), note)));
            }
        }
        return text.toString();
    }

    long count(Verdict verdict) {
        return goals.stream().filter(goal -> goal.verdict() == verdict).count();
    }

    /** The identifiers of missed goals without a sentence. */
    List<String> withoutNote() {
        return goals.stream()
                .filter(goal -> goal.verdict() == Verdict.MISSED)
                .map(Evaluated::goal)
                .filter(goal -> notes.of(goal).isEmpty())
                .map(Goal::id)
                .toList();
    }
}
