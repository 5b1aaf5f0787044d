package org.esbmt.benchmarks.jmh;

import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantBoundary;
import org.esbmt.jbi.container.internal.SameTenantBoundary;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantPrincipal;
import org.esbmt.tenancy.api.UserId;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The decisions of the tenant boundary. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class BoundaryBenchmark {
    private final TenantBoundary boundary = new SameTenantBoundary();
    private final Owner owner = Owner.of(tenant(1));
    private final Owner equalOwner = Owner.of(tenant(1));
    private final Owner otherOwner = Owner.of(tenant(2));
    private final AuthenticatedCaller caller =
            new AuthenticatedCaller(new TenantPrincipal(tenant(1), new UserId(new UUID(0, 2))));

    private static TenantId tenant(int i) {
        return new TenantId(new UUID(0, i));
    }

    @Benchmark
    public boolean permits() {
        return boundary.permits(owner, equalOwner);
    }

    @Benchmark
    public boolean refuses() {
        return boundary.permits(otherOwner, owner);
    }

    /** Derives the owner of an exchange from its message's security subject. */
    @Benchmark
    public Owner ownerOfSubject() {
        return Owner.of(caller.subject());
    }
}
