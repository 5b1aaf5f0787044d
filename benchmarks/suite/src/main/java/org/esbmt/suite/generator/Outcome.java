package org.esbmt.suite.generator;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The answers of one window. Latencies are in microseconds.
 *
 * @param requests answered requests, with wrong answers
 * @param error describes the errors; empty without any
 */
public record Outcome(
        long requests,
        long errors,
        double seconds,
        double mean,
        double p50,
        double p95,
        double p99,
        double max,
        String error) {

    Outcome explained(String explanation) {
        return new Outcome(requests, errors, seconds, mean, p50, p95, p99, max, error + "; " + explanation);
    }

    /** The number of a key in the JSON of a generator, in which the key is unique; 0 if it is not there. */
    static double number(String json, String key) {
        Matcher number = Pattern.compile(Pattern.quote('"' + key + '"') + "\\s*:\\s*(-?[0-9.eE+-]+)")
                .matcher(json);
        return number.find() ? Double.parseDouble(number.group(1)) : 0;
    }
}
