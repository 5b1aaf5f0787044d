package org.esbmt.camel.se.internal.reader;

import java.util.Arrays;

/** Starts of the lines of a file, counted from 1. */
final class Lines {
    private final int length;
    private int[] starts = new int[64];
    private int count = 1;

    Lines(byte[] bytes) {
        length = bytes.length;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n' && i + 1 < bytes.length) {
                if (count == starts.length) {
                    starts = Arrays.copyOf(starts, count * 2);
                }
                starts[count++] = i + 1;
            }
        }
    }

    int count() {
        return count;
    }

    /** The line of the byte at this offset. */
    int of(int offset) {
        int found = Arrays.binarySearch(starts, 0, count, offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /** Offset of the byte after a line's end. */
    int endOfLine(int line) {
        return line < count ? starts[line] : length;
    }
}
