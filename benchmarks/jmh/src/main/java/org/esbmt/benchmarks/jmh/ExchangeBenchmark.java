package org.esbmt.benchmarks.jmh;

import java.util.concurrent.TimeUnit;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.InOut;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessageExchangeFactory;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.apache.servicemix.jbi.runtime.impl.ServiceEndpointImpl;
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

/**
 * One in-out exchange of a tenant: creation, request, answer and acknowledgement. It has three hops, each through the tenant
 * boundary.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ExchangeBenchmark {
    private static final ServiceEndpoint NAME = new ServiceEndpointImpl(BenchmarkBus.SERVICE, BenchmarkBus.ENDPOINT);

    @Param({"0", "1000", "10000"})
    public int otherEndpoints;

    private final Source content = new StreamSource();
    private BenchmarkBus inline;
    private BenchmarkBus queued;
    private MessageExchangeFactory factory;
    private Thread acceptor;

    @Setup
    public void start() throws Exception {
        inline = new BenchmarkBus(otherEndpoints, BenchmarkComponent.inline(), BenchmarkComponent.inline());
        factory = inline.consumer.channel().createExchangeFactory();
        queued = new BenchmarkBus(otherEndpoints, BenchmarkComponent.accepting(), BenchmarkComponent.accepting());
        acceptor = new Thread(this::accept);
        acceptor.start();
    }

    @TearDown
    public void stop() throws Exception {
        queued.provider.channel().close();
        acceptor.join();
        inline.close();
        queued.close();
    }

    private void accept() {
        try {
            while (true) {
                queued.provider.process(queued.provider.channel().accept());
            }
        } catch (MessagingException e) {
            // the channel is closed at the end of the benchmark
        }
    }

    private InOut exchange(BenchmarkBus bus, MessageExchangeFactory exchanges, ServiceEndpoint to)
            throws MessagingException {
        InOut exchange = exchanges.createInOutExchange();
        NormalizedMessage in = exchange.createMessage();
        in.setContent(content);
        in.setSecuritySubject(bus.caller.subject());
        exchange.setInMessage(in);
        exchange.setEndpoint(to);
        return exchange;
    }

    /** Sends to a known endpoint on one thread, like http-bc. */
    @Benchmark
    public MessageExchange inlineToEndpoint() throws MessagingException {
        InOut exchange = exchange(inline, factory, inline.endpoint);
        inline.consumer.channel().send(exchange);
        return exchange;
    }

    /** Sends to an endpoint's authored name, so each exchange includes the lookup. */
    @Benchmark
    public MessageExchange inlineToName() throws MessagingException {
        InOut exchange = exchange(inline, factory, NAME);
        inline.consumer.channel().send(exchange);
        return exchange;
    }

    /** Sends to a component without an exchange listener, with two changes of thread. */
    @Benchmark
    public MessageExchange sendSyncToAcceptor() throws MessagingException {
        InOut exchange = exchange(queued, queued.consumer.channel().createExchangeFactory(), queued.endpoint);
        queued.consumer.channel().sendSync(exchange);
        exchange.setStatus(ExchangeStatus.DONE);
        queued.consumer.channel().send(exchange);
        return exchange;
    }
}
