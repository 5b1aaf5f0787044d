package org.esbmt.xml.api;

/**
 * Passes over wide blocks of plain markup and text, and leaves each doubt to {@link WordBlocks}. It passes over no tag that
 * {@link WordBlocks} would not: no quote, no slash but that of an end tag, no guarded name of a tag. Text may differ: a
 * block of text that begins with a guarded name behind a colon or slash of the block before is passed over. It has no state.
 */
interface WideBlocks {
    int BLOCK = 512;
    /** A block, and the bytes behind it that are looked at. */
    int LEAST = BLOCK + TagWords.FIRST_LETTERS;

    /**
     * Passes over bytes from a place in character data on, and counts their elements.
     *
     * @return the first byte that was not passed over: in character data, or the beginning of a tag
     */
    int pass(byte[] b, int from, int to, ElementCount elements);
}
