package org.esbmt.jbi.container.api.unit;

import static java.util.Objects.requireNonNull;

import org.esbmt.jbi.container.api.PrintableText;

/**
 * An error in a file to be deployed, for its author.
 *
 * @param file its path in the unit or archive, from the author's view
 * @param line the first is 1; 0 for an error of the whole file
 * @param rule the name of the broken rule in the guide: lower case, dots between parts, such as {@code camel.scheme}
 * @param sentence the text found and the text allowed; at most a few hundred characters. Unprintable characters of the
 * file are shown as '?', and a longer sentence is cut
 */
public record Finding(String file, int line, String rule, String sentence) {
    private static final int LONGEST_FILE = 200;
    private static final int LONGEST_SENTENCE = 600;

    public Finding {
        file = PrintableText.of(requireNonNull(file, "file"), LONGEST_FILE);
        requireNonNull(rule, "rule");
        sentence = PrintableText.of(requireNonNull(sentence, "sentence"), LONGEST_SENTENCE);
    }

    /** {@code file:line: sentence [rule]}, in the style of compilers. */
    @Override
    public String toString() {
        return file + (line > 0 ? ":" + line : "") + ": " + sentence + " [" + rule + "]";
    }
}
