package org.esbmt.jbi.container.internal.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.jbi.container.internal.component.TestBus.ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.GLOBEX;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_GLOBEX;
import static org.esbmt.jbi.container.internal.component.TestBus.SERVICE;
import static org.esbmt.jbi.container.internal.component.TestBus.subject;

import java.util.Map;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.Fault;
import javax.jbi.messaging.InOut;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.security.auth.Subject;
import org.apache.servicemix.jbi.runtime.impl.MessageExchangeImpl;
import org.apache.servicemix.jbi.runtime.impl.ServiceEndpointImpl;
import org.apache.servicemix.nmr.api.Endpoint;
import org.apache.servicemix.nmr.api.Role;
import org.apache.servicemix.nmr.api.internal.Flow;
import org.apache.servicemix.nmr.api.internal.InternalEndpoint;
import org.apache.servicemix.nmr.api.internal.InternalExchange;
import org.apache.servicemix.nmr.core.ExchangeImpl;
import org.apache.servicemix.nmr.core.StaticReferenceImpl;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantBoundaryException;
import org.esbmt.jbi.container.internal.nmr.ActivatedEndpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Acme attacks globex. Each attack uses objects that a component can obtain. */
class TenantBoundaryTest {
    private final TestBus bus = new TestBus();
    private final TestComponent provider = bus.start("provider", TestComponent.keeping());
    private final TestComponent consumer = bus.start("consumer", TestComponent.keeping());
    private ServiceEndpoint ofAcme;
    private ServiceEndpoint ofGlobex;
    private ServiceEndpoint plain;

    @BeforeEach
    void activate() throws Exception {
        ofAcme = provider.context().activateEndpoint(OF_ACME, SERVICE, "soap");
        ofGlobex = provider.context().activateEndpoint(OF_GLOBEX, SERVICE, "soap");
        plain = provider.context().activateEndpoint(SERVICE, "soap");
    }

    @AfterEach
    void close() {
        bus.close();
    }

    private static InternalExchange internal(MessageExchange exchange) {
        return (InternalExchange) ((MessageExchangeImpl) exchange).getInternalExchange();
    }

    private static InternalEndpoint registration(ServiceEndpoint endpoint) {
        return ((ActivatedEndpoint) endpoint).registration();
    }

    private void refused(MessageExchange exchange) {
        assertThatThrownBy(() -> consumer.channel().send(exchange)).isInstanceOf(TenantBoundaryException.class);
        assertThat(provider.seen).isEmpty();
    }

    @Test
    void aTenantReachesItsOwnEndpoint() throws Exception {
        consumer.channel().send(consumer.request(ofAcme, subject(ACME)));
        assertThat(provider.seen).singleElement().satisfies(e -> assertThat(e.getEndpoint())
                .isSameAs(ofAcme));
    }

    @Test
    void thePlainWorldReachesItself() throws Exception {
        consumer.channel().send(consumer.request(plain, null));
        consumer.channel().send(consumer.request(plain, new Subject()));
        assertThat(provider.seen).hasSize(2);
    }

    @Test
    void theSameNameIsEachTenantsOwnEndpoint() throws Exception {
        ServiceEndpoint name = new ServiceEndpointImpl(SERVICE, "soap");
        consumer.channel().send(consumer.request(name, subject(GLOBEX)));
        consumer.channel().send(consumer.request(name, subject(ACME)));
        consumer.channel().send(consumer.request(name, null));
        assertThat(provider.seen).extracting(MessageExchange::getEndpoint).containsExactly(ofGlobex, ofAcme, plain);
    }

    @Test
    void aServiceNameIsLookedUpAmongTheTenantsOwnServices() throws Exception {
        InOut exchange = consumer.request(null, subject(GLOBEX));
        exchange.setService(SERVICE);
        consumer.channel().send(exchange);
        assertThat(provider.seen).extracting(MessageExchange::getEndpoint).containsExactly(ofGlobex);
    }

    @Test
    void notByTheEndpointItself() throws Exception {
        refused(consumer.request(ofGlobex, subject(ACME)));
    }

    @Test
    void notByItsNameOnTheBus() throws Exception {
        refused(consumer.request(new ServiceEndpointImpl(ofGlobex.getServiceName(), "soap"), subject(ACME)));
    }

    @Test
    void notByItsServiceNameOnTheBus() throws Exception {
        InOut exchange = consumer.request(null, subject(ACME));
        exchange.setService(ofGlobex.getServiceName());
        assertThatThrownBy(() -> consumer.channel().send(exchange)).isInstanceOf(MessagingException.class);
        assertThat(provider.seen).isEmpty();
    }

    @Test
    void notByAPresetDestination() throws Exception {
        InOut exchange = consumer.request(ofAcme, subject(ACME));
        internal(exchange).setDestination(registration(ofGlobex));
        refused(exchange);
    }

    @Test
    void notByAPresetTarget() throws Exception {
        InOut exchange = consumer.request(ofAcme, subject(ACME));
        internal(exchange).setTarget(new StaticReferenceImpl(java.util.List.of(registration(ofGlobex))));
        refused(exchange);
    }

    @Test
    void notByAFlowThatDeclinesAnEarlierCandidate() throws Exception {
        Flow stock = bus.bus.nmr().getFlowRegistry().getServices().iterator().next();
        bus.bus.nmr().getFlowRegistry().unregister(stock, null);
        bus.bus.nmr().getFlowRegistry().register(new DecliningFlow(stock, registration(ofAcme)), Map.of());
        InOut exchange = consumer.request(ofAcme, subject(ACME));
        internal(exchange)
                .setTarget(new StaticReferenceImpl(java.util.List.of(registration(ofAcme), registration(ofGlobex))));
        refused(exchange);
    }

    @Test
    void notWithAForeignSubjectFromAnEndpointOfItsOwn() throws Exception {
        ServiceEndpoint sender = consumer.context().activateEndpoint(OF_ACME, SERVICE, "sender");
        InOut bySource = consumer.request(ofGlobex, subject(GLOBEX));
        internal(bySource).setSource(registration(sender));
        refused(bySource);

        InOut byName = consumer.request(ofGlobex, subject(GLOBEX));
        byName.setProperty("org.apache.servicemix.senderEndpoint", sender.getServiceName() + ":sender");
        refused(byName);
    }

    @Test
    void notInTheNameOfAnotherComponentsEndpoint() throws Exception {
        InOut exchange = consumer.request(ofGlobex, subject(GLOBEX));
        internal(exchange).setSource(registration(ofGlobex));
        assertThatThrownBy(() -> consumer.channel().send(exchange))
                .isInstanceOf(MessagingException.class)
                .hasMessageContaining("not its own");
        assertThat(provider.seen).isEmpty();
    }

    @Test
    void notWithAnEndpointThatOnlyLooksLikeItsOwn() throws Exception {
        InOut exchange = consumer.request(ofAcme, subject(ACME));
        internal(exchange).setDestination(new ForgedEndpoint(registration(ofAcme), registration(ofGlobex)));
        assertThatThrownBy(() -> consumer.channel().send(exchange)).isInstanceOf(MessagingException.class);
        assertThat(provider.seen).isEmpty();
    }

    @Test
    void notByTheEndpointsOwnChannel() throws Exception {
        InOut exchange = consumer.request(ofGlobex, subject(ACME));
        assertThatThrownBy(() -> registration(ofGlobex).getChannel().deliver(internal(exchange)))
                .isInstanceOf(TenantBoundaryException.class);
        consumer.channel().send(consumer.request(ofAcme, subject(ACME)));
        MessageExchange own = provider.seen.remove();
        assertThatThrownBy(() -> registration(ofGlobex).getChannel().deliver(internal(own)))
                .isInstanceOf(TenantBoundaryException.class);
        assertThat(provider.seen).isEmpty();
    }

    @Test
    void notAnonymously() throws Exception {
        refused(consumer.request(ofGlobex, null));
        refused(consumer.request(ofGlobex, new Subject()));
    }

    @Test
    void notWithTwoTenants() throws Exception {
        refused(consumer.request(ofGlobex, subject(ACME, GLOBEX)));
        refused(consumer.request(ofAcme, subject(ACME, GLOBEX)));
    }

    @Test
    void withTwoTenantsNotEvenAPlainEndpoint() throws Exception {
        refused(consumer.request(plain, subject(ACME, GLOBEX)));
    }

    @Test
    void notFromTheTenantsToThePlainWorld() throws Exception {
        refused(consumer.request(plain, subject(ACME)));
    }

    @Test
    void notByAnExchangeThatTheContainerHasNotMade() throws Exception {
        ExchangeImpl forged = new ExchangeImpl(org.apache.servicemix.nmr.api.Pattern.InOut);
        forged.setDestination(registration(ofGlobex));
        MessageExchange exchange = new org.apache.servicemix.jbi.runtime.impl.InOutImpl(forged);
        assertThatThrownBy(() -> consumer.channel().send(exchange)).isInstanceOf(MessagingException.class);
        assertThatThrownBy(() -> bus.bus.nmr().getFlowRegistry().dispatch(forged))
                .isInstanceOf(TenantBoundaryException.class);
        assertThat(provider.seen).isEmpty();
    }

    @Test
    void notByAReplyThatWasNeverAskedFor() throws Exception {
        InOut exchange = consumer.request(ofAcme, subject(GLOBEX));
        internal(exchange).setSource(registration(consumer.context().activateEndpoint(OF_GLOBEX, SERVICE, "victim")));
        internal(exchange).setRole(Role.Provider);
        refused(exchange);
        assertThat(consumer.seen).isEmpty();
    }

    @Test
    void aReplyGoesWhereTheRequestCameFrom() throws Exception {
        TestComponent victim = bus.start("victim", TestComponent.keeping());
        ServiceEndpoint victims = victim.context().activateEndpoint(OF_GLOBEX, SERVICE, "victim");
        consumer.channel().send(consumer.request(ofAcme, subject(ACME)));
        MessageExchange atProvider = provider.seen.remove();
        assertThatThrownBy(() -> internal(atProvider).setSource(registration(victims)))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> internal(atProvider).setDestination(registration(victims)))
                .isInstanceOf(IllegalStateException.class);
        provider.reply(atProvider);
        assertThat(consumer.seen).containsExactly(atProvider);
        assertThat(victim.seen).isEmpty();
    }

    @Test
    void aNewSubjectInTransitDoesNotChangeTheOwner() throws Exception {
        consumer.channel().send(consumer.request(ofAcme, subject(ACME)));
        MessageExchange atProvider = provider.seen.remove();
        atProvider.getMessage("in").setSecuritySubject(subject(GLOBEX));
        provider.reply(atProvider);
        assertThat(consumer.seen).hasSize(1);
        atProvider.getMessage("in").setSecuritySubject(null);
        consumer.done(atProvider);
        assertThat(provider.seen).hasSize(1);
    }

    @Test
    void aReplyCannotCarryAForeignSubject() throws Exception {
        consumer.channel().send(consumer.request(ofAcme, subject(ACME)));
        MessageExchange exchange = provider.seen.remove();
        NormalizedMessage out = exchange.createMessage();
        out.setSecuritySubject(subject(GLOBEX));
        exchange.setMessage(out, "out");
        assertThatThrownBy(() -> provider.channel().send(exchange)).isInstanceOf(TenantBoundaryException.class);
        assertThat(consumer.seen).isEmpty();

        exchange.setError(new IllegalStateException("what is left to the provider"));
        provider.channel().send(exchange);
        assertThat(consumer.seen).singleElement().satisfies(e -> assertThat(e.getStatus())
                .isEqualTo(ExchangeStatus.ERROR));
    }

    @Test
    void aFaultCannotCarryAForeignSubject() throws Exception {
        consumer.channel().send(consumer.request(ofAcme, subject(ACME)));
        MessageExchange exchange = provider.seen.remove();
        Fault fault = exchange.createFault();
        fault.setSecuritySubject(subject(GLOBEX));
        exchange.setFault(fault);
        assertThatThrownBy(() -> provider.channel().send(exchange)).isInstanceOf(TenantBoundaryException.class);
        assertThat(consumer.seen).isEmpty();
    }

    @Test
    void aRefusedExchangeStaysWithItsSender() throws Exception {
        InOut exchange = consumer.request(ofGlobex, null);
        refused(exchange);
        assertThat(exchange.getStatus()).isEqualTo(ExchangeStatus.ACTIVE);
        exchange.getInMessage().setSecuritySubject(subject(GLOBEX));
        consumer.channel().send(exchange);
        assertThat(provider.seen).hasSize(1);
    }

    @Test
    void onlyTheHolderCanSend() throws Exception {
        InOut exchange = consumer.request(ofAcme, subject(ACME));
        assertThatThrownBy(() -> provider.channel().send(exchange)).isInstanceOf(MessagingException.class);
        consumer.channel().send(exchange);
        assertThatThrownBy(() -> consumer.channel().send(exchange)).isInstanceOf(MessagingException.class);
        provider.reply(exchange);
        consumer.done(exchange);
        assertThatThrownBy(() -> consumer.channel().send(exchange)).isInstanceOf(MessagingException.class);
        assertThatThrownBy(() -> provider.channel().send(exchange)).isInstanceOf(MessagingException.class);
    }

    @Test
    void attributeQueriesSeePlainEndpointsOnly() throws Exception {
        assertThat(consumer.context().getEndpoints(null)).containsExactly(plain);
        assertThat(consumer.context().getEndpointsForService(SERVICE)).containsExactly(plain);
        assertThat(consumer.context().getEndpointsForService(ofGlobex.getServiceName()))
                .isEmpty();
        assertThat(consumer.context().getEndpoint(ofGlobex.getServiceName(), "soap"))
                .isNull();
        assertThat(bus.bus.nmr().getEndpointRegistry().query(Map.of(Endpoint.ENDPOINT_NAME, "soap")))
                .containsExactly(registration(plain));
        assertThat(bus.bus.nmr().getEndpointRegistry().query(null))
                .doesNotContain(registration(ofAcme), registration(ofGlobex));
        assertThat(bus.bus.nmr().getEndpointRegistry().getServices())
                .doesNotContain(registration(ofAcme), registration(ofGlobex));
    }

    @Test
    void noPlainEndpointCanTakeATenantsName() {
        assertThatThrownBy(() -> provider.context().activateEndpoint(ofGlobex.getServiceName(), "other"))
                .hasMessageContaining("namespace of tenants");
        assertThat(consumer.context().findEndpoint(Owner.PLAIN, ofGlobex.getServiceName(), "other"))
                .isEmpty();
    }

    /** Accepts all exchanges except those of one endpoint. */
    private record DecliningFlow(Flow flow, InternalEndpoint declined) implements Flow {
        @Override
        public boolean canDispatch(InternalExchange exchange, InternalEndpoint endpoint) {
            return endpoint != declined;
        }

        @Override
        public void dispatch(InternalExchange exchange) {
            flow.dispatch(exchange);
        }
    }

    /** Claims to be one endpoint, and delivers to the other. */
    private record ForgedEndpoint(InternalEndpoint shown, InternalEndpoint real) implements InternalEndpoint {
        @Override
        public String getId() {
            return shown.getId();
        }

        @Override
        public Map<String, ?> getMetaData() {
            return shown.getMetaData();
        }

        @Override
        public Endpoint getEndpoint() {
            return shown.getEndpoint();
        }

        @Override
        public org.apache.servicemix.nmr.api.internal.InternalChannel getChannel() {
            return real.getChannel();
        }

        @Override
        public void setChannel(org.apache.servicemix.nmr.api.Channel channel) {}

        @Override
        public void process(org.apache.servicemix.nmr.api.Exchange exchange) {
            real.process(exchange);
        }
    }
}
