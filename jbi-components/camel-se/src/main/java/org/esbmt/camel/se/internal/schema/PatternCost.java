package org.esbmt.camel.se.internal.schema;

/**
 * The largest number of steps that a backtracking matcher takes for a text of a given length. There is one way if the
 * next character decides about each repetition and branch. Otherwise the ways of consecutive parts multiply.
 */
final class PatternCost {
    /**
     * Notes searched in one step. The platform's matcher notes the place of each unbounded repetition, and searches its
     * notes at each.
     */
    private static final double NOTES_IN_A_STEP = 80;

    private final double length;
    private int widest = 1;

    /** The ways of a part that its next character leaves open, and the steps of them all. */
    private record Cost(double ways, double steps) {}

    /**
     * The characters that may follow a part, and the number of the pattern's characters that must be compared to
     * exclude them.
     */
    private record Next(PatternChars chars, int fan) {
        Next before(PatternNode part) {
            return part.mayBeEmpty()
                    ? new Next(part.first().or(chars), part.fan() + fan)
                    : new Next(part.first(), part.fan());
        }
    }

    private PatternCost(double length) {
        this.length = length;
    }

    /** The number of steps; infinite if there is no bound. */
    static double steps(PatternNode pattern, double length) {
        PatternCost cost = new PatternCost(length);
        double steps = cost.of(pattern, new Next(PatternChars.NONE, 0)).steps();
        // each way that ends has compared all characters that might have followed
        return steps * cost.widest + unbounded(pattern) * length * length / NOTES_IN_A_STEP;
    }

    private static double unbounded(PatternNode node) {
        if (node instanceof PatternNode.Repeat repeat) {
            double inner = unbounded(repeat.part());
            return repeat.most() == PatternNode.UNBOUNDED ? 1 + inner * (repeat.least() + 1) : inner * repeat.most();
        }
        double sum = 0;
        if (node instanceof PatternNode.Sequence sequence) {
            for (PatternNode part : sequence.parts()) {
                sum += unbounded(part);
            }
        } else if (node instanceof PatternNode.Choice choice) {
            for (PatternNode branch : choice.branches()) {
                sum += unbounded(branch);
            }
        }
        return sum;
    }

    private Cost of(PatternNode node, Next next) {
        if (node instanceof PatternNode.Sequence sequence) {
            return sequence(sequence, next);
        }
        if (node instanceof PatternNode.Choice choice) {
            widest = Math.max(widest, node.fan() + next.fan());
            return choice(choice, next);
        }
        if (node instanceof PatternNode.Repeat repeat) {
            widest = Math.max(widest, node.fan() + next.fan());
            return repeat(repeat, next);
        }
        return new Cost(1, 1);
    }

    private Cost sequence(PatternNode.Sequence sequence, Next last) {
        Cost all = new Cost(1, 1);
        Next next = last;
        for (int i = sequence.parts().size() - 1; i >= 0; i--) {
            PatternNode part = sequence.parts().get(i);
            Cost cost = of(part, next);
            all = new Cost(cost.ways() * all.ways(), cost.steps() + cost.ways() * all.steps());
            next = next.before(part);
        }
        return all;
    }

    private Cost choice(PatternNode.Choice choice, Next next) {
        PatternChars before = PatternChars.NONE;
        boolean oneWay =
                choice.branches().stream().filter(PatternNode::mayBeEmpty).count() <= 1;
        double sum = 0;
        double most = 0;
        double steps = 1;
        for (PatternNode branch : choice.branches()) {
            PatternChars first = next.before(branch).chars();
            oneWay &= !first.meets(before);
            before = before.or(first);
            Cost cost = of(branch, next);
            sum += cost.ways();
            most = Math.max(most, cost.ways());
            steps += cost.steps();
        }
        return new Cost(oneWay ? most : sum, steps);
    }

    private Cost repeat(PatternNode.Repeat repeat, Next next) {
        PatternNode part = repeat.part();
        int most = repeat.most();
        Cost one = of(part, most > 1 ? new Next(part.first().or(next.chars()), part.fan() + next.fan()) : next);
        boolean isFixed = repeat.least() == most;
        boolean decided = isFixed || (!part.mayBeEmpty() && !part.first().meets(next.chars()));
        if (most == PatternNode.UNBOUNDED && (one.ways() > 1 || part.mayBeEmpty())) {
            return new Cost(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        if (one.ways() <= 1) {
            double times = part.mayBeEmpty() ? most : Math.min(most, length + 1);
            // one way compares each character of the text with at most the written characters
            double seen = part.mayBeEmpty() ? length + times : length + 1;
            double steps = 1 + Math.min(times * one.steps(), 2 * seen * repeat.written());
            return new Cost(decided ? 1 : times + 1, steps);
        }
        double ways = isFixed ? 0 : 1;
        double steps = 1;
        double each = 1;
        for (int i = 1; i <= most; i++) {
            steps += each * one.steps();
            each *= one.ways();
            ways += i >= repeat.least() && (!decided || isFixed) ? each : 0;
        }
        return new Cost(decided && !isFixed ? each : ways, steps);
    }
}
