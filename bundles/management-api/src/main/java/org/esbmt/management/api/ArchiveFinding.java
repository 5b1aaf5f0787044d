package org.esbmt.management.api;

import static java.util.Objects.requireNonNull;

/**
 * One thing that is wrong with an archive, for the person who made it.
 *
 * @param file its path in the archive, those in a unit's archive after {@code !/}; empty if it is about the whole
 * @param line the first is 1; 0 if it is about the file as a whole
 * @param rule which rule it breaks, as the guide lists them, such as {@code http.value}
 * @param sentence what stands there and what may; one line
 */
public record ArchiveFinding(String file, int line, String rule, String sentence) {
    public ArchiveFinding {
        requireNonNull(file, "file");
        requireNonNull(rule, "rule");
        requireNonNull(sentence, "sentence");
    }

    /** {@code file:line: sentence [rule]}, as compilers say it. */
    @Override
    public String toString() {
        String place = file.isEmpty() ? "" : file + (line > 0 ? ":" + line : "") + ": ";
        return place + sentence + " [" + rule + "]";
    }
}
