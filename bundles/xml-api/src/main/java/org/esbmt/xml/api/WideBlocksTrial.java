package org.esbmt.xml.api;

import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tries wide blocks on a thread of its own. Lexers use them once they have given the same answers as words, in less
 * time. Vectors are slow until they are compiled, by a factor of a thousand. So no message may pay for their first runs.
 *
 * <p>The compiler may also drop its code, after something that it has never seen. Messages that take far too long end the
 * use, and a new trial begins after a pause.
 */
final class WideBlocksTrial {
    /** Java has the module only with the option {@code --add-modules}. */
    private static final boolean POSSIBLE =
            ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

    private static final System.Logger LOG = System.getLogger(WideBlocksTrial.class.getName());

    /** With the pauses some ten minutes: the compilers may have much else to do. */
    private static final int MOST_ROUNDS = 1000;
    /** Of a processor's time, so that a busy processor does not decide. A good trial takes a tenth of it. */
    private static final long MOST_NANOS = Duration.ofSeconds(30).toNanos();

    private static final Duration FIRST_WAIT = Duration.ofMinutes(1);
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);
    private static final int GOOD_ROUNDS = 5;
    private static final int TIMED_READS = 8;
    private static final int LONGEST_PAUSE_MILLIS = 1000;

    private final TagWords names;
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile WideBlocks accepted;
    /** Guarded by this: the pause before the next trial. */
    private Duration wait = Duration.ZERO;
    /** Guarded by this: true if a test has decided. */
    private boolean decided;

    WideBlocksTrial(TagWords names) {
        this.names = names;
    }

    /** Null if words are to be used. The first call begins the trial. */
    WideBlocks accepted() {
        if (!begun.get() && begun.compareAndSet(false, true)) {
            if (POSSIBLE) {
                begin(Duration.ZERO);
            } else {
                LOG.log(Level.INFO, "Bodies are checked by words: Java runs without its module of vectors.");
            }
        }
        return accepted;
    }

    /** As {@link #accepted}, without a trial. */
    WideBlocks current() {
        return accepted;
    }

    /** Decides without a trial, for tests. A trial that runs has no effect then. */
    synchronized void decide(WideBlocks blocks) {
        begun.set(true);
        decided = true;
        accepted = blocks;
    }

    /** Lets lexers use the blocks, as long as they are not slow. */
    synchronized void accept(WideBlocks blocks) {
        if (!decided) {
            accepted = new Watched(blocks);
        }
    }

    /** Ends the use of blocks, and begins a new trial, later each time. */
    private synchronized void end(Watched slow) {
        if (accepted != slow) {
            return;
        }
        accepted = null;
        wait = wait.isZero() ? FIRST_WAIT : wait.multipliedBy(2);
        wait = wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
        LOG.log(
                Level.INFO,
                "Bodies are checked by words, because vectors are slow. The next trial is in {0} s.",
                wait.toSeconds());
        begin(wait);
    }

    /** The wide blocks of this Java and processor, or null. */
    static WideBlocks load(TagWords names) {
        try {
            Class<?> vectors = Class.forName("org.esbmt.xml.api.VectorBlocks");
            return (WideBlocks) vectors.getDeclaredMethod("of", TagWords.class).invoke(null, names);
        } catch (ReflectiveOperationException | LinkageError e) {
            LOG.log(
                    POSSIBLE ? Level.WARNING : Level.DEBUG,
                    "Vectors of Java cannot be used; see org.osgi.framework.bootdelegation in etc/custom.properties.",
                    e);
            return null;
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // the trial may take its time, and the messages must not
    private void begin(Duration after) {
        Thread thread = new Thread(() -> run(after), "esbmt-xml-vectors");
        thread.setDaemon(true);
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.setContextClassLoader(null);
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            LOG.log(Level.WARNING, "Bodies are checked by words: there is no thread to try vectors.", e);
        }
    }

    private void run(Duration after) {
        try {
            TimeUnit.NANOSECONDS.sleep(after.toNanos());
            tryOut();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) { // a message must not meet what the trial met
            LOG.log(Level.WARNING, "Bodies are checked by words: the trial of vectors failed.", e);
        }
    }

    private void tryOut() throws InterruptedException {
        WideBlocks wide = load(names);
        if (wide == null) {
            LOG.log(Level.INFO, "Bodies are checked by words: Java has no vectors of 64 bytes here.");
            return;
        }
        String doubt = doubt(wide);
        if (doubt == null) {
            accept(wide);
            LOG.log(Level.INFO, "Bodies are checked by vectors.");
        } else {
            LOG.log(Level.WARNING, "Bodies are checked by words: " + doubt);
        }
    }

    /** Null if wide blocks are right and fast. */
    private String doubt(WideBlocks wide) throws InterruptedException {
        List<byte[]> documents = TrialDocuments.mixed();
        List<byte[]> usual = TrialDocuments.usual();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long most = threads.getCurrentThreadCpuTime() + MOST_NANOS;
        int good = 0;
        for (int round = 0; round < MOST_ROUNDS && threads.getCurrentThreadCpuTime() < most; round++) {
            for (byte[] document : documents) {
                if (!TrialReading.of(document, names, wide).equals(TrialReading.of(document, names, null))) {
                    return "vectors gave another answer.";
                }
            }
            good = usual.stream().allMatch(document -> saves(document, wide)) ? good + 1 : 0;
            if (good == GOOD_ROUNDS) {
                return null;
            }
            TimeUnit.MILLISECONDS.sleep(Math.min(round, LONGEST_PAUSE_MILLIS));
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

    /** Ends the use if several messages, one after the other, take far too long. A pause of the JVM counts once. */
    private final class Watched implements WideBlocks {
        private static final int MOST_SLOW = 3;
        private static final long SLOW_NANOS = 100_000;
        private static final long SLOW_NANOS_A_BYTE = 5;

        private final WideBlocks blocks;
        private final AtomicInteger slow = new AtomicInteger();
        /** Guarded by this. */
        private long slowUntil = System.nanoTime();

        Watched(WideBlocks blocks) {
            this.blocks = blocks;
        }

        /** Passes over nothing once the use has ended, also for a message that has begun before. */
        @Override
        public int pass(byte[] b, int from, int to, ElementCount elements) {
            if (accepted != this) {
                return from;
            }
            long begin = System.nanoTime();
            int passed = blocks.pass(b, from, to, elements);
            long end = System.nanoTime();
            if (end - begin > SLOW_NANOS + SLOW_NANOS_A_BYTE * (passed - from)) {
                if (isOneMore(begin, end) && slow.incrementAndGet() >= MOST_SLOW) {
                    end(this);
                }
            } else if (slow.get() != 0) {
                slow.set(0);
            }
            return passed;
        }

        /** Returns false for a pass beside one that counts. */
        private synchronized boolean isOneMore(long begin, long end) {
            if (begin - slowUntil < 0) {
                return false;
            }
            slowUntil = end;
            return true;
        }
    }
}
