package org.esbmt.camel.se.internal.schema;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Which patterns may stand in a schema: the platform's validator matches them by trying, and cannot be stopped. So those
 * with which trying may take longer than a few rounds over the text are refused, some harmless ones among them.
 */
final class Patterns {
    static final String RULE =
            "What a pattern repeats without bound may not contain a repetition or a choice itself, and"
                    + " there are at most two such repetitions in one.";

    private static final int MOST_UNBOUNDED = 2;
    /** Repetitions up to here are as good as written out. */
    private static final int FEW = 16;

    private final String text;
    private int at;
    private int unbounded;

    private Patterns(String text) {
        this.text = text;
    }

    static boolean endSoon(String pattern) {
        return new Patterns(pattern).scan();
    }

    /** For each open group, whether it has a repetition or a choice. */
    private boolean scan() {
        Deque<Boolean> groups = new ArrayDeque<>();
        boolean varied = false;
        while (at < text.length()) {
            char c = text.charAt(at++);
            boolean atomVaries = false;
            if (c == '\\') {
                at++;
                skipCategory();
            } else if (c == '[') {
                skipClass();
            } else if (c == '(') {
                groups.push(varied);
                varied = false;
                continue;
            } else if (c == '|') {
                varied = true;
                continue;
            } else if (c == ')') {
                atomVaries = varied;
                varied = !groups.isEmpty() && groups.pop();
            }
            int most = quantifier();
            varied |= most != 1 || atomVaries;
            if (most > FEW && (atomVaries || ++unbounded > MOST_UNBOUNDED)) {
                return false;
            }
        }
        return true;
    }

    private void skipCategory() {
        if (at < text.length() && text.charAt(at) == '{' && "pP".indexOf(text.charAt(at - 1)) >= 0) {
            int end = text.indexOf('}', at);
            at = end < 0 ? text.length() : end + 1;
        }
    }

    private void skipClass() {
        int depth = 1;
        while (at < text.length() && depth > 0) {
            char c = text.charAt(at++);
            if (c == '\\') {
                at++;
            } else if (c == '[') {
                depth++;
            } else if (c == ']') {
                depth--;
            }
        }
    }

    /** How often the atom before may be repeated, at most; 1 without quantifier. */
    private int quantifier() {
        if (at >= text.length()) {
            return 1;
        }
        char c = text.charAt(at);
        if (c == '*' || c == '+') {
            at++;
            return Integer.MAX_VALUE;
        }
        if (c == '?') {
            at++;
            return 2;
        }
        if (c != '{') {
            return 1;
        }
        int end = text.indexOf('}', at);
        String bounds = end < 0 ? "" : text.substring(at + 1, end);
        at = end < 0 ? text.length() : end + 1;
        String most = bounds.substring(bounds.indexOf(',') + 1);
        boolean isFixed = bounds.indexOf(',') < 0;
        if (most.isEmpty() || most.length() > 4 || !most.chars().allMatch(Character::isDigit)) {
            return Integer.MAX_VALUE;
        }
        // a fixed number of times leaves nothing to try
        return isFixed && Integer.parseInt(most) <= 1000 ? 1 : Math.max(2, Integer.parseInt(most));
    }
}
