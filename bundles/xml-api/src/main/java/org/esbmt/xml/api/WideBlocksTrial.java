package org.esbmt.xml.api;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tries wide blocks on a thread of its own. Lexers use them once they have given the same answers as words, in less
 * time. Vectors are slow until they are compiled, by a factor of a thousand. So no message may pay for their first runs.
 *
 * <p>The compiler may also drop its code, after something that it has never seen. Messages that take far too long end the
 * use, and a new trial begins.
 */
final class WideBlocksTrial {
    /** Java has the module only with the option {@code --add-modules}. */
    private static final boolean POSSIBLE =
            ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

    private static final System.Logger LOG = System.getLogger(WideBlocksTrial.class.getName());

    private static final int MOST_ROUNDS = 400;
    private static final int GOOD_ROUNDS = 5;
    private static final int TIMED_READS = 8;
    private static final long PAUSE_MILLIS = 5;

    private final TagWords names;
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile WideBlocks accepted;

    WideBlocksTrial(TagWords names) {
        this.names = names;
    }

    /** Null if words are to be used. The first call begins the trial. */
    WideBlocks accepted() {
        if (!begun.get() && begun.compareAndSet(false, true)) {
            if (POSSIBLE) {
                begin();
            } else {
                LOG.log(Level.INFO, "Bodies are checked by words: Java runs without its module of vectors.");
            }
        }
        return accepted;
    }

    /** Decides without a trial, for tests. */
    void decide(WideBlocks blocks) {
        begun.set(true);
        accepted = blocks;
    }

    /** The wide blocks of this Java and processor, or null. */
    static WideBlocks load(TagWords names) {
        try {
            Class<?> vectors = Class.forName("org.esbmt.xml.api.VectorBlocks");
            return (WideBlocks) vectors.getDeclaredMethod("of", TagWords.class).invoke(null, names);
        } catch (ReflectiveOperationException | LinkageError e) {
            LOG.log(Level.DEBUG, "There are no vectors.", e);
            return null;
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // the trial may take its time, and the messages must not
    private void begin() {
        Thread thread = new Thread(this::run, "esbmt-xml-vectors");
        thread.setDaemon(true);
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.setContextClassLoader(null);
        thread.start();
    }

    private void run() {
        WideBlocks wide = load(names);
        if (wide == null) {
            LOG.log(Level.INFO, "Bodies are checked by words: Java has no vectors of 64 bytes here.");
            return;
        }
        try {
            String doubt = doubt(wide);
            if (doubt == null) {
                accepted = new Watched(wide);
                LOG.log(Level.INFO, "Bodies are checked by vectors.");
            } else {
                LOG.log(Level.WARNING, "Bodies are checked by words: " + doubt);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Null if wide blocks are right and fast. */
    private String doubt(WideBlocks wide) throws InterruptedException {
        List<byte[]> documents = TrialDocuments.mixed();
        List<byte[]> usual = TrialDocuments.usual();
        int good = 0;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            for (byte[] document : documents) {
                if (!TrialReading.of(document, names, wide).equals(TrialReading.of(document, names, null))) {
                    return "vectors gave another answer.";
                }
            }
            good = usual.stream().allMatch(document -> saves(document, wide)) ? good + 1 : 0;
            if (good == GOOD_ROUNDS) {
                return null;
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        return "vectors are not faster.";
    }

    /** Returns true if wide blocks save a quarter of the time. */
    private boolean saves(byte[] document, WideBlocks wide) {
        long byWords = fastest(document, null);
        return fastest(document, wide) < byWords - byWords / 4;
    }

    private long fastest(byte[] document, WideBlocks wide) {
        long fastest = Long.MAX_VALUE;
        for (int i = 0; i < TIMED_READS; i++) {
            long begin = System.nanoTime();
            TrialReading.of(document, names, wide);
            fastest = Math.min(fastest, System.nanoTime() - begin);
        }
        return fastest;
    }

    /** Ends the use if several messages in a row take far too long. */
    private final class Watched implements WideBlocks {
        private static final int MOST_SLOW = 3;
        private static final long SLOW_NANOS = 100_000;
        private static final long SLOW_NANOS_A_BYTE = 5;

        private final WideBlocks blocks;
        /** Messages in a row. Threads may miss each other's, as it is about thousands of times. */
        private int slow;

        Watched(WideBlocks blocks) {
            this.blocks = blocks;
        }

        @Override
        public int pass(byte[] b, int from, int to, ElementCount elements) {
            long begin = System.nanoTime();
            int passed = blocks.pass(b, from, to, elements);
            if (System.nanoTime() - begin > SLOW_NANOS + SLOW_NANOS_A_BYTE * (passed - from)) {
                slow++;
                if (slow == MOST_SLOW && accepted == this) {
                    accepted = null;
                    LOG.log(Level.INFO, "Bodies are checked by words until vectors are fast again.");
                    begin();
                }
            } else if (slow != 0) {
                slow = 0;
            }
            return passed;
        }
    }
}
