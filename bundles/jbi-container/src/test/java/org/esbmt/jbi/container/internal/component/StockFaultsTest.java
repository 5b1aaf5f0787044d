package org.esbmt.jbi.container.internal.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.esbmt.jbi.container.internal.component.TestBus.ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.GLOBEX;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_GLOBEX;
import static org.esbmt.jbi.container.internal.component.TestBus.SERVICE;
import static org.esbmt.jbi.container.internal.component.TestBus.subject;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.jbi.messaging.InOut;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.namespace.QName;
import org.apache.servicemix.jbi.runtime.impl.EndpointImpl;
import org.apache.servicemix.jbi.runtime.impl.ServiceEndpointImpl;
import org.apache.servicemix.nmr.api.Channel;
import org.apache.servicemix.nmr.api.Endpoint;
import org.apache.servicemix.nmr.api.Exchange;
import org.apache.servicemix.nmr.api.Pattern;
import org.apache.servicemix.nmr.api.internal.InternalEndpoint;
import org.apache.servicemix.nmr.api.internal.InternalExchange;
import org.apache.servicemix.nmr.api.internal.InternalReference;
import org.apache.servicemix.nmr.api.security.AuthorizationService;
import org.apache.servicemix.nmr.api.security.GroupPrincipal;
import org.apache.servicemix.nmr.core.EndpointRegistryImpl;
import org.apache.servicemix.nmr.core.ExchangeImpl;
import org.apache.servicemix.nmr.core.FlowRegistryImpl;
import org.apache.servicemix.nmr.core.ServiceMix;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantBoundaryException;
import org.esbmt.jbi.container.internal.SameTenantBoundary;
import org.esbmt.jbi.container.internal.nmr.ActivatedEndpoint;
import org.esbmt.jbi.container.internal.nmr.IndexedEndpointRegistry;
import org.esbmt.jbi.container.internal.nmr.TenantFlowRegistry;
import org.esbmt.jbi.container.internal.nmr.TenantNmr;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Faults of ServiceMix's classes for tenants, each beside the behaviour of this container. Fault 4 is in
 * ContentIsNotReadTest.
 */
class StockFaultsTest {
    private static final int MANY = 1_000;

    private final TestBus bus = new TestBus(2, 8);

    @AfterEach
    void close() {
        bus.close();
    }

    /** An endpoint of the NMR that keeps its exchanges. */
    private static final class StockEndpoint implements Endpoint {
        private final List<Exchange> seen = new ArrayList<>();
        private Channel channel;

        @Override
        public void setChannel(Channel given) {
            channel = given;
        }

        @Override
        public void process(Exchange exchange) {
            seen.add(exchange);
        }
    }

    private static Map<String, Object> stockProperties(int i) {
        return Map.of(
                Endpoint.NAME, "e" + i, Endpoint.SERVICE_NAME, "{urn:orders}S" + i, Endpoint.ENDPOINT_NAME, "soap");
    }

    /** Fault 1: endpoints are compared one by one, for each exchange. */
    @Nested
    class Lookup {

        @Test
        void theStockRegistryLooksAtAllEndpoints() {
            ServiceMix stock = new ServiceMix();
            AtomicInteger looks = new AtomicInteger();
            EndpointRegistryImpl registry = new EndpointRegistryImpl(stock) {
                @Override
                public Map<String, ?> getProperties(Endpoint endpoint) {
                    looks.incrementAndGet();
                    return super.getProperties(endpoint);
                }
            };
            registry.init();
            stock.setEndpointRegistry(registry);
            stock.init();
            for (int i = 0; i < MANY; i++) {
                registry.register(new StockEndpoint(), stockProperties(i));
            }
            looks.set(0);
            InternalReference found = (InternalReference)
                    registry.lookup(Map.of(Endpoint.SERVICE_NAME, "{urn:orders}S7", Endpoint.ENDPOINT_NAME, "soap"));
            assertThat(found.choose(registry)).hasSize(1);
            assertThat(looks).hasValue(MANY);
        }

        @Test
        void oursLooksAtNone() throws Exception {
            TenantNmr nmr = new TenantNmr(new SameTenantBoundary());
            AtomicInteger looks = new AtomicInteger();
            IndexedEndpointRegistry registry = new IndexedEndpointRegistry(nmr) {
                @Override
                public Map<String, ?> getProperties(Endpoint endpoint) {
                    looks.incrementAndGet();
                    return super.getProperties(endpoint);
                }

                @Override
                protected List<InternalEndpoint> internalQuery(Map<String, ?> properties) {
                    List<InternalEndpoint> scanned = super.internalQuery(properties);
                    looks.addAndGet(MANY);
                    return scanned;
                }
            };
            nmr.setEndpointRegistry(registry);
            ComponentInbox inbox = new ComponentInbox("provider", new InlineDispatch(1), 1);
            for (int i = 0; i < MANY; i++) {
                QName service = new QName("urn:orders", "S" + i);
                registry.activate(
                        new ActivatedEndpoint(
                                inbox,
                                Owner.PLAIN,
                                service,
                                service,
                                "soap",
                                List.of(new QName("urn:orders", "I" + i))),
                        Set.of());
            }
            looks.set(0);
            String service = "{urn:orders}S7";
            for (Map<String, String> wanted : List.of(
                    Map.of(Endpoint.SERVICE_NAME, service, Endpoint.ENDPOINT_NAME, "soap"),
                    Map.of(Endpoint.SERVICE_NAME, service),
                    Map.of(Endpoint.INTERFACE_NAME, "{urn:orders}I7"))) {
                InternalReference found = (InternalReference) registry.lookup(wanted);
                assertThat(found.choose(registry)).hasSize(1);
            }
            assertThat(registry.find(Owner.PLAIN, QName.valueOf(service), "soap"))
                    .isPresent();
            assertThat(looks).hasValue(0);
        }
    }

    /** Fault 2: the authorization service is called on one path only. */
    @Nested
    class Authorization {
        private final AtomicInteger asked = new AtomicInteger();
        private final AuthorizationService nobodyMay = new AuthorizationService() {
            @Override
            public Set<GroupPrincipal> getAcls(String endpoint, QName operation) {
                asked.incrementAndGet();
                return Set.of(new GroupPrincipal("nobody"));
            }
        };

        @Test
        void theStockRegistryPermitsAnyPresetDestination() {
            ServiceMix stock = new ServiceMix();
            stock.init();
            ((FlowRegistryImpl) stock.getFlowRegistry()).setAuthorizationService(nobodyMay);
            StockEndpoint beta = new StockEndpoint();
            stock.getEndpointRegistry().register(beta, stockProperties(1));
            InternalExchange exchange = new ExchangeImpl(Pattern.InOnly);
            exchange.setDestination(
                    (InternalEndpoint) stock.getEndpointRegistry().query(null).get(0));
            stock.createChannel().send(exchange);
            await().until(() -> beta.seen.contains(exchange));
            assertThat(asked).hasValue(0);
        }

        @Test
        void oursPermitsNoForeignDestination() throws Exception {
            TestComponent provider = bus.start("provider", TestComponent.keeping());
            TestComponent consumer = bus.start("consumer", TestComponent.keeping());
            ActivatedEndpoint ofGlobex =
                    (ActivatedEndpoint) provider.context().activateEndpoint(OF_GLOBEX, SERVICE, "soap");
            InOut exchange = consumer.request(null, subject(ACME));
            TenantExchangeAccess.internal(exchange).setDestination(ofGlobex.registration());
            assertThatThrownBy(() -> consumer.channel().send(exchange)).isInstanceOf(TenantBoundaryException.class);
            assertThat(provider.seen).isEmpty();
        }

        /** Fault 5, second half: that service is one synchronized cache of 64 entries. */
        @Test
        void oursAsksNoAuthorizationService() throws Exception {
            ((TenantFlowRegistry) bus.bus.nmr().getFlowRegistry()).setAuthorizationService(nobodyMay);
            TestComponent provider = bus.start("provider", TestComponent.keeping());
            TestComponent consumer = bus.start("consumer", TestComponent.keeping());
            ServiceEndpoint own = provider.context().activateEndpoint(OF_ACME, SERVICE, "soap");
            consumer.channel().send(consumer.request(own, subject(ACME)));
            assertThat(provider.seen).hasSize(1);
            assertThat(asked).hasValue(0);
        }
    }

    /** Fault 3: one queue for all, and a sender waits for a full one. */
    @Nested
    class Queue {

        @Test
        void theStockEndpointBlocksAllSendersOfAFullQueue() throws Exception {
            EndpointImpl stock = new EndpointImpl(stockProperties(1));
            stock.setQueue(new ArrayBlockingQueue<>(1));
            stock.process(new ExchangeImpl(Pattern.InOnly)); // acme's
            Thread globex = new Thread(() -> stock.process(new ExchangeImpl(Pattern.InOnly)));
            globex.start();
            await().until(() -> globex.getState() == Thread.State.TIMED_WAITING);
            stock.getQueue().take();
            globex.join(10_000);
            assertThat(globex.isAlive()).isFalse();
        }

        @Test
        void oursRefusesTheTenantThatFilledItsLaneAndTakesTheOthers() throws Exception {
            TestComponent provider = bus.start("provider", TestComponent.accepting());
            TestComponent consumer = bus.start("consumer", TestComponent.keeping());
            ServiceEndpoint ofAcme = provider.context().activateEndpoint(OF_ACME, SERVICE, "soap");
            ServiceEndpoint ofGlobex = provider.context().activateEndpoint(OF_GLOBEX, SERVICE, "soap");
            ServiceEndpoint plain = provider.context().activateEndpoint(SERVICE, "soap");
            consumer.channel().send(consumer.request(ofAcme, subject(ACME)));
            consumer.channel().send(consumer.request(ofAcme, subject(ACME)));
            InOut third = consumer.request(ofAcme, subject(ACME));
            assertThatThrownBy(() -> consumer.channel().send(third)).isInstanceOf(OverloadedException.class);

            consumer.channel().send(consumer.request(ofGlobex, subject(GLOBEX)));
            consumer.channel().send(consumer.request(plain, null));
            List<ServiceEndpoint> order = new ArrayList<>();
            for (MessageExchange e = provider.channel().accept(1);
                    e != null;
                    e = provider.channel().accept(1)) {
                order.add(e.getEndpoint());
            }
            assertThat(order).containsExactly(ofAcme, ofGlobex, plain, ofAcme);

            consumer.channel().send(third);
            assertThat(provider.channel().accept(1)).isSameAs(third);
        }
    }

    /** Fault 5: threads are renamed while they wait. */
    @Nested
    class ThreadNames {

        @Test
        void theStockChannelRenamesTheThreadThatWaits() throws Exception {
            ServiceMix stock = new ServiceMix();
            stock.init();
            StockEndpoint provider = new StockEndpoint();
            stock.getEndpointRegistry().register(provider, stockProperties(1));
            Exchange exchange = new ExchangeImpl(Pattern.InOut);
            exchange.setTarget(stock.getEndpointRegistry().lookup(Map.of(Endpoint.ENDPOINT_NAME, "soap")));
            Thread waiting = new Thread(() -> stock.createChannel().sendSync(exchange), "waiting");
            waiting.start();
            await().until(() -> waiting.getName().contains("waiting for exchange"));
            await().until(() -> provider.seen.contains(exchange));
            provider.channel.send(exchange);
            waiting.join(10_000);
            assertThat(waiting.isAlive()).isFalse();
        }

        @Test
        void oursLeavesItItsName() throws Exception {
            TestComponent provider = bus.start("provider", TestComponent.accepting());
            TestComponent consumer = bus.start("consumer", TestComponent.accepting());
            provider.context().activateEndpoint(SERVICE, "soap");
            InOut exchange = consumer.request(new ServiceEndpointImpl(SERVICE, "soap"), null);
            Thread waiting = new Thread(
                    () -> {
                        try {
                            consumer.channel().sendSync(exchange);
                        } catch (javax.jbi.messaging.MessagingException e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    "waiting");
            waiting.start();
            MessageExchange atProvider = provider.channel().accept(10_000);
            await().until(() -> waiting.getState() == Thread.State.WAITING);
            assertThat(waiting.getName()).isEqualTo("waiting");
            provider.reply(atProvider);
            waiting.join(10_000);
            assertThat(waiting.isAlive()).isFalse();
        }
    }
}
