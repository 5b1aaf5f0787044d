package org.esbmt.guarded.saxon;

/**
 * Ensures room on a thread's stack for calls that must not fail with its end. A class of the Java library whose
 * initialization fails can never be used again.
 */
final class StackRoom {
    /**
     * Frames of at least half a kilobyte each, compiled or not. They take two microseconds (StylesheetBenchmark has
     * transformations with it).
     */
    private static final int FRAMES = 72;

    private static final int FEW_FRAMES = 16;

    private StackRoom() {}

    /**
     * Descends as deep as any initialization in the Java library, and returns.
     *
     * @throws EvaluationStopped if there is less room
     */
    static void require() {
        require(FRAMES);
    }

    /**
     * Descends as deep as the begin and the end of an evaluation together, and returns.
     *
     * @throws EvaluationStopped if there is less room
     */
    static void requireForOneEvaluation() {
        require(FEW_FRAMES);
    }

    private static void require(int frames) {
        try {
            descend(
                    frames, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
                    25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49,
                    50, 51, 52, 53, 54, 55, 56, 57, 58, 59);
        } catch (StackOverflowError e) {
            throw new EvaluationStopped(EvaluationStopped.Reason.DEPTH, "It calls itself too deep.");
        }
    }

    /**
     * Has many more arguments than there are registers, so that each call needs its part of the stack. A few large
     * frames take less time than many small ones.
     */
    private static long descend(
            int frames,
            long a0,
            long a1,
            long a2,
            long a3,
            long a4,
            long a5,
            long a6,
            long a7,
            long a8,
            long a9,
            long a10,
            long a11,
            long a12,
            long a13,
            long a14,
            long a15,
            long a16,
            long a17,
            long a18,
            long a19,
            long a20,
            long a21,
            long a22,
            long a23,
            long a24,
            long a25,
            long a26,
            long a27,
            long a28,
            long a29,
            long a30,
            long a31,
            long a32,
            long a33,
            long a34,
            long a35,
            long a36,
            long a37,
            long a38,
            long a39,
            long a40,
            long a41,
            long a42,
            long a43,
            long a44,
            long a45,
            long a46,
            long a47,
            long a48,
            long a49,
            long a50,
            long a51,
            long a52,
            long a53,
            long a54,
            long a55,
            long a56,
            long a57,
            long a58,
            long a59) {
        if (frames == 0) {
            return a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + a10 + a11 + a12 + a13 + a14 + a15 + a16 + a17 + a18
                    + a19 + a20 + a21 + a22 + a23 + a24 + a25 + a26 + a27 + a28 + a29 + a30 + a31 + a32 + a33 + a34
                    + a35 + a36 + a37 + a38 + a39 + a40 + a41 + a42 + a43 + a44 + a45 + a46 + a47 + a48 + a49 + a50
                    + a51 + a52 + a53 + a54 + a55 + a56 + a57 + a58 + a59;
        }
        return descend(
                        frames - 1,
                        a0,
                        a1,
                        a2,
                        a3,
                        a4,
                        a5,
                        a6,
                        a7,
                        a8,
                        a9,
                        a10,
                        a11,
                        a12,
                        a13,
                        a14,
                        a15,
                        a16,
                        a17,
                        a18,
                        a19,
                        a20,
                        a21,
                        a22,
                        a23,
                        a24,
                        a25,
                        a26,
                        a27,
                        a28,
                        a29,
                        a30,
                        a31,
                        a32,
                        a33,
                        a34,
                        a35,
                        a36,
                        a37,
                        a38,
                        a39,
                        a40,
                        a41,
                        a42,
                        a43,
                        a44,
                        a45,
                        a46,
                        a47,
                        a48,
                        a49,
                        a50,
                        a51,
                        a52,
                        a53,
                        a54,
                        a55,
                        a56,
                        a57,
                        a58,
                        a59)
                + a0;
    }
}
