package org.esbmt.jbi.container.api.unit;

import static java.util.Objects.requireNonNull;

import org.esbmt.jbi.container.api.PrintableText;

/**
 * What is wrong with a file that somebody wants to deploy, for the person who wrote it.
 *
 * @param file its path in the unit or archive, as the author knows it
 * @param line the first is 1; 0 if it is about the file as a whole
 * @param rule which rule it breaks, as the guide names it: lower case, dots between parts, such as {@code camel.scheme}
 * @param sentence what stands there and what may; at most a few hundred characters, of which those of the file are
 *     printable: what is not is shown as '?', and what is longer is cut
 */
public record Finding(String file, int line, String rule, String sentence) {
    private static final int LONGEST_FILE = 200;
    private static final int LONGEST_SENTENCE = 600;

    public Finding {
        file = PrintableText.of(requireNonNull(file, "file"), LONGEST_FILE);
        requireNonNull(rule, "rule");
        sentence = PrintableText.of(requireNonNull(sentence, "sentence"), LONGEST_SENTENCE);
    }

    /** {@code file:line: sentence [rule]}, as compilers say it. */
    @Override
    public String toString() {
        return file + (line > 0 ? ":" + line : "") + ": " + sentence + " [" + rule + "]";
    }
}
