package org.esbmt.camel.se.internal.schema;

import java.util.List;

/** A pattern as a tree. Sizes and counts are numbers of characters, or classes of characters, in it. */
sealed interface PatternNode {
    /** In place of a number, for a repetition without bound. */
    int UNBOUNDED = Integer.MAX_VALUE;

    /** The first characters of matches. */
    PatternChars first();

    /** The number of characters of the pattern that the matcher compares for the first one. */
    int fan();

    boolean mayBeEmpty();

    /** The number of characters with all repetitions expanded. */
    double size();

    /** The number of characters without expansion. */
    int written();

    record One(PatternChars first) implements PatternNode {
        @Override
        public int fan() {
            return 1;
        }

        @Override
        public boolean mayBeEmpty() {
            return false;
        }

        @Override
        public double size() {
            return 1;
        }

        @Override
        public int written() {
            return 1;
        }
    }

    record Sequence(List<PatternNode> parts, PatternChars first, int fan, boolean mayBeEmpty, double size, int written)
            implements PatternNode {
        static Sequence of(List<PatternNode> parts) {
            PatternChars first = PatternChars.NONE;
            int fan = 0;
            boolean empty = true;
            double size = 1;
            int written = 1;
            for (PatternNode part : parts) {
                if (empty) {
                    first = first.or(part.first());
                    fan += part.fan();
                }
                empty &= part.mayBeEmpty();
                size += part.size();
                written += part.written();
            }
            return new Sequence(List.copyOf(parts), first, fan, empty, size, written);
        }
    }

    record Choice(List<PatternNode> branches, PatternChars first, int fan, boolean mayBeEmpty, double size, int written)
            implements PatternNode {
        static Choice of(List<PatternNode> branches) {
            PatternChars first = PatternChars.NONE;
            int fan = 0;
            boolean empty = false;
            double size = 1;
            int written = 1;
            for (PatternNode branch : branches) {
                first = first.or(branch.first());
                fan += branch.fan();
                empty |= branch.mayBeEmpty();
                size += branch.size();
                written += branch.written();
            }
            return new Choice(List.copyOf(branches), first, fan, empty, size, written);
        }
    }

    /** A repetition from {@code least} times to {@code most} times or {@link #UNBOUNDED}. */
    record Repeat(PatternNode part, int least, int most) implements PatternNode {
        @Override
        public PatternChars first() {
            return part.first();
        }

        @Override
        public int fan() {
            return part.fan();
        }

        @Override
        public boolean mayBeEmpty() {
            return least == 0 || part.mayBeEmpty();
        }

        @Override
        public double size() {
            return 1 + part.size() * (most == UNBOUNDED ? least + 1 : most);
        }

        @Override
        public int written() {
            return 1 + part.written();
        }
    }
}
