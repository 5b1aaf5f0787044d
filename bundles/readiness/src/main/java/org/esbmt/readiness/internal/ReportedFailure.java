package org.esbmt.readiness.internal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A failure for the log, with the stack traces of its report. */
final class ReportedFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private static final String CAUSE = "Caused by: ";
    private static final String NATIVE = "Native Method";
    /** Of a native method, see {@link StackTraceElement}. */
    private static final int NATIVE_LINE = -2;
    /** A frame such as {@code at java.base/java.util.List.of(List.java:1)}. */
    private static final Pattern FRAME =
            Pattern.compile("\\s*at (?:[\\w.@-]*/)*([^()]+)\\.([\\w$<>]+)\\((?:([^:)]+)(?::(\\d+))?)?\\)");

    ReportedFailure(Failure failure) {
        this(failure.stackTrace());
    }

    /** @param report a first line, frames, and perhaps a cause of the same form */
    private ReportedFailure(String report) {
        super(firstLine(report), cause(report), false, true);
        String own = report.contains("\n" + CAUSE) ? report.substring(0, report.indexOf("\n" + CAUSE)) : report;
        setStackTrace(own.lines()
                .map(FRAME::matcher)
                .filter(Matcher::matches)
                .map(ReportedFailure::frame)
                .toArray(StackTraceElement[]::new));
    }

    private static String firstLine(String report) {
        return report.lines().findFirst().orElse("");
    }

    private static ReportedFailure cause(String report) {
        int at = report.indexOf("\n" + CAUSE);
        return at < 0 ? null : new ReportedFailure(report.substring(at + 1 + CAUSE.length()));
    }

    private static StackTraceElement frame(Matcher frame) {
        String file = frame.group(3);
        if (NATIVE.equals(file)) {
            return new StackTraceElement(frame.group(1), frame.group(2), null, NATIVE_LINE);
        }
        int line = frame.group(4) == null ? -1 : Integer.parseInt(frame.group(4));
        return new StackTraceElement(frame.group(1), frame.group(2), file, line);
    }
}
