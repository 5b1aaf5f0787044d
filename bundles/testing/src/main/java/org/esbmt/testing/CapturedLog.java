package org.esbmt.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;

/**
 * Captures the standard error while it is open; slf4j-simple writes the lines of a test's log there. Not for tests that
 * run in parallel in one process.
 */
public final class CapturedLog implements AutoCloseable {
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    public CapturedLog() {
        System.setErr(new PrintStream(written, true, UTF_8));
    }

    /** The lines so far that contain this text. */
    public List<String> linesWith(String text) {
        return written.toString(UTF_8)
                .lines()
                .filter(line -> line.contains(text))
                .toList();
    }

    /** Passes the captured lines on to the former standard error. */
    @Override
    public void close() {
        System.setErr(before);
        before.print(written.toString(UTF_8));
    }
}
