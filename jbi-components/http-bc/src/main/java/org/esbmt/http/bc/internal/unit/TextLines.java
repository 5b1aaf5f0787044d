package org.esbmt.http.bc.internal.unit;

import java.util.Arrays;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlRefusedException;

/** The lines of a file; the first is 1. */
final class TextLines {
    private final byte[] bytes;
    /** The start of each line. */
    private final int[] starts;

    TextLines(byte[] bytes) {
        this.bytes = bytes;
        int[] found = new int[64];
        int count = 1;
        for (int i = 0; i < bytes.length - 1; i++) {
            if (bytes[i] == '\n') {
                if (count == found.length) {
                    found = Arrays.copyOf(found, count * 2);
                }
                found[count++] = i + 1;
            }
        }
        this.starts = Arrays.copyOf(found, count);
    }

    /** The line of an offset. */
    int of(long offset) {
        int found = Arrays.binarySearch(starts, (int) offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    int last() {
        return starts.length;
    }

    /** Feeds line by line, so that the line of each refusal is known. An early end of reading becomes a finding. */
    void feed(XmlLexer lexer, String file, UnitFindings findings) {
        int line = 0;
        try {
            while (line < starts.length) {
                line++;
                lexer.feed(bytes, starts[line - 1], line < starts.length ? starts[line] : bytes.length);
            }
            lexer.finish();
        } catch (XmlRefusedException e) {
            findings.add(file, line, e);
        }
    }
}
