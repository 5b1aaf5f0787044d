package org.esbmt.suite.statistics;

import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The values of one figure by round. A round without a value is absent.
 *
 * @param values by round, each finite
 */
public record Rounds(NavigableMap<Integer, Double> values) {
    /** No rounds. */
    public static final Rounds NONE = of(Map.of());

    public Rounds {
        values = new TreeMap<>(values);
        Samples.check(values.values().stream().mapToDouble(Double::doubleValue).toArray(), 0);
    }

    /** Rounds of a map. */
    public static Rounds of(Map<Integer, Double> values) {
        return new Rounds(new TreeMap<>(values));
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** The values in the order of the rounds. */
    public double[] array() {
        return values.values().stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** The spread of all values. */
    public Spread spread() {
        return Spread.of(array());
    }

    /** The ratios to a comparator, in the rounds that both have and in which the comparator is not zero. */
    public Rounds ratiosTo(Rounds comparator) {
        Map<Integer, Double> ratios = new TreeMap<>();
        for (int round : common(comparator)) {
            double divisor = comparator.values.get(round);
            if (divisor != 0) {
                ratios.put(round, values.get(round) / divisor);
            }
        }
        return of(ratios);
    }

    /** The differences to a comparator, in the rounds that both have. */
    public Rounds minus(Rounds comparator) {
        Map<Integer, Double> differences = new TreeMap<>();
        for (int round : common(comparator)) {
            differences.put(round, values.get(round) - comparator.values.get(round));
        }
        return of(differences);
    }

    /** The values of those rounds that another figure has, too. */
    public Rounds commonWith(Rounds other) {
        NavigableMap<Integer, Double> common = new TreeMap<>(values);
        common.keySet().retainAll(other.values.keySet());
        return new Rounds(common);
    }

    /** All values times a factor. */
    public Rounds times(double factor) {
        Map<Integer, Double> products = new TreeMap<>();
        values.forEach((round, value) -> products.put(round, value * factor));
        return of(products);
    }

    /**
     * The paired test against a comparator, over the rounds that both have.
     *
     * @throws IllegalArgumentException if these are fewer than two
     */
    public PairedTest test(Rounds comparator) {
        SortedSet<Integer> rounds = common(comparator);
        return PairedTest.of(
                rounds.stream().mapToDouble(values::get).toArray(),
                rounds.stream().mapToDouble(comparator.values::get).toArray());
    }

    private SortedSet<Integer> common(Rounds other) {
        SortedSet<Integer> common = new TreeSet<>(values.keySet());
        common.retainAll(other.values.keySet());
        return common;
    }
}
