package org.esbmt.jbi.container.internal.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.jbi.container.internal.component.TestBus.ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.GLOBEX;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.SERVICE;
import static org.esbmt.jbi.container.internal.component.TestBus.subject;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import javax.jbi.messaging.InOut;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.security.auth.Subject;
import javax.xml.namespace.QName;
import org.apache.servicemix.jbi.runtime.impl.MessageExchangeImpl;
import org.apache.servicemix.jbi.runtime.impl.ServiceEndpointImpl;
import org.apache.servicemix.nmr.api.internal.InternalEndpoint;
import org.apache.servicemix.nmr.api.internal.InternalExchange;
import org.apache.servicemix.nmr.core.StaticReferenceImpl;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantBoundaryException;
import org.esbmt.jbi.container.internal.nmr.ActivatedEndpoint;
import org.esbmt.tenancy.api.TenantPrincipal;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bob attacks the endpoint of Alice, a user of the same tenant. */
class PoisonedUserScopeTest {
    private static final UserId ALICE = new UserId(new UUID(2, 1));
    private static final UserId BOB = new UserId(new UUID(2, 2));
    private static final Owner OF_ALICE = Owner.of(ACME, ALICE);
    private static final Owner OF_BOB = Owner.of(ACME, BOB);

    private final TestBus bus = new TestBus();
    private final TestComponent provider = bus.start("provider", TestComponent.keeping());
    private final TestComponent consumer = bus.start("consumer", TestComponent.keeping());
    private ServiceEndpoint ofAlice;
    private ServiceEndpoint ofBob;
    private ServiceEndpoint ofAcme;

    @BeforeEach
    void activate() throws Exception {
        ofAlice = provider.context().activateEndpoint(OF_ALICE, SERVICE, "soap");
        ofBob = provider.context().activateEndpoint(OF_BOB, SERVICE, "bobs");
        ofAcme = provider.context().activateEndpoint(OF_ACME, SERVICE, "soap");
    }

    @AfterEach
    void close() {
        bus.close();
    }

    private static Subject as(UserId user) {
        return new Subject(true, Set.of(new TenantPrincipal(ACME, user)), Set.of(), Set.of());
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

    private void reaches(ServiceEndpoint endpoint, MessageExchange exchange) throws MessagingException {
        consumer.channel().send(exchange);
        assertThat(provider.seen).extracting(MessageExchange::getEndpoint).containsExactly(endpoint);
        provider.seen.clear();
    }

    @Test
    void aUserReachesTheUsersOwnAndTheTenantsEndpoints() throws Exception {
        assertThat(ofAlice.getServiceName())
                .isEqualTo(new QName("jbimulti2:tenant-endpoints/" + ACME + "-" + ALICE, SERVICE.getLocalPart()));
        reaches(ofAlice, consumer.request(ofAlice, as(ALICE)));
        reaches(ofAcme, consumer.request(ofAcme, as(ALICE)));
        reaches(ofAcme, consumer.request(ofAcme, as(BOB)));
    }

    @Test
    void notByTheEndpointItself() throws Exception {
        refused(consumer.request(ofAlice, as(BOB)));
        refused(consumer.request(ofAlice, subject(GLOBEX)));
        refused(consumer.request(ofAlice, null));
    }

    @Test
    void notByItsNameOnTheBus() throws Exception {
        refused(consumer.request(new ServiceEndpointImpl(ofAlice.getServiceName(), "soap"), as(BOB)));
    }

    @Test
    void notByItsServiceNameOnTheBus() throws Exception {
        InOut exchange = consumer.request(null, as(BOB));
        exchange.setService(ofAlice.getServiceName());
        assertThatThrownBy(() -> consumer.channel().send(exchange)).isInstanceOf(MessagingException.class);
        assertThat(provider.seen).isEmpty();
    }

    @Test
    void notByAPresetDestinationOrTarget() throws Exception {
        InOut byDestination = consumer.request(ofAcme, as(BOB));
        internal(byDestination).setDestination(registration(ofAlice));
        refused(byDestination);
        InOut byTarget = consumer.request(ofAcme, as(BOB));
        internal(byTarget).setTarget(new StaticReferenceImpl(List.of(registration(ofAlice))));
        refused(byTarget);
    }

    @Test
    void notWithTheSubjectOfAliceFromAnEndpointOfHisOwn() throws Exception {
        ServiceEndpoint sender = consumer.context().activateEndpoint(OF_BOB, SERVICE, "sender");
        InOut exchange = consumer.request(ofAlice, as(ALICE));
        internal(exchange).setSource(registration(sender));
        refused(exchange);
    }

    @Test
    void anEndpointOfTheWholeTenantSendsForEachUser() throws Exception {
        ServiceEndpoint sender = consumer.context().activateEndpoint(OF_ACME, SERVICE, "sender");
        InOut exchange = consumer.request(ofAlice, as(ALICE));
        internal(exchange).setSource(registration(sender));
        reaches(ofAlice, exchange);
        InOut ofOther = consumer.request(ofAlice, as(BOB));
        internal(ofOther).setSource(registration(sender));
        refused(ofOther);
    }

    @Test
    void notAnExchangeThatWasGivenTheSubjectOfAliceUnderWay() throws Exception {
        consumer.channel().send(consumer.request(ofAcme, as(BOB)));
        InOut atProvider = (InOut) provider.seen.remove();
        atProvider.getInMessage().setSecuritySubject(as(ALICE));
        NormalizedMessage out = atProvider.createMessage();
        out.setSecuritySubject(as(ALICE));
        atProvider.setOutMessage(out);
        assertThatThrownBy(() -> provider.channel().send(atProvider)).isInstanceOf(TenantBoundaryException.class);
        assertThat(consumer.seen).isEmpty();
    }

    @Test
    void aReplyReturnsToTheUser() throws Exception {
        consumer.channel().send(consumer.request(ofAlice, as(ALICE)));
        InOut atProvider = (InOut) provider.seen.remove();
        NormalizedMessage out = atProvider.createMessage();
        out.setSecuritySubject(as(ALICE));
        atProvider.setOutMessage(out);
        provider.channel().send(atProvider);
        assertThat(consumer.seen).hasSize(1);
    }

    @Test
    void aNameIsTheUsersOwnFirstAndThenTheTenants() throws Exception {
        QName alices = ofAlice.getServiceName();
        assertThat(consumer.context().findEndpoint(OF_ALICE, alices, "soap")).containsSame(ofAlice);
        assertThat(consumer.context().findEndpoint(OF_ALICE, SERVICE, "soap")).containsSame(ofAlice);
        assertThat(consumer.context().findEndpoint(OF_BOB, ofBob.getServiceName(), "soap"))
                .containsSame(ofAcme);
        assertThat(consumer.context().findEndpoint(OF_BOB, alices, "soap")).isEmpty();
        assertThat(consumer.context().findEndpoint(OF_ACME, alices, "soap")).isEmpty();
        assertThat(consumer.context().findEndpoint(OF_ACME, SERVICE, "soap")).containsSame(ofAcme);

        InOut byService = consumer.request(null, as(ALICE));
        byService.setService(alices);
        reaches(ofAlice, byService);
        provider.context().deactivateEndpoint(ofAlice);
        InOut byTheSameService = consumer.request(null, as(ALICE));
        byTheSameService.setService(alices);
        reaches(ofAcme, byTheSameService);
    }
}
