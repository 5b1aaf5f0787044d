package org.esbmt.benchmarks.jmh;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.jbi.servicedesc.ServiceEndpoint;
import org.apache.servicemix.nmr.api.Channel;
import org.apache.servicemix.nmr.api.Endpoint;
import org.apache.servicemix.nmr.api.Exchange;
import org.apache.servicemix.nmr.api.internal.InternalReference;
import org.apache.servicemix.nmr.core.ServiceMix;
import org.esbmt.jbi.container.api.Owner;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Finds one endpoint among many by name: this container's index beside ServiceMix's scan. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LookupBenchmark {

    @Param({"0", "1000", "10000"})
    public int otherEndpoints;

    private BenchmarkBus bus;
    private ServiceMix stock;
    private Owner owner;

    @Setup
    public void start() throws Exception {
        bus = new BenchmarkBus(otherEndpoints, BenchmarkComponent.inline(), BenchmarkComponent.inline());
        owner = bus.owner;
        stock = new ServiceMix();
        stock.init();
        for (int i = 0; i <= otherEndpoints; i++) {
            stock.getEndpointRegistry().register(new NoEndpoint(), name(i));
        }
    }

    private static Map<String, Object> name(int i) {
        return Map.of(Endpoint.SERVICE_NAME, "{urn:orders}Service" + i, Endpoint.ENDPOINT_NAME, "soap");
    }

    @TearDown
    public void stop() throws Exception {
        bus.close();
        stock.shutdown();
    }

    @Benchmark
    public Optional<ServiceEndpoint> index() {
        return bus.consumer.context().findEndpoint(owner, BenchmarkBus.SERVICE, BenchmarkBus.ENDPOINT);
    }

    @Benchmark
    public Object stockScan() {
        return ((InternalReference) stock.getEndpointRegistry().lookup(name(0))).choose(stock.getEndpointRegistry());
    }

    private static final class NoEndpoint implements Endpoint {
        @Override
        public void setChannel(Channel channel) {}

        @Override
        public void process(Exchange exchange) {}
    }
}
