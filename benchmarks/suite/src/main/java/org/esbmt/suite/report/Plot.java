package org.esbmt.suite.report;

import java.util.ArrayList;
import java.util.List;
import org.esbmt.suite.statistics.Rounds;
import org.esbmt.suite.statistics.Spread;

/**
 * A plot of lines with the spread of each point.
 *
 * @param file the name of its file, without an ending
 * @param title one sentence
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param series in the order of the legend
 */
record Plot(String file, String title, Axis x, Axis y, List<Series> series) {
    Plot {
        series = List.copyOf(series);
    }

    /** True if there is nothing to draw. */
    boolean isEmpty() {
        return series.stream().allMatch(s -> s.points().isEmpty());
    }

    /** The form of numbers on an axis. */
    enum Numbers {
        PLAIN,
        BYTES
    }

    /**
     * An axis.
     *
     * @param label with its unit
     * @param logarithmic false for an axis from zero
     */
    record Axis(String label, boolean logarithmic, Numbers numbers) {
        String text(double value) {
            return numbers == Numbers.BYTES ? Texts.size(value) : Texts.figure(value);
        }
    }

    /** A line. */
    record Series(String name, List<Point> points) {
        Series {
            points = List.copyOf(points);
        }
    }

    /** The median of the rounds at a place, with the smallest and the largest value. */
    record Point(double x, double y, double low, double high) {}

    /** Collects the points of a line in the order of their places. */
    static final class Line {
        private final String name;
        private final List<Point> points = new ArrayList<>();

        Line(String name) {
            this.name = name;
        }

        /** Adds a point, if there is a value. */
        void add(double x, Rounds rounds) {
            if (!rounds.isEmpty()) {
                Spread spread = rounds.spread();
                points.add(new Point(x, spread.median(), spread.least(), spread.most()));
            }
        }

        Series series() {
            points.sort(java.util.Comparator.comparingDouble(Point::x));
            return new Series(name, points);
        }
    }
}
