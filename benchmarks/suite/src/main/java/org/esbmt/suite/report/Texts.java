package org.esbmt.suite.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import org.esbmt.suite.statistics.Interval;
import org.esbmt.suite.statistics.Rounds;
import org.esbmt.suite.statistics.Spread;

/** Figures as text, with three significant digits, or all digits before the point. */
final class Texts {
    private static final int DIGITS = 3;
    private static final int KILO = 1024;
    /** For a figure that was not measured. */
    static final String NONE = "-";

    private Texts() {}

    /** Such as {@code 1.25}, {@code 0.0123} or {@code 12,345}. */
    static String figure(double value) {
        if (!Double.isFinite(value)) {
            return NONE;
        }
        BigDecimal rounded = BigDecimal.valueOf(value);
        rounded = Math.abs(value) >= 1000
                ? rounded.setScale(0, RoundingMode.HALF_EVEN)
                : rounded.round(new MathContext(DIGITS, RoundingMode.HALF_EVEN));
        return new DecimalFormat("#,##0.##########", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(rounded);
    }

    /** As {@link #figure}, with three digits also if the last ones are zero, for figures beside others. */
    static String measured(double value) {
        if (!Double.isFinite(value) || value == 0) {
            return value == 0 ? "0" : NONE;
        }
        double rounded = BigDecimal.valueOf(value)
                .round(new MathContext(DIGITS, RoundingMode.HALF_EVEN))
                .doubleValue();
        int before = (int) Math.floor(Math.log10(Math.abs(rounded))) + 1;
        int decimals = Math.max(0, DIGITS - before);
        DecimalFormat format = new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT));
        format.setMinimumFractionDigits(decimals);
        format.setMaximumFractionDigits(decimals);
        return format.format(value);
    }

    /** The median with the smallest and the largest value. */
    static String spread(Rounds rounds) {
        if (rounds.isEmpty()) {
            return NONE;
        }
        Spread spread = rounds.spread();
        return spread.count() == 1
                ? measured(spread.median())
                : measured(spread.median()) + " (" + range(spread.least(), spread.most()) + ")";
    }

    static String interval(Interval interval) {
        return measured(interval.estimate()) + " (" + range(interval.low(), interval.high()) + ")";
    }

    /** Such as {@code 1.2..1.4}. */
    static String range(double low, double high) {
        return measured(low) + ".." + measured(high);
    }

    /** A probability; tiny ones have a bound. */
    static String probability(double p) {
        return p < 0.001 ? "< 0.001" : String.format(Locale.ROOT, "%.3f", p);
    }

    /** A size of a message, such as {@code 512 B}, {@code 10 KB} or {@code 1 MB}. */
    static String size(double bytes) {
        if (bytes >= KILO * KILO && bytes % (KILO * KILO) == 0) {
            return figure(bytes / KILO / KILO) + " MB";
        }
        return bytes >= KILO ? figure(bytes / KILO) + " KB" : figure(bytes) + " B";
    }
}
