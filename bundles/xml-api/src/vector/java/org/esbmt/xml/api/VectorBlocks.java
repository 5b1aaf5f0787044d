package org.esbmt.xml.api;

import java.util.List;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Passes over wide blocks by vectors of 64 bytes.
 *
 * <p>A block is read before it is known to be ASCII; the result counts only if it is. After an exclusive or with a
 * character, the byte that equals it is zero, and others of ASCII are positive. The minimum with one makes a flag of
 * that. Bytes behind the block may be beyond ASCII, and negative. They can make the block doubtful, but never hide
 * anything.
 *
 * <p>Java 17 has no fast way from a mask to the bits of a word. So the flags of each eight bytes are added up, and a
 * word gets the sums of a vector.
 */
final class VectorBlocks implements WideBlocks {
    private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_512;
    private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_512;
    private static final int VECTOR = 64;

    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LOW_HALVES = 0x0F0F0F0F0F0F0F0FL;
    /** In each byte the number of bytes that it stands for. */
    private static final long EIGHTS = 8 * ONES;
    /** It keeps a sum of depths positive: there are at most 64 tags in a vector. */
    private static final int BIAS = VECTOR;

    /** The place of each sum of eight bytes in a word. */
    private static final long[] PLACES = {0, 8, 16, 24, 32, 40, 48, 56};

    private static final int HIGHEST_BYTE = Long.SIZE - Byte.SIZE;
    /** With that many open elements, and those of a vector, a sum has no high bit. */
    private static final int MOST_SPARE = 60;

    private static final int NAMES = 4;
    private static final byte LETTER_BIT = 0x40;
    private static final byte LOWER_CASE = 0x20;
    /** Both quotes become the same with these bits, and so do '#' and '&'. */
    private static final byte QUOTE_BITS = '"' ^ '\'';

    // The tag before a place.
    private static final int DOUBT = -1;
    /** It has ended. */
    private static final int ENDED = 0;
    /** It begins in the last vector. */
    private static final int NEAR = 1;
    /** It begins in the vector before. */
    private static final int FAR = 2;

    /** For each name its first letters; a name is repeated if there are too few. */
    private final byte[] letters = new byte[NAMES * TagWords.FIRST_LETTERS];

    private VectorBlocks(List<byte[]> names) {
        for (int i = 0; i < NAMES; i++) {
            System.arraycopy(
                    names.get(i % names.size()), 0, letters, i * TagWords.FIRST_LETTERS, TagWords.FIRST_LETTERS);
        }
        for (int i = 0; i < letters.length; i++) {
            letters[i] |= LOWER_CASE; // as the bytes that are compared with them
        }
    }

    /** Null if there are too many names, or the processor has no such vectors. */
    static WideBlocks of(TagWords words) {
        List<byte[]> names = words.names();
        boolean fast = ByteVector.SPECIES_PREFERRED.length() >= VECTOR;
        return fast && names.size() <= NAMES ? new VectorBlocks(names) : null;
    }

    @Override
    public int pass(byte[] b, int from, int to, ElementCount elements) {
        int tag = ENDED;
        int i = from;
        for (; i <= to - LEAST; i += BLOCK) {
            if (tag == ENDED && isText(b, i)) {
                continue;
            }
            int last = markup(b, i, from, tag, elements);
            if (last == DOUBT) {
                break;
            }
            tag = last;
        }
        return tag == ENDED ? i : SingleTags.cut(b, from, i, to, elements);
    }

    /** Returns true if a block has ASCII alone, without control characters and without the beginning of a tag. */
    private static boolean isText(byte[] b, int from) {
        ByteVector lowest = ByteVector.broadcast(BYTES, Byte.MAX_VALUE);
        ByteVector notTags = lowest;
        for (int k = from; k < from + BLOCK; k += VECTOR) {
            ByteVector w = ByteVector.fromArray(BYTES, b, k);
            lowest = lowest.min(w);
            notTags = notTags.min(w.lanewise(VectorOperators.XOR, (byte) '<'));
        }
        return !lowest.compare(VectorOperators.LT, (byte) ' ')
                .or(notTags.compare(VectorOperators.EQ, (byte) 0))
                .anyTrue();
    }

    /** Returns true if a block of ASCII has control characters other than white space. */
    private static boolean hasControls(byte[] b, int from) {
        ByteVector bad = ByteVector.zero(BYTES);
        for (int k = from; k < from + BLOCK; k += VECTOR) {
            ByteVector w = ByteVector.fromArray(BYTES, b, k);
            ByteVector noSpace = w.lanewise(VectorOperators.XOR, (byte) '\n')
                    .min(w.lanewise(VectorOperators.XOR, (byte) '\r'))
                    .min(w.lanewise(VectorOperators.XOR, (byte) '\t'));
            bad = bad.or(w.sub((byte) ' ').and(noSpace.neg()));
        }
        return bad.compare(VectorOperators.LT, (byte) 0).anyTrue();
    }

    /**
     * Counts the tags of a block.
     *
     * @param tag the last one before the block
     * @return the last one of the block, or {@link #DOUBT}, without a count
     */
    private int markup(byte[] b, int from, int start, int tag, ElementCount elements) {
        ByteVector lowest = ByteVector.broadcast(BYTES, Byte.MAX_VALUE);
        ByteVector odd = ByteVector.zero(BYTES);
        LongVector places = LongVector.fromArray(LONGS, PLACES, 0);
        int last = tag;
        int spare = elements.spare();
        int depth = 0; // more than before the block
        int deepest = 0;
        int starts = 0;
        long early = 0;
        for (int k = from; k < from + BLOCK; k += VECTOR) {
            ByteVector w = ByteVector.fromArray(BYTES, b, k);
            ByteVector next = ByteVector.fromArray(BYTES, b, k + 1);
            lowest = lowest.min(w);

            ByteVector noTag = w.lanewise(VectorOperators.XOR, (byte) '<');
            ByteVector noSlash = next.lanewise(VectorOperators.XOR, (byte) '/');
            ByteVector notTag = noTag.min((byte) 1);
            ByteVector notEnd = noTag.or(noSlash).min((byte) 1);
            ByteVector notBad = noTag.or(next.and(LETTER_BIT)).min((byte) 1);
            odd = odd.or(notEnd.lanewise(VectorOperators.XOR, notBad))
                    .or(notEnd.lanewise(VectorOperators.XOR, noSlash.min((byte) 1)));

            long sums = sums(
                    notTag.add(notEnd.reinterpretAsShorts()
                            .lanewise(VectorOperators.LSHL, 4)
                            .reinterpretAsBytes()),
                    places);
            long notTags = sums & LOW_HALVES;
            long notEnds = sums >>> 4 & LOW_HALVES;
            if (notTags != EIGHTS) {
                last = NEAR;
            } else if (last == FAR && !SingleTags.lastHasEnded(b, start, k - VECTOR)) {
                return DOUBT; // a long tag
            } else {
                last = last == NEAR ? FAR : ENDED;
            }
            long levels = (2 * notEnds - notTags - EIGHTS) * ONES; // sums of the start tags less the end tags
            early |= (levels << Byte.SIZE) + Math.min(spare + depth, MOST_SPARE) * ONES - (EIGHTS - notEnds);
            int started = (int) (((notEnds - notTags) * ONES) >>> HIGHEST_BYTE);
            deepest = Math.max(deepest, depth + started);
            starts += started;
            depth += (int) ((levels + BIAS * ONES) >>> HIGHEST_BYTE) - BIAS;
        }
        VectorMask<Byte> doubts =
                lowest.compare(VectorOperators.LT, (byte) 0).or(odd.compare(VectorOperators.NE, (byte) 0));
        if (doubts.anyTrue()
                || isGuarded(b, from)
                || (early & HIGH_BITS) != 0
                || !elements.accepts(deepest, starts)
                || (lowest.compare(VectorOperators.LT, (byte) ' ').anyTrue() && hasControls(b, from))) {
            return DOUBT;
        }
        elements.add(starts, starts - depth);
        return last;
    }

    /**
     * Returns true if a block may have a guarded name or a quote. It is apart from {@link #markup}, as vectors that do not
     * fit into the registers take longer.
     */
    private boolean isGuarded(byte[] b, int from) {
        byte[] first = letters;
        ByteVector a1 = ByteVector.broadcast(BYTES, first[0]);
        ByteVector a2 = ByteVector.broadcast(BYTES, first[1]);
        ByteVector a3 = ByteVector.broadcast(BYTES, first[2]);
        ByteVector b1 = ByteVector.broadcast(BYTES, first[3]);
        ByteVector b2 = ByteVector.broadcast(BYTES, first[4]);
        ByteVector b3 = ByteVector.broadcast(BYTES, first[5]);
        ByteVector c1 = ByteVector.broadcast(BYTES, first[6]);
        ByteVector c2 = ByteVector.broadcast(BYTES, first[7]);
        ByteVector c3 = ByteVector.broadcast(BYTES, first[8]);
        ByteVector d1 = ByteVector.broadcast(BYTES, first[9]);
        ByteVector d2 = ByteVector.broadcast(BYTES, first[10]);
        ByteVector d3 = ByteVector.broadcast(BYTES, first[11]);
        ByteVector notFound = ByteVector.broadcast(BYTES, Byte.MAX_VALUE);
        for (int k = from; k < from + BLOCK; k += VECTOR) {
            ByteVector w = ByteVector.fromArray(BYTES, b, k);
            ByteVector next = ByteVector.fromArray(BYTES, b, k + 1);
            ByteVector noTag = w.lanewise(VectorOperators.XOR, (byte) '<');
            ByteVector l1 = next.or(LOWER_CASE);
            ByteVector l2 = ByteVector.fromArray(BYTES, b, k + 2).or(LOWER_CASE);
            ByteVector l3 = ByteVector.fromArray(BYTES, b, k + 3).or(LOWER_CASE);
            ByteVector noName = differ(l1, a1, l2, a2, l3, a3)
                    .min(differ(l1, b1, l2, b2, l3, b3))
                    .min(differ(l1, c1, l2, c2, l3, c3))
                    .min(differ(l1, d1, l2, d2, l3, d3));
            ByteVector notBefore = noTag.min(w.lanewise(VectorOperators.XOR, (byte) '/'))
                    .min(w.lanewise(VectorOperators.XOR, (byte) ':'));
            ByteVector noQuote = w.or(QUOTE_BITS).lanewise(VectorOperators.XOR, (byte) '\'');
            notFound = notFound.min(noName.or(notBefore)).min(noQuote);
        }
        return notFound.compare(VectorOperators.LT, (byte) 1).anyTrue();
    }

    /** Zero where all three are the same. */
    private static ByteVector differ(
            ByteVector l1, ByteVector c1, ByteVector l2, ByteVector c2, ByteVector l3, ByteVector c3) {
        return l1.lanewise(VectorOperators.XOR, c1)
                .or(l2.lanewise(VectorOperators.XOR, c2))
                .or(l3.lanewise(VectorOperators.XOR, c3));
    }

    /** In each byte the sum of eight. */
    private static long sums(ByteVector bytes, LongVector places) {
        LongVector sums = bytes.reinterpretAsLongs();
        sums = sums.add(sums.lanewise(VectorOperators.LSHR, 32));
        sums = sums.add(sums.lanewise(VectorOperators.LSHR, 16));
        sums = sums.add(sums.lanewise(VectorOperators.LSHR, 8));
        return sums.and(0xFF).lanewise(VectorOperators.LSHL, places).reduceLanes(VectorOperators.OR);
    }
}
