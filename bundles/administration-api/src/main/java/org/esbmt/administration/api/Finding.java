package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.OptionalInt;

/**
 * A defect of an archive, for its author.
 *
 * @param file its path in the archive; the path in a unit's archive follows {@code !/}. Empty if the finding concerns the
 *     whole archive
 * @param line from 1; empty if the finding concerns the whole file
 * @param rule the id of the broken rule in the guide, such as {@code http.value}
 * @param sentence the actual content and the permitted content, in one line
 */
public record Finding(String file, OptionalInt line, String rule, String sentence) {
    public Finding {
        requireNonNull(file, "file");
        requireNonNull(line, "line");
        requireNonNull(rule, "rule");
        requireNonNull(sentence, "sentence");
    }
}
