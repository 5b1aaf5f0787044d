package org.esbmt.xml.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Passes over blocks of plain markup by words of eight bytes. It looks at single tags only in blocks with quotes,
 * empty-element tags or a low depth.
 *
 * <p>A block is read before it is known to be ASCII; the result counts only if it is. A byte of ASCII plus 0x7F has its
 * high bit unless it is zero, and no carry reaches the next byte. So after an exclusive or with a character, the bytes
 * that differ from it have their high bits. The last byte that is looked at may be of the next block, and beyond ASCII.
 * It can make the block odd, but never hide anything: a character beyond ASCII is not of a guarded name, and no slash.
 */
final class WordBlocks {
    static final int BLOCK = SingleTags.LONGEST_TAG / 2;
    private static final int QUARTER = BLOCK / 4;
    /** A block, and the bytes behind it that are looked at. */
    static final int LEAST = BLOCK + 2;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long TAB = '\t' * ONES;
    private static final long LINE_FEED = '\n' * ONES;
    private static final long RETURN = '\r' * ONES;
    private static final int NOT_PLAIN = -1;

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

    private final TagWords names;
    private final byte[] table;
    private final ElementCount elements;

    private boolean beyondAscii;
    private boolean stopped;
    private long steps;
    /** The beginning of the block that was not passed over. */
    private int stop;

    WordBlocks(TagWords names, ElementCount elements) {
        this.names = names;
        this.table = names.table;
        this.elements = elements;
    }

    private static long word(int each) {
        return each * ONES;
    }

    /** True if the last {@link #pass} stopped at bytes beyond ASCII. */
    boolean beyondAscii() {
        return beyondAscii;
    }

    /** True if the last {@link #pass} stopped at a block that cannot be passed over. */
    boolean stopped() {
        return stopped;
    }

    /** The beginning of the block at which the last {@link #pass} stopped; it may have gone back to a tag before it. */
    int stop() {
        return stop;
    }

    /** The number of bytes of single tags that were read. */
    long steps() {
        return steps;
    }

    /**
     * Passes over bytes from a place in character data on, and counts their elements.
     *
     * @param end no block goes on behind it
     * @param to the end of the bytes, {@code end} or behind it
     * @return the first byte that was not passed over: in character data, or the beginning of a tag
     */
    int pass(byte[] b, int from, int end, int to) {
        beyondAscii = false;
        stopped = false;
        boolean markup = false;
        int i = from;
        for (; i <= end - LEAST; i += BLOCK) {
            if (!markup && isText(b, i)) {
                continue;
            }
            int tags = tags(b, i, from, to);
            if (tags < 0) {
                stopped = true;
                break;
            }
            if (tags > 0) {
                markup = true;
            } else if (markup) {
                if (!SingleTags.lastHasEnded(b, from, i)) {
                    stopped = true; // a long tag
                    break;
                }
                markup = false;
            }
        }
        stop = i;
        return markup ? SingleTags.cut(b, from, i, to, elements) : i;
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
        if ((notQuotes & ~slashes & high) != high || (elements.spare() + lowest < 0 && mayEnd(b, from))) {
            int empty = emptyElements(b, from, start, to);
            if (empty < 0) {
                return NOT_PLAIN;
            }
            closed += empty;
        }
        if (!elements.accepts(starts, starts) || elements.spare() + starts < closed) {
            return NOT_PLAIN;
        }
        elements.add(starts, closed);
        return starts + ends;
    }

    /**
     * Returns true if an end tag of a block without empty elements may end an element that must be read. The end tags of a
     * word are taken for its first ones.
     */
    private boolean mayEnd(byte[] b, int from) {
        int level = elements.spare();
        for (int k = from; k < from + BLOCK; k += Long.BYTES) {
            long notTag = ((long) WORDS.get(b, k) ^ lessThan) + added;
            long notEnd = notTag | ((long) WORDS.get(b, k + 1) ^ slash) + added;
            int ends = Long.BYTES - Long.bitCount(notEnd & highBits);
            if (level < ends) {
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
        int level = elements.spare();
        int blockEnd = from + BLOCK;
        int tag = SingleTags.lastTag(b, start, from);
        if (tag < 0) {
            tag = nextTag(b, from, blockEnd);
        }
        while (tag < blockEnd) {
            int end = SingleTags.tagEnd(b, tag, Math.min(to, tag + SingleTags.LONGEST_TAG));
            if (end == SingleTags.MALFORMED) {
                return NOT_PLAIN;
            }
            int slash = end - 1;
            steps += end < 0 ? SingleTags.LONGEST_TAG : end - tag;
            if (tag >= from) {
                level += b[tag + 1] == '/' ? -1 : 1;
            }
            if (slash > from && slash <= blockEnd && b[slash] == '/') {
                n++;
                level--;
            }
            if (level < 0) {
                return NOT_PLAIN;
            }
            tag = nextTag(b, Math.max(from, Math.max(tag, slash) + 1), blockEnd);
        }
        return n;
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
}
