package org.esbmt.camel.se.internal.schema;

import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/**
 * Knowledge of a set of characters, one by one for the first 256.
 *
 * @param may contains each member of the set, and perhaps more
 * @param must contains only members of the set
 * @param beyond true if the set may contain characters above the first 256
 */
record PatternChars(BitSet may, BitSet must, boolean beyond) {
    private static final int KNOWN = 256;

    static final PatternChars NONE = new PatternChars(new BitSet(), new BitSet(), false);
    static final PatternChars UNKNOWN = new PatternChars(matching(c -> true), new BitSet(), true);
    static final PatternChars DOT =
            new PatternChars(matching(c -> c != '\n' && c != '\r'), matching(c -> c > '\r' && c < 0x7f), true);

    private static BitSet matching(IntPredicate in) {
        BitSet set = new BitSet(KNOWN);
        for (int c = 0; c < KNOWN; c++) {
            set.set(c, in.test(c));
        }
        return set;
    }

    private static PatternChars exactly(IntPredicate in, boolean beyond) {
        BitSet set = matching(in);
        return new PatternChars(set, set, beyond);
    }

    static PatternChars range(int from, int to) {
        return exactly(c -> c >= from && c <= to, to >= KNOWN);
    }

    /** {@code \d}, {@code \W}, {@code \n}, {@code \.} and so on. */
    static PatternChars escape(char c) {
        return switch (c) {
            case 'n' -> range('\n', '\n');
            case 'r' -> range('\r', '\r');
            case 't' -> range('\t', '\t');
            case 's' -> exactly(s -> s == ' ' || s == '\t' || s == '\n' || s == '\r', false);
            case 'd' -> exactly(d -> d >= '0' && d <= '9', true);
            case 'w' -> category("P").or(category("Z")).or(category("C")).complement();
            case 'i', 'c' ->
                new PatternChars(
                        matching(n -> Character.isLetterOrDigit(n) || "_:-.\u00b7".indexOf(n) >= 0),
                        matching(n -> n < 128 && Character.isLetter(n)),
                        true);
            case 'S', 'D', 'W', 'I', 'C' -> escape(Character.toLowerCase(c)).complement();
            default -> Character.isLetterOrDigit(c) ? UNKNOWN : range(c, c);
        };
    }

    /** {@code \p{...}}; of blocks the members are unknown. */
    static PatternChars category(String name) {
        if (!name.matches("[LMNPZSC][a-z]?")) {
            return UNKNOWN;
        }
        try {
            Pattern category = Pattern.compile("\\p{" + name + "}");
            return exactly(c -> category.matcher(Character.toString((char) c)).matches(), true);
        } catch (IllegalArgumentException e) {
            return UNKNOWN;
        }
    }

    PatternChars or(PatternChars other) {
        BitSet mays = (BitSet) may.clone();
        mays.or(other.may);
        BitSet musts = (BitSet) must.clone();
        musts.or(other.must);
        return new PatternChars(mays, musts, beyond || other.beyond);
    }

    PatternChars complement() {
        return new PatternChars(matching(c -> !must.get(c)), matching(c -> !may.get(c)), true);
    }

    /** The set without some unknown members. */
    PatternChars less() {
        return new PatternChars(may, new BitSet(), beyond);
    }

    boolean meets(PatternChars other) {
        return (beyond && other.beyond) || may.intersects(other.may);
    }
}
