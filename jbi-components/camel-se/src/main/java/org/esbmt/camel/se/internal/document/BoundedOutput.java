package org.esbmt.camel.se.internal.document;

import java.io.ByteArrayOutputStream;
import org.esbmt.guarded.saxon.EvaluationStopped;
import org.esbmt.guarded.saxon.EvaluationStopped.Reason;

/** Output of an evaluation, up to a number of bytes. The first byte above it ends the evaluation. */
public final class BoundedOutput extends ByteArrayOutputStream {
    private final int mostBytes;

    public BoundedOutput(int mostBytes) {
        super(Math.max(0, Math.min(mostBytes, 2048)));
        this.mostBytes = mostBytes;
    }

    @Override
    public synchronized void write(int b) {
        check(mostBytes - count - 1);
        super.write(b);
    }

    @Override
    public synchronized void write(byte[] b, int from, int length) {
        check((long) mostBytes - count - length);
        super.write(b, from, length);
    }

    /** Ends the evaluation if no further output is permitted. */
    public static void check(long left) {
        if (left < 0) {
            throw new EvaluationStopped(Reason.OUTPUT, "It makes more output than allowed.");
        }
    }
}
