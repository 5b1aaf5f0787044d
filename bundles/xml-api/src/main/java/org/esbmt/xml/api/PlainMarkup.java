package org.esbmt.xml.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Passes over plain markup: tags, character data, and none of the guarded names. It counts elements and their depth by
 * words of eight bytes. It looks at single tags only in blocks with quotes, empty-element tags or a low depth. It stops
 * before a block with anything else, and {@link XmlLexer} reads that block. Text takes a third of the lexer's time, and
 * markup a sixth ({@code HeaderBenchmark}).
 *
 * <p>It stops before comments, CDATA sections, processing instructions and a DOCTYPE; before a guarded name; before a
 * character that XML does not allow, and bytes that are not UTF-8; at a limit of elements or depth; and before a long
 * tag, which may exceed the limits of one tag; and before a malformed tag that it looks at. Everything else about tags
 * and references is left to the reader of the content.
 *
 * <p>A block is read before it is known to be ASCII; the result counts only if it is. A byte of ASCII plus 0x7F has its
 * high bit unless it is zero, and no carry reaches the next byte. So after an exclusive or with a character, the bytes
 * that differ from it have their high bits. The last byte that is looked at may be of the next block, and beyond ASCII.
 * It can make the block odd, but never hide anything: a character beyond ASCII is not of a guarded name, and no slash.
 */
final class PlainMarkup {
    static final int BLOCK = 128;
    private static final int QUARTER = BLOCK / 4;
    /** A block, and the bytes behind it that are looked at. */
    static final int LEAST = BLOCK + 2;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long TAB = '\t' * ONES;
    private static final long LINE_FEED = '\n' * ONES;
    private static final long RETURN = '\r' * ONES;
    private static final int NOT_PLAIN = -1;
    private static final int MALFORMED = -2;

    // Words of eight equal bytes. The compiler would load each constant anew in every step, which takes an eighth
    // longer.

    private final long highBits = word(0x80);
    /** A byte of ASCII, unless it is zero, gets its high bit with this. */
    private final long added = word(0x7F);

    private final long lessThan = word('<');
    private final long slash = word('/');
    /** A byte of ASCII gets its high bit with this, unless it is a control character. */
    private final long belowSpace = word(0x60);

    private final long lowerCase = word(0x20);
    /** Both quotes become the same with these bits, and so do '#' and '&'. */
    private final long quoteBits = word('"' ^ '\'');

    private final long quotes = word('\'');

    /** Bytes of content beyond ASCII that are read at once, at first and at most: much of it may be read in vain. */
    private static final int FIRST_WINDOW = 2 * LEAST;

    private static final int WINDOW = 4096;

    /** The longest tag that can be passed over: it ends before the second block boundary after its beginning. */
    private static final int LONGEST_TAG = 2 * BLOCK;

    private static final byte LETTER = 'a';
    /** It neither begins a tag behind '<', nor belongs to a name. */
    private static final byte NO_LETTER = '%';

    private static final int SHORTEST_ATTRIBUTE = 5;
    private static final int SHORTEST_DECLARATION = 10;

    private final TagWords names;
    private final byte[] table;
    private final int mostDepth;
    private final int mostElements;

    /**
     * A window with {@link #LETTER} in place of each byte beyond ASCII that may be in a name, and {@link #NO_LETTER} in place
     * of others. Some readers take NEL and other such characters for spaces.
     */
    private byte[] window;

    private int least;
    private int depth;
    private int count;
    private boolean beyondAscii;
    private long steps;
    /** The beginning of the block that was not passed over. */
    private int stop;

    private PlainMarkup(XmlLimits limits, TagWords names) {
        this.names = names;
        this.table = names.table;
        this.mostDepth = limits.depth();
        this.mostElements = limits.elements();
    }

    private static long word(int each) {
        return each * ONES;
    }

    /** Null if a tag that is passed over could exceed its limits. */
    static PlainMarkup of(XmlLimits limits, TagWords names) {
        boolean bounded = limits.nameBytes() >= LONGEST_TAG
                && limits.attributeBytes() >= LONGEST_TAG
                && limits.attributes() * SHORTEST_ATTRIBUTE >= LONGEST_TAG
                && limits.namespaces() * SHORTEST_DECLARATION >= LONGEST_TAG;
        return bounded ? new PlainMarkup(limits, names) : null;
    }

    /**
     * Passes over bytes from a place in character data on, and counts their elements.
     *
     * @param onlyAscii true to stop before bytes beyond ASCII
     * @return the first byte that was not passed over: in character data, or the beginning of a tag
     */
    int pass(byte[] b, int from, int to, OpenElements elements, boolean onlyAscii) {
        least = elements.strictDepth();
        depth = elements.depth();
        count = elements.count();
        int i = run(b, from, to);
        for (int most = FIRST_WINDOW; beyondAscii && !onlyAscii; most = Math.min(2 * most, WINDOW)) {
            int length = fillWindow(b, i, Math.min(to, i + most));
            int passed = run(window, 0, length);
            while (passed > 0 && (b[i + passed] & 0xC0) == 0x80) {
                passed--; // to the beginning of a character
            }
            boolean ended = stop + LEAST > length;
            stop += i;
            i += passed;
            if (!ended || passed == 0) {
                break;
            }
            beyondAscii = true;
        }
        elements.passed(depth, count);
        return i;
    }

    /** The beginning of the block at which the last {@link #pass} stopped; it may have gone back to a tag before it. */
    int stop() {
        return stop;
    }

    /** The number of bytes of windows and of single tags that were read, for tests: few for each byte of a document. */
    long steps() {
        return steps;
    }

    // ---- blocks

    private int run(byte[] b, int from, int to) {
        beyondAscii = false;
        boolean markup = false;
        int i = from;
        for (; i <= to - LEAST; i += BLOCK) {
            if (!markup && isText(b, i)) {
                continue;
            }
            int tags = tags(b, i, from, to);
            if (tags < 0) {
                break;
            }
            if (tags > 0) {
                markup = true;
            } else if (markup) {
                if (tagEnd(b, lastTag(b, from, i), i) < 0) {
                    break; // a long tag
                }
                markup = false;
            }
        }
        stop = i;
        return markup ? cut(b, from, i, to) : i;
    }

    /** Returns true if a block has ASCII alone, without control characters and without the beginning of a tag. */
    private boolean isText(byte[] b, int from) {
        long beyond = 0;
        long all = highBits;
        for (int k = from; k < from + BLOCK; k += Long.BYTES) {
            long w = (long) WORDS.get(b, k);
            beyond |= w;
            all &= (w + belowSpace) & ((w ^ lessThan) + added);
        }
        return (all & ~beyond & highBits) == highBits;
    }

    /** Returns true if a block has control characters other than white space. */
    private boolean hasControls(byte[] b, int from) {
        long bad = 0;
        for (int k = from; k < from + BLOCK; k += Long.BYTES) {
            long w = (long) WORDS.get(b, k);
            bad |= ~(w + belowSpace) & ((w ^ LINE_FEED) + added) & ((w ^ TAB) + added) & ((w ^ RETURN) + added);
        }
        return (bad & highBits) != 0;
    }

    /** Counts the tags that begin in a block; negative if it cannot be passed over. */
    private int tags(byte[] b, int from, int start, int to) {
        long high = highBits;
        long lt = lessThan;
        long sl = slash;
        long add = added;
        byte[] places = table;
        long beyond = 0;
        long controls = high;
        long odd = 0;
        long slashes = 0;
        long notQuotes = high;
        int found = 0;
        int notTags = 0;
        int notEnds = 0;
        int lowest = 0; // or less, as all end tags of a quarter are taken for the first ones
        for (int quarter = from; quarter < from + BLOCK; quarter += QUARTER) {
            int level = 2 * notEnds - notTags - (quarter - from); // the start tags less the end tags before it
            int notEndsBefore = notEnds;
            for (int k = quarter; k < quarter + QUARTER; k += Long.BYTES) {
                long w = (long) WORDS.get(b, k);
                long next = (long) WORDS.get(b, k + 1);
                beyond |= w;
                controls &= w + belowSpace;
                long notTag = (w ^ lt) + add;
                long notSlash = (next ^ sl) + add;
                long notEnd = notTag | notSlash;
                odd |= notEnd ^ (notTag | next << 1); // a letter has bit 6, and so has '_'
                slashes |= notEnd ^ notSlash;
                notQuotes &= ((w | quoteBits) ^ quotes) + add;
                notTags += Long.bitCount(notTag & high);
                notEnds += Long.bitCount(notEnd & high);
                long lower = w | lowerCase;
                found |= places[TagWords.place((int) lower & 0xFFFFFF)]
                        | places[TagWords.place((int) (lower >>> 32) & 0xFFFFFF)];
            }
            lowest = Math.min(lowest, level - QUARTER + notEnds - notEndsBefore);
        }
        beyondAscii = (beyond & high) != 0;
        if (beyondAscii
                || (odd & high) != 0
                || (found != 0 && isNamed(b, from, start, to))
                || ((controls & high) != high && hasControls(b, from))) {
            return NOT_PLAIN;
        }
        if (notTags == BLOCK) {
            return 0;
        }
        int ends = BLOCK - notEnds;
        int starts = BLOCK - notTags - ends;
        int closed = ends;
        if ((notQuotes & ~slashes & high) != high || (depth + lowest < least && mayEnd(b, from))) {
            int empty = emptyElements(b, from, start, to);
            if (empty < 0) {
                return NOT_PLAIN;
            }
            closed += empty;
        }
        if (depth + starts > mostDepth || count + starts > mostElements || depth + starts - closed < least) {
            return NOT_PLAIN;
        }
        depth += starts - closed;
        count += starts;
        return starts + ends;
    }

    /**
     * Returns true if an end tag of a block without empty elements may end an element that must be read. The end tags of a
     * word are taken for its first ones.
     */
    private boolean mayEnd(byte[] b, int from) {
        int level = depth;
        for (int k = from; k < from + BLOCK; k += Long.BYTES) {
            long notTag = ((long) WORDS.get(b, k) ^ lessThan) + added;
            long notEnd = notTag | ((long) WORDS.get(b, k + 1) ^ slash) + added;
            int ends = Long.BYTES - Long.bitCount(notEnd & highBits);
            if (level - ends < least) {
                return true;
            }
            level += Long.BYTES - Long.bitCount(notTag & highBits) - 2 * ends;
        }
        return false;
    }

    private boolean isNamed(byte[] b, int from, int start, int to) {
        byte[] places = table;
        for (int k = from; k < from + BLOCK; k += Integer.BYTES) {
            int key = TagWords.key((int) INTS.get(b, k));
            if (places[TagWords.place(key)] != 0 && names.isAt(key, b, k, start, to)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The number of empty-element tags whose slash is in the block, or right behind it, but not its first byte. It reads
     * each tag once, whatever the number of slashes. Negative if a tag is malformed. In a quote without an end, or in a wrong
     * place, readers might disagree about the tags and comments behind it. It is negative too if an end tag would end an
     * element that must be read, even if a start tag follows.
     */
    private int emptyElements(byte[] b, int from, int start, int to) {
        int n = 0;
        int level = depth;
        int blockEnd = from + BLOCK;
        int tag = lastTag(b, start, from);
        if (tag < 0) {
            tag = nextTag(b, from, blockEnd);
        }
        while (tag < blockEnd) {
            int end = tagEnd(b, tag, Math.min(to, tag + LONGEST_TAG));
            if (end == MALFORMED) {
                return NOT_PLAIN;
            }
            int slash = end - 1;
            steps += end < 0 ? LONGEST_TAG : end - tag;
            if (tag >= from) {
                level += b[tag + 1] == '/' ? -1 : 1;
            }
            if (slash > from && slash <= blockEnd && b[slash] == '/') {
                n++;
                level--;
            }
            if (level < least) {
                return NOT_PLAIN;
            }
            tag = nextTag(b, Math.max(from, Math.max(tag, slash) + 1), blockEnd);
        }
        return n;
    }

    // ---- single tags

    /** The beginning of the last tag before a place, if a tag from there could be passed over; otherwise -1. */
    private static int lastTag(byte[] b, int start, int before) {
        int least = Math.max(start, before - LONGEST_TAG);
        int i = before - 1;
        while (i >= least && b[i] != '<') {
            i--;
        }
        return i >= least ? i : -1;
    }

    /** The beginning of the next tag in a block of ASCII; {@code to} if there is none. */
    private int nextTag(byte[] b, int from, int to) {
        int i = from;
        for (; i + Long.BYTES <= to; i += Long.BYTES) {
            long w = (long) WORDS.get(b, i);
            long tags = ~((w ^ lessThan) + added) & highBits;
            if (tags != 0) {
                return i + (Long.numberOfTrailingZeros(tags) >>> 3);
            }
        }
        while (i < to && b[i] != '<') {
            i++;
        }
        return i;
    }

    /**
     * The place of a tag's '>'; -1 if it is not before {@code to}, {@link #MALFORMED} if it is not the tag's. Names may have
     * any character beyond ASCII, and values any but '<'.
     */
    private static int tagEnd(byte[] b, int tag, int to) {
        boolean endTag = b[tag + 1] == '/';
        int name = endTag ? tag + 2 : tag + 1;
        int i = skipName(b, name, to);
        boolean good = i > name;
        while (good && i < to) {
            int next = XmlBytes.skip(XmlBytes.SPACE, b, i, to);
            if (next == to || b[next] == '>') {
                return next == to ? -1 : next;
            }
            if (b[next] == '/' && !endTag) {
                return emptyEnd(b, next, to);
            }
            good = next > i && !endTag;
            i = good ? attributeEnd(b, next, to) : i;
            good &= i >= 0;
        }
        return good ? -1 : MALFORMED;
    }

    private static int emptyEnd(byte[] b, int slash, int to) {
        if (slash + 1 == to) {
            return -1;
        }
        return b[slash + 1] == '>' ? slash + 1 : MALFORMED;
    }

    /** The place behind an attribute, {@code to} if it does not end before. */
    private static int attributeEnd(byte[] b, int from, int to) {
        int nameEnd = skipName(b, from, to);
        int equals = XmlBytes.skip(XmlBytes.SPACE, b, nameEnd, to);
        if (nameEnd == from || (equals < to && b[equals] != '=')) {
            return MALFORMED;
        }
        int quote = XmlBytes.skip(XmlBytes.SPACE, b, Math.min(equals + 1, to), to);
        if (quote == to) {
            return to;
        }
        byte c = b[quote];
        if (c != '"' && c != '\'') {
            return MALFORMED;
        }
        int i = quote + 1;
        while (i < to && b[i] != c && b[i] != '<') {
            i++;
        }
        if (i == to) {
            return to;
        }
        return b[i] == c ? i + 1 : MALFORMED;
    }

    private static int skipName(byte[] b, int from, int to) {
        int i = from;
        while (i < to && (b[i] < 0 || b[i] == ':' || XmlBytes.is(b[i], XmlBytes.NAME))) {
            i++;
        }
        return i;
    }

    /** Goes back to the beginning of a tag that has not ended before a place, and takes it out of the count. */
    private int cut(byte[] b, int from, int at, int to) {
        int tag = lastTag(b, from, at);
        int end = tagEnd(b, tag, to);
        if (end >= 0 && end < at) {
            return at;
        }
        if (b[tag + 1] == '/') {
            depth++;
            return tag;
        }
        boolean emptyCounted = end >= 0 && b[end - 1] == '/' && end - 1 <= at;
        depth -= emptyCounted ? 0 : 1;
        count--;
        return tag;
    }

    // ---- beyond ASCII

    /** Fills the window with whole characters that XML allows; returns their number of bytes. */
    private int fillWindow(byte[] b, int from, int to) {
        if (window == null) {
            window = new byte[WINDOW];
        }
        int n = to - from;
        steps += n;
        System.arraycopy(b, from, window, 0, n);
        int i = 0;
        while (i < n) {
            if (i + Long.BYTES <= n && ((long) WORDS.get(window, i) & HIGH_BITS) == 0) {
                i += Long.BYTES;
            } else if (window[i] >= 0) {
                i++;
            } else {
                int length = lengthAt(b, from + i, from + n);
                int c = length == 0 ? 0 : character(b, from + i, length);
                if (c == 0) {
                    return i;
                }
                Arrays.fill(window, i, i + length, XmlBytes.isName(c) ? LETTER : NO_LETTER);
                i += length;
            }
        }
        return n;
    }

    /** The length of a character beyond ASCII; 0 if it is not whole. */
    private static int lengthAt(byte[] b, int from, int to) {
        try {
            int length = XmlBytes.utf8Length(b[from]);
            return from + length > to ? 0 : length;
        } catch (XmlRefusedException e) {
            return 0; // the lexer refuses it
        }
    }

    /** A character beyond ASCII; 0 if it is not allowed. */
    private static int character(byte[] b, int from, int length) {
        try {
            return XmlBytes.utf8(b, from, length);
        } catch (XmlRefusedException e) {
            return 0; // the lexer refuses it
        }
    }
}
