package org.esbmt.administration.console.internal.page;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.esbmt.administration.api.TrafficAdministration.Figures;
import org.esbmt.administration.api.TrafficAdministration.History;
import org.esbmt.administration.api.TrafficAdministration.Sample;

/** The points of the plots of traffic, as the script of the plots reads them. */
final class TrafficPoints {
    private static final String NONE = "null";

    private TrafficPoints() {}

    /** A plot, with the keys of its lines. */
    enum Plotted {
        MESSAGES,
        ERRORS,
        LATENCY;

        List<String> keys() {
            return this == LATENCY ? List.of("median", "p99") : List.of(segment());
        }

        String segment() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The plot of a segment of a path. */
        static Plotted of(String segment) {
            return Arrays.stream(values())
                    .filter(plot -> plot.segment().equals(segment))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("there is no such plot"));
        }
    }

    /** Returns true if a plot has no number above zero. */
    static boolean isEmpty(History history, Plotted plot) {
        return history.samples().stream().map(Sample::figures).noneMatch(figures -> switch (plot) {
            case MESSAGES -> figures.counts().messages() > 0;
            case ERRORS -> figures.counts().errors() > 0;
            case LATENCY -> figures.medianMicros().isPresent();
        });
    }

    /** The points of each plot by its segment. */
    static String json(History history) {
        return Arrays.stream(Plotted.values())
                .map(plot -> "\"" + plot.segment() + "\":" + json(history, plot))
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** Arrays of equal length: seconds since 1970, then the numbers of each line. */
    static String json(History history, Plotted plot) {
        long seconds = history.span().step().toSeconds();
        String moments = array(history, sample -> String.valueOf(sample.until().getEpochSecond()));
        String lines =
                switch (plot) {
                    case MESSAGES -> figures(history, f -> perSecond(f.counts().messages(), seconds));
                    case ERRORS -> figures(history, f -> perSecond(f.counts().errors(), seconds));
                    case LATENCY ->
                        figures(history, f -> millis(f.medianMicros())) + ","
                                + figures(history, f -> millis(f.p99Micros()));
                };
        return "[" + moments + "," + lines + "]";
    }

    /** Counts of a step by second, with a decimal. */
    static String perSecond(long count, long seconds) {
        return String.format(Locale.ROOT, "%.1f", (double) count / seconds);
    }

    private static String millis(OptionalLong micros) {
        return micros.isPresent() ? String.format(Locale.ROOT, "%.3f", micros.getAsLong() / 1_000.0) : NONE;
    }

    private static String figures(History history, Function<Figures, String> of) {
        return array(history, sample -> of.apply(sample.figures()));
    }

    private static String array(History history, Function<Sample, String> of) {
        return history.samples().stream().map(of).collect(Collectors.joining(",", "[", "]"));
    }
}
