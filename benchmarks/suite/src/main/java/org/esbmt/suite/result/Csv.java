package org.esbmt.suite.result;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Lines of comma-separated values after RFC 4180, each on one line of the file. */
public final class Csv {
    private Csv() {}

    /** One line without its end. Line breaks within a value become spaces. */
    public static String line(List<String> values) {
        return values.stream().map(Csv::quoted).collect(Collectors.joining(","));
    }

    private static String quoted(String value) {
        String flat = value.replace('\n', ' ').replace('\r', ' ');
        return flat.indexOf(',') < 0 && flat.indexOf('"') < 0 ? flat : '"' + flat.replace("\"", "\"\"") + '"';
    }

    /**
     * The values of a line.
     *
     * @throws IllegalArgumentException if a quotation has no end
     */
    public static List<String> values(String line) {
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                value.append(c);
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                values.add(value.toString());
                value.setLength(0);
            } else {
                value.append(c);
            }
        }
        if (quoted) {
            throw new IllegalArgumentException("a quotation without an end: " + line);
        }
        values.add(value.toString());
        return values;
    }

    /** Empty for NaN. */
    static String number(double value) {
        return Double.isNaN(value) ? "" : String.format(java.util.Locale.ROOT, "%.3f", value);
    }

    /** NaN for nothing. */
    static double number(String value) {
        return value.isEmpty() ? Double.NaN : Double.parseDouble(value);
    }
}
