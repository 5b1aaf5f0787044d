package org.esbmt.guarded.saxon;

/**
 * Room on a thread's stack, for what must not be cut short by its end: a class of the Java library whose initialization
 * is, can never be used again by anybody.
 */
final class StackRoom {
    /** Some hundred bytes each, whether compiled or not. */
    private static final int FRAMES = 256;

    private StackRoom() {}

    /**
     * Goes as deep as any initialization in the Java library does, and comes back.
     *
     * @throws EvaluationStopped if there is less room
     */
    static void require() {
        try {
            descend(FRAMES, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23);
        } catch (StackOverflowError e) {
            throw new EvaluationStopped(EvaluationStopped.Reason.DEPTH, "It calls itself too deep.");
        }
    }

    /** With more arguments than there are registers, so that each call needs its part of the stack. */
    private static long descend(
            int frames,
            long a,
            long b,
            long c,
            long d,
            long e,
            long f,
            long g,
            long h,
            long i,
            long j,
            long k,
            long l,
            long m,
            long n,
            long o,
            long p,
            long q,
            long r,
            long s,
            long t,
            long u,
            long v,
            long w,
            long x) {
        if (frames == 0) {
            return a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s + t + u + v + w + x;
        }
        return descend(frames - 1, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, a) + a;
    }
}
