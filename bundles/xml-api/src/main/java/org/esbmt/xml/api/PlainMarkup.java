package org.esbmt.xml.api;

/**
 * Passes over plain markup: tags, character data, and none of the guarded names. It counts elements and their depth. It
 * stops before a block with anything else, and {@link XmlLexer} reads that block. Text takes a third of the lexer's
 * time, and markup a sixth ({@code HeaderBenchmark}).
 *
 * <p>It stops before comments, CDATA sections, processing instructions and a DOCTYPE; before a guarded name; before a
 * character that XML does not allow, and bytes that are not UTF-8; at a limit of elements or depth; and before a long
 * tag, which may exceed the limits of one tag; and before a malformed tag that it looks at. Everything else about tags
 * and references is left to the reader of the content.
 *
 * <p>{@link WordBlocks} decides. Where {@link WideBlocks} may be used, they go first, over what is beyond doubt.
 */
final class PlainMarkup {
    static final int BLOCK = WordBlocks.BLOCK;

    /** Bytes of content beyond ASCII that are read at once, at first and at most: much of it may be read in vain. */
    private static final int FIRST_WINDOW = 2 * WordBlocks.LEAST;

    /** Bytes for words where wide blocks stop, at first and at most: each attempt may be in vain. */
    private static final int FIRST_WORDS = 5 * BLOCK;

    private static final int MOST_WORDS = 8 * FIRST_WORDS;

    private static final int SHORTEST_ATTRIBUTE = 5;
    private static final int SHORTEST_DECLARATION = 10;

    private final ElementCount elements;
    private final WordBlocks words;
    /** Null if there are none. */
    private final WideBlocks wide;

    private AsciiWindow window;

    /** The beginning of the block that was not passed over. */
    private int stop;

    /** Bytes for words until the next attempt with wide blocks, and behind it. */
    private int wordsLeft;

    private int wordsNext = FIRST_WORDS;
    private long windowBytes;

    private PlainMarkup(XmlLimits limits, TagWords names, WideBlocks wide) {
        this.elements = new ElementCount(limits);
        this.words = new WordBlocks(names, elements);
        this.wide = wide;
    }

    /**
     * Null if a tag that is passed over could exceed its limits.
     *
     * @param wide null to use words alone
     */
    static PlainMarkup of(XmlLimits limits, TagWords names, WideBlocks wide) {
        boolean bounded = limits.nameBytes() >= SingleTags.LONGEST_TAG
                && limits.attributeBytes() >= SingleTags.LONGEST_TAG
                && limits.attributes() * SHORTEST_ATTRIBUTE >= SingleTags.LONGEST_TAG
                && limits.namespaces() * SHORTEST_DECLARATION >= SingleTags.LONGEST_TAG;
        return bounded ? new PlainMarkup(limits, names, wide) : null;
    }

    /**
     * Passes over bytes from a place in character data on, and counts their elements.
     *
     * @param onlyAscii true to stop before bytes beyond ASCII
     * @return the first byte that was not passed over: in character data, or the beginning of a tag
     */
    int pass(byte[] b, int from, int to, OpenElements open, boolean onlyAscii) {
        elements.begin(open);
        int i = blocks(b, from, to);
        if (words.beyondAscii() && !onlyAscii) {
            i = windows(b, i, to);
        }
        open.passed(elements.depth(), elements.count());
        return i;
    }

    private int windows(byte[] b, int from, int to) {
        int i = from;
        int most = FIRST_WINDOW;
        boolean again;
        do {
            int length = fillWindow(b, i, Math.min(to, i + most));
            int passed = blocks(window.bytes(), 0, length);
            while (passed > 0 && (b[i + passed] & 0xC0) == 0x80) {
                passed--; // to the beginning of a character
            }
            again = stop + WordBlocks.LEAST > length && passed > 0;
            stop += i;
            i += passed;
            most = Math.min(2 * most, AsciiWindow.LENGTH);
        } while (again);
        return i;
    }

    /** The beginning of the block at which the last {@link #pass} stopped; it may have gone back to a tag before it. */
    int stop() {
        return stop;
    }

    /** The number of bytes of windows and of single tags that were read, for tests: few for each byte of a document. */
    long steps() {
        return windowBytes + words.steps();
    }

    private int fillWindow(byte[] b, int from, int to) {
        if (window == null) {
            window = new AsciiWindow();
        }
        windowBytes += to - from;
        return window.fill(b, from, to);
    }

    private int blocks(byte[] b, int from, int to) {
        int i = from;
        boolean again;
        do {
            if (wide != null && wordsLeft <= 0 && to - i >= WideBlocks.LEAST) {
                i = wide(b, i, to);
            }
            int end = wide != null && to - i >= WideBlocks.LEAST ? (int) Math.min(to, (long) i + wordsLeft) : to;
            int passed = words.pass(b, i, end, to);
            again = end < to && !words.stopped();
            wordsLeft = again ? 0 : wordsLeft - (words.stop() - i);
            i = passed;
        } while (again);
        stop = words.stop();
        return i;
    }

    private int wide(byte[] b, int from, int to) {
        int passed = wide.pass(b, from, to, elements);
        if (passed > from) {
            wordsNext = FIRST_WORDS;
        }
        wordsLeft = to - passed >= WideBlocks.LEAST ? wordsNext : 0;
        if (passed == from) {
            wordsNext = Math.min(2 * wordsNext, MOST_WORDS);
        }
        return passed;
    }
}
