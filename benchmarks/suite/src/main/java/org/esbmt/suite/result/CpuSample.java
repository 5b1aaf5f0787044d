package org.esbmt.suite.result;

import java.util.List;

/**
 * One sample of a target's processor load, a line of {@code cpu.csv}.
 *
 * @param window the {@link Window#number}
 * @param atMillis from the begin of the window
 * @param percent load since the sample before, in percent of one processor
 */
public record CpuSample(int window, long atMillis, double percent) {

    /** The first line of the file. */
    public static final String COLUMNS = "window,at_ms,percent";

    /** The line of the file, without its end. */
    public String line() {
        return Csv.line(List.of(Integer.toString(window), Long.toString(atMillis), Csv.number(percent)));
    }

    /** Reads a line of the file. */
    public static CpuSample of(String line) {
        List<String> v = Csv.values(line);
        return new CpuSample(Integer.parseInt(v.get(0)), Long.parseLong(v.get(1)), Csv.number(v.get(2)));
    }
}
