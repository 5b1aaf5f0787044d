package org.esbmt.camel.se.internal.steps;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProducer;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.builder.NoErrorHandlerBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.ProcessDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.support.AsyncProcessorSupport;
import org.apache.camel.support.DefaultExchange;
import org.esbmt.camel.se.internal.engine.Body;
import org.esbmt.camel.se.internal.engine.StepBuilding;
import org.esbmt.camel.se.internal.engine.UnitContexts;
import org.esbmt.camel.se.internal.engine.Value;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.camel.se.internal.work.TenantWorkers;
import org.esbmt.camel.se.internal.work.UnitWorkers;
import org.esbmt.camel.se.internal.work.WorkLimits;
import org.esbmt.content.api.BytesSource;
import org.esbmt.jbi.container.api.MessageMemory;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.tenancy.api.TenantId;

/** Routes of several tenants with real Camel contexts; the back ends are the test's. */
final class Rig implements AutoCloseable {
    static final Owner ACME = Owner.of(new TenantId(new UUID(1, 1)));
    static final Owner GLOBEX = Owner.of(new TenantId(new UUID(2, 2)));
    static final Place HERE = new Place("routes.xml", 1);

    final TenantWorkers workers;
    final SharedSteps shared;
    private final UnitContexts contexts = new UnitContexts();
    private final List<Unit> units = new ArrayList<>();

    Rig(StepLimits limits) {
        this(limits, new WorkLimits(4, 2, 1000, 1000, Duration.ofMillis(50)));
    }

    Rig(StepLimits limits, WorkLimits work) {
        workers = new TenantWorkers(work);
        shared = new SharedSteps(workers, limits, MessageMemory.ofHeap());
    }

    /** The target of a route. */
    @FunctionalInterface
    interface BackEnd {
        void send(Exchange exchange, AsyncCallback callback) throws Exception;

        /** A back end that answers at once. */
        static BackEnd of(java.util.function.Consumer<Exchange> answer) {
            return (exchange, callback) -> {
                answer.accept(exchange);
                callback.done(true);
            };
        }
    }

    /** A started unit with one route. */
    Unit unit(Owner owner, Map<String, BackEnd> backEnds, Step... steps) {
        Unit unit = new Unit(owner, backEnds, List.of(steps));
        units.add(unit);
        return unit;
    }

    static Step to(String backEnd) {
        return new Step.To(new Address.Direct(backEnd), HERE);
    }

    static String text(Exchange exchange) {
        BytesSource bytes = exchange.getMessage().getBody(Body.class).bytes();
        return StandardCharsets.UTF_8.decode(bytes.bytes()).toString();
    }

    static void text(Exchange exchange, String text) {
        exchange.getMessage().setBody(Body.ofText(text));
    }

    /** Parts of a text that are separated by commas. */
    private static List<BytesSource> parts(Exchange exchange, int most) {
        String text = text(exchange);
        Stream<String> parts =
                text.startsWith("endless") ? Stream.generate(() -> "part") : Arrays.stream(text.split(",", -1));
        return parts.limit(most).map(part -> Body.ofText(part).bytes()).toList();
    }

    @Override
    public void close() {
        units.forEach(Unit::close);
        workers.close();
        try {
            contexts.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    final class Unit implements StepBuilding, AutoCloseable {
        private final Owner owner;
        private final Map<String, BackEnd> backEnds;
        private final DefaultCamelContext camel;
        private final UnitWorkers executing;
        final AtomicInteger detached = new AtomicInteger();
        final AtomicInteger dropped = new AtomicInteger();
        final AtomicInteger over = new AtomicInteger();
        final UnitSteps steps;
        private final AsyncProducer producer;

        Unit(Owner owner, Map<String, BackEnd> backEnds, List<Step> route) {
            this.owner = owner;
            this.backEnds = new ConcurrentHashMap<>(backEnds);
            this.steps = shared.open(owner, (expression, building) -> Rig::parts);
            this.executing = workers.open(owner);
            this.camel = contexts.create("unit" + units.size(), executing);
            try {
                RouteDefinition definition = new RouteDefinition("direct:in");
                definition.errorHandler(new NoErrorHandlerBuilder());
                addAll(definition, route);
                camel.addRouteDefinition(definition);
                camel.start();
                producer = camel.getEndpoint("direct:in").createAsyncProducer();
                producer.start();
            } catch (Exception e) {
                close();
                throw e instanceof RuntimeException refused ? refused : new IllegalStateException(e);
            }
        }

        CompletableFuture<Exchange> send(String text) {
            return send(text, Map.of());
        }

        CompletableFuture<Exchange> send(String text, Map<String, Object> headers) {
            Exchange exchange = new DefaultExchange(camel, ExchangePattern.InOut);
            exchange.getMessage().setBody(Body.ofText(text));
            exchange.getMessage().setHeaders(new java.util.HashMap<>(headers));
            CompletableFuture<Exchange> ended = new CompletableFuture<>();
            producer.process(exchange, sync -> ended.complete(exchange));
            return ended;
        }

        Exchange ask(String text) {
            return ended(send(text));
        }

        Exchange ask(String text, String header, String value) {
            return ended(send(text, Map.of(header, value)));
        }

        @Override
        public void addAll(ProcessorDefinition<?> to, List<Step> list) {
            for (Step step : list) {
                if (step instanceof Step.To there) {
                    String name = ((Address.Direct) there.address()).name();
                    to.addOutput(new ProcessDefinition(new Sending(name)));
                } else if (step instanceof Step.Sequence sequence) {
                    addAll(to, sequence.steps());
                } else if (step instanceof Step.Stop) {
                    to.addOutput(new org.apache.camel.model.StopDefinition());
                } else {
                    steps.add(to, step, this);
                }
            }
        }

        private final class Sending extends AsyncProcessorSupport {
            private final String name;

            Sending(String name) {
                this.name = name;
            }

            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                try {
                    backEnds.get(name).send(exchange, callback);
                } catch (Exception e) {
                    exchange.setException(e);
                    callback.done(true);
                }
                return false;
            }
        }

        @Override
        public Value value(Expression expression) {
            return new Value() {
                @Override
                public boolean readsBody() {
                    return expression instanceof Expression.Body;
                }

                @Override
                public String text(Exchange exchange) {
                    if (expression instanceof Expression.Header header) {
                        return exchange.getMessage().getHeader(header.name(), "", String.class);
                    }
                    return expression instanceof Expression.Constant constant ? constant.text() : Rig.text(exchange);
                }

                @Override
                public boolean test(Exchange exchange) {
                    return !text(exchange).isEmpty();
                }
            };
        }

        @Override
        public void detach(Exchange copy) {
            detached.incrementAndGet();
        }

        @Override
        public Runnable dropping(Exchange copy) {
            return dropped::incrementAndGet;
        }

        @Override
        public void branch(Exchange copy) {}

        @Override
        public void over(Exchange copy) {
            over.incrementAndGet();
        }

        @Override
        public void rejoin(Exchange copy, Exchange exchange) {
            over(copy);
        }

        @Override
        public Owner owner() {
            return owner;
        }

        @Override
        public CamelContext camel() {
            return camel;
        }

        /** Ends the unit like the engine. */
        @Override
        public void close() {
            steps.close();
            camel.stop();
            executing.close();
        }
    }

    static Exchange ended(CompletableFuture<Exchange> exchange) {
        return exchange.orTimeout(30, TimeUnit.SECONDS).join();
    }

    static void assertOk(Exchange exchange) {
        assertThat(exchange.getException()).isNull();
    }
}
