package org.esbmt.suite.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import org.esbmt.suite.report.Plot.Point;
import org.esbmt.suite.report.Plot.Series;

/**
 * Draws a plot as SVG 1.1. Texts stay texts, so the file is small, needs no fonts on this machine, and is the same everywhere. Colours
 * are those of Okabe and Ito, which colour-blind people tell apart; each line has a mark of its own form, too.
 */
final class SvgPlot {
    private static final int WIDTH = 840;
    private static final int HEIGHT = 440;
    private static final int LEFT = 80;
    private static final int TOP = 48;
    private static final int RIGHT = 640;
    private static final int BOTTOM = 380;
    private static final int LETTER = 7;
    private static final int GAP = 10;
    private static final int LEGEND_LINE = 22;
    /** These targets have the same colour and mark in each plot. */
    private static final List<String> TARGETS = List.of(
            Goals.BUS,
            Goals.NGINX,
            "haproxy",
            Goals.UNTENANTED,
            "camel-netty",
            "camel-vertx",
            Goals.SYNAPSE,
            "backend");

    private static final String[] COLOURS = {
        "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8a6d00"
    };

    private final Plot plot;
    private final Scale x;
    private final Scale y;
    private final StringBuilder svg = new StringBuilder();

    private SvgPlot(Plot plot) {
        this.plot = plot;
        List<Double> xs = new ArrayList<>();
        List<Double> ys = new ArrayList<>();
        for (Series series : plot.series()) {
            for (Point point : series.points()) {
                xs.add(point.x());
                ys.addAll(List.of(point.y(), point.low(), point.high()));
            }
        }
        x = new Scale(plot.x().logarithmic(), xs, LEFT, RIGHT);
        y = new Scale(plot.y().logarithmic(), ys, BOTTOM, TOP);
    }

    /** The text of the file. */
    static String of(Plot plot) {
        return new SvgPlot(plot).draw();
    }

    private String draw() {
        line(
                "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d' role='img'"
                        + " font-family='Helvetica, Arial, sans-serif' font-size='13'>",
                WIDTH, HEIGHT, WIDTH, HEIGHT);
        line("<title>%s</title>", escaped(plot.title()));
        line("<rect width='%d' height='%d' fill='#ffffff'/>", WIDTH, HEIGHT);
        text(LEFT, 26, "start", "font-size='16' font-weight='bold'", plot.title());
        verticalAxis();
        horizontalAxis();
        int number = 0;
        for (Series series : plot.series()) {
            if (!series.points().isEmpty()) {
                int style = TARGETS.contains(series.name()) ? TARGETS.indexOf(series.name()) : number;
                series(series, style);
                legend(series, number, style);
                number++;
            }
        }
        line("</svg>");
        return svg.toString();
    }

    private void verticalAxis() {
        for (double tick : y.ticks()) {
            double at = y.pixel(tick);
            line("<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' stroke='#dddddd'/>", LEFT, at, RIGHT, at);
            text(LEFT - 8, at + 4, "end", "", plot.y().text(tick));
        }
        line("<line x1='%d' y1='%d' x2='%d' y2='%d' stroke='#333333'/>", LEFT, TOP, LEFT, BOTTOM);
        double middle = (TOP + BOTTOM) / 2.0;
        text(
                20,
                middle,
                "middle",
                "transform='rotate(-90 20 %.1f)'".formatted(middle),
                plot.y().label());
    }

    private void horizontalAxis() {
        SortedSet<Double> values = new TreeSet<>();
        plot.series().forEach(s -> s.points().forEach(p -> values.add(p.x())));
        for (double tick : x.ticks(values, tick -> LETTER * plot.x().text(tick).length() + GAP)) {
            double at = x.pixel(tick);
            line("<line x1='%.1f' y1='%d' x2='%.1f' y2='%d' stroke='#333333'/>", at, BOTTOM, at, BOTTOM + 5);
            text(at, BOTTOM + 20, "middle", "", plot.x().text(tick));
        }
        line("<line x1='%d' y1='%d' x2='%d' y2='%d' stroke='#333333'/>", LEFT, BOTTOM, RIGHT, BOTTOM);
        text((LEFT + RIGHT) / 2.0, BOTTOM + 44, "middle", "", plot.x().label());
    }

    private void series(Series series, int style) {
        String colour = COLOURS[style % COLOURS.length];
        StringBuilder path = new StringBuilder();
        for (Point point : series.points()) {
            path.append(String.format(Locale.ROOT, "%.1f,%.1f ", x.pixel(point.x()), y.pixel(point.y())));
        }
        line(
                "<polyline points='%s' fill='none' stroke='%s' stroke-width='2'/>",
                path.toString().trim(), colour);
        for (Point point : series.points()) {
            double at = x.pixel(point.x());
            line(
                    "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s'/>",
                    at, y.pixel(point.low()), at, y.pixel(point.high()), colour);
            mark(at, y.pixel(point.y()), style);
        }
    }

    private void legend(Series series, int number, int style) {
        double at = TOP + 8 + number * LEGEND_LINE;
        line(
                "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' stroke='%s' stroke-width='2'/>",
                RIGHT + 16, at, RIGHT + 44, at, COLOURS[style % COLOURS.length]);
        mark(RIGHT + 30, at, style);
        text(RIGHT + 52, at + 4, "start", "", series.name());
    }

    private void mark(double at, double up, int style) {
        String colour = COLOURS[style % COLOURS.length];
        switch (style % 4) {
            case 0 -> line("<circle cx='%.1f' cy='%.1f' r='4' fill='%s'/>", at, up, colour);
            case 1 -> line("<rect x='%.1f' y='%.1f' width='8' height='8' fill='%s'/>", at - 4, up - 4, colour);
            case 2 -> line("<path d='M%.1f %.1f l5 9 h-10 z' fill='%s'/>", at, up - 6, colour);
            default -> line("<path d='M%.1f %.1f l5 5 l-5 5 l-5 -5 z' fill='%s'/>", at, up - 5, colour);
        }
    }

    private void text(double at, double up, String anchor, String attributes, String text) {
        line(
                "<text x='%.1f' y='%.1f' text-anchor='%s' fill='#222222'%s>%s</text>",
                at, up, anchor, attributes.isEmpty() ? "" : " " + attributes, escaped(text));
    }

    private void line(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
