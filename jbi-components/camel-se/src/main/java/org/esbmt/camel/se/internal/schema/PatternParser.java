package org.esbmt.camel.se.internal.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the regular expressions of XML schema 1.0, part 2, appendix F. The platform's compiler reports their errors.
 */
final class PatternParser {
    private static final int DEEPEST = 50;
    private static final int MOST_DIGITS = 5;

    private final String text;
    private int at;
    private int depth;

    private PatternParser(String text) {
        this.text = text;
    }

    /** The pattern; empty if it is invalid, or too deep. */
    static Optional<PatternNode> parse(String pattern) {
        try {
            PatternParser parser = new PatternParser(pattern);
            PatternNode tree = parser.choice();
            return parser.at == pattern.length() ? Optional.of(tree) : Optional.empty();
        } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    private boolean sees(char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    private boolean takes(char c) {
        boolean seen = sees(c);
        at += seen ? 1 : 0;
        return seen;
    }

    private static IllegalArgumentException wrong() {
        return new IllegalArgumentException("not a pattern");
    }

    private PatternNode choice() {
        if (++depth > DEEPEST) {
            throw wrong();
        }
        List<PatternNode> branches = new ArrayList<>();
        do {
            branches.add(sequence());
        } while (takes('|'));
        depth--;
        return branches.size() == 1 ? branches.get(0) : PatternNode.Choice.of(branches);
    }

    private PatternNode sequence() {
        List<PatternNode> parts = new ArrayList<>();
        while (at < text.length() && !sees('|') && !sees(')')) {
            parts.add(quantified(atom()));
        }
        return parts.size() == 1 ? parts.get(0) : PatternNode.Sequence.of(parts);
    }

    private PatternNode atom() {
        char c = text.charAt(at++);
        switch (c) {
            case '(' -> {
                PatternNode inner = choice();
                if (!takes(')')) {
                    throw wrong();
                }
                return inner;
            }
            case '[' -> {
                return new PatternNode.One(characterClass());
            }
            case '\\' -> {
                return new PatternNode.One(escape());
            }
            case '.' -> {
                return new PatternNode.One(PatternChars.DOT);
            }
            default -> {
                return new PatternNode.One(single(c));
            }
        }
    }

    /** A surrogate pair counts as one character. */
    private PatternChars single(char c) {
        if (Character.isHighSurrogate(c) && at < text.length() && Character.isLowSurrogate(text.charAt(at))) {
            at++;
        }
        return PatternChars.range(c, c);
    }

    private PatternChars escape() {
        char c = text.charAt(at++);
        if (c != 'p' && c != 'P') {
            return PatternChars.escape(c);
        }
        int end = text.indexOf('}', at);
        if (!sees('{') || end < 0) {
            throw wrong();
        }
        PatternChars category = PatternChars.category(text.substring(at + 1, end));
        at = end + 1;
        return c == 'p' ? category : category.complement();
    }

    private PatternChars characterClass() {
        if (++depth > DEEPEST) {
            throw wrong();
        }
        boolean negated = takes('^');
        PatternChars chars = PatternChars.NONE;
        boolean less = false;
        while (!takes(']')) {
            char c = text.charAt(at++);
            if (c == '[' || (c == '-' && takes('['))) {
                characterClass();
                less = true;
            } else if (c == '\\') {
                int escaped = at;
                chars = chars.or(escape());
                if (at == escaped + 1) {
                    chars = chars.or(rangeFrom(text.charAt(escaped)));
                }
            } else {
                chars = chars.or(single(c)).or(rangeFrom(c));
            }
        }
        depth--;
        PatternChars all = negated ? chars.complement() : chars;
        return less ? all.less() : all;
    }

    /** The rest of a range that {@code c} begins in a class. {@code c-} before the end is two characters. */
    private PatternChars rangeFrom(char c) {
        if (!sees('-') || at + 1 >= text.length() || "[]".indexOf(text.charAt(at + 1)) >= 0) {
            return PatternChars.NONE;
        }
        at++;
        char to = text.charAt(at++);
        if (to == '\\') {
            to = text.charAt(at++);
            return Character.isLetterOrDigit(to) || Character.isLetterOrDigit(c)
                    ? PatternChars.UNKNOWN
                    : PatternChars.range(c, to).or(PatternChars.range('-', '-'));
        }
        // a surrogate is above the characters that are known one by one
        return PatternChars.range(c, to)
                .or(Character.isSurrogate(to) ? PatternChars.range('\uffff', '\uffff') : PatternChars.NONE);
    }

    private PatternNode quantified(PatternNode atom) {
        if (takes('?')) {
            return new PatternNode.Repeat(atom, 0, 1);
        }
        if (takes('*')) {
            return new PatternNode.Repeat(atom, 0, PatternNode.UNBOUNDED);
        }
        if (takes('+')) {
            return new PatternNode.Repeat(atom, 1, PatternNode.UNBOUNDED);
        }
        if (!takes('{')) {
            return atom;
        }
        int end = text.indexOf('}', at);
        String bounds = end < 0 ? "" : text.substring(at, end);
        at = end + 1;
        int comma = bounds.indexOf(',');
        int least = number(comma < 0 ? bounds : bounds.substring(0, comma));
        if (comma < 0) {
            return new PatternNode.Repeat(atom, least, least);
        }
        String most = bounds.substring(comma + 1);
        return new PatternNode.Repeat(atom, least, most.isEmpty() ? PatternNode.UNBOUNDED : number(most));
    }

    private static int number(String digits) {
        if (digits.isEmpty() || digits.length() > MOST_DIGITS || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw wrong();
        }
        return Integer.parseInt(digits);
    }
}
