package org.esbmt.management.api;

import static java.util.Objects.requireNonNull;

/**
 * One defect of an archive, for its author.
 *
 * @param file the path of the file in the archive; the path inside a unit's archive follows {@code !/}; empty if the
 *     finding concerns the whole archive
 * @param line the first line is 1; 0 if the finding concerns the whole file
 * @param rule the id of the broken rule in the guide, such as {@code http.value}
 * @param sentence the actual content and the permitted content; one line
 */
public record ArchiveFinding(String file, int line, String rule, String sentence) {
    public ArchiveFinding {
        requireNonNull(file, "file");
        requireNonNull(rule, "rule");
        requireNonNull(sentence, "sentence");
    }

    /** {@code file:line: sentence [rule]}, in the format of compilers. */
    @Override
    public String toString() {
        String place = file.isEmpty() ? "" : file + (line > 0 ? ":" + line : "") + ": ";
        return place + sentence + " [" + rule + "]";
    }
}
