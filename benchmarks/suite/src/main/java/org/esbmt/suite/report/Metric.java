package org.esbmt.suite.report;

import org.esbmt.suite.result.Window;

/** A figure of a window, in the unit of the report. */
enum Metric {
    CPU("processor time", "us/request"),
    THROUGHPUT("throughput", "requests/s"),
    MEAN("mean latency", "ms"),
    P50("median latency", "ms"),
    P95("latency of 95 %", "ms"),
    P99("latency of 99 %", "ms"),
    MAX("longest latency", "ms"),
    RSS("resident memory", "MB"),
    HEAP("heap", "MB"),
    ERRORS("errors", "");

    private static final double MILLI = 1e3;
    private static final double MEGA = 1e6;

    private final String title;
    private final String unit;

    Metric(String title, String unit) {
        this.title = title;
        this.unit = unit;
    }

    String title() {
        return title;
    }

    String unit() {
        return unit;
    }

    /** The title with the unit. */
    String label() {
        return unit.isEmpty() ? title : title + ", " + unit;
    }

    /** NaN if it is not known. */
    double of(Window window) {
        return switch (this) {
            case CPU -> window.cpuMicrosPerRequest();
            case THROUGHPUT -> window.throughputPerSecond();
            case MEAN -> window.meanMicros() / MILLI;
            case P50 -> window.p50Micros() / MILLI;
            case P95 -> window.p95Micros() / MILLI;
            case P99 -> window.p99Micros() / MILLI;
            case MAX -> window.maxMicros() / MILLI;
            case RSS -> window.rssBytes() / MEGA;
            case HEAP -> window.heapBytes() / MEGA;
            case ERRORS -> window.errors();
        };
    }
}
