package org.esbmt.benchmarks.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.TimeUnit;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator.FixedBlockPool;
import org.bouncycastle.crypto.params.Argon2Parameters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** Computes a password's hash in memory allocated for it, and in memory kept from one hash to the next. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
        value = 2,
        jvmArgs = {"-Xmx512m", "-XX:+UseG1GC"})
@Threads(2)
public class PasswordBenchmark {
    private static final int KIBIBYTES = 19 * 1_024;
    private static final int PASSES = 2;
    private static final byte[] PASSWORD = "correct horse battery staple".getBytes(UTF_8);

    private final FixedBlockPool kept = new FixedBlockPool(KIBIBYTES + 4);

    @Benchmark
    public byte[] memoryMadeForEach() {
        return hash(parameters());
    }

    @Benchmark
    public byte[] memoryKept() {
        return hash(parameters().withBlockPool(kept));
    }

    private static Argon2Parameters.Builder parameters() {
        return new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(KIBIBYTES)
                .withIterations(PASSES)
                .withParallelism(1)
                .withSalt(new byte[16]);
    }

    private static byte[] hash(Argon2Parameters.Builder parameters) {
        Argon2BytesGenerator argon2 = new Argon2BytesGenerator();
        argon2.init(parameters.build());
        byte[] hash = new byte[32];
        argon2.generateBytes(PASSWORD, hash);
        return hash;
    }
}
