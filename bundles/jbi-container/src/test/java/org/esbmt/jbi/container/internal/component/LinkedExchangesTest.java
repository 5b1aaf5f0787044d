package org.esbmt.jbi.container.internal.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.jbi.container.internal.component.TestBus.ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.GLOBEX;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_GLOBEX;
import static org.esbmt.jbi.container.internal.component.TestBus.SERVICE;
import static org.esbmt.jbi.container.internal.component.TestBus.subject;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.InOut;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.NormalizedMessage;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.security.auth.Subject;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantBoundaryException;
import org.esbmt.jbi.container.internal.SameTenantBoundary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The administrator's links permit exchanges and their answers and nothing more, until they are removed. */
class LinkedExchangesTest {
    private final Links links = new Links();
    private final TestBus bus = new TestBus(links);
    private final TestComponent provider = bus.start("provider", TestComponent.keeping());
    private final TestComponent consumer = bus.start("consumer", TestComponent.keeping());
    private final TestComponent other = bus.start("other", TestComponent.keeping());
    private ServiceEndpoint ofAcme;
    private ServiceEndpoint plain;

    /** The boundary with links that a test sets. */
    private static final class Links extends SameTenantBoundary {
        final Set<List<Object>> linked = new HashSet<>();

        @Override
        public boolean isLinked(Owner caller, String component, Owner owner, QName service, String endpoint) {
            return linked.contains(List.of(caller, owner, endpoint))
                    || (component != null && linked.contains(List.of(caller, component, owner, endpoint)));
        }

        @Override
        public List<QName> linkedServices(Owner caller, String endpoint) {
            return linked.contains(List.of(caller, Owner.PLAIN, endpoint)) ? List.of(SERVICE) : List.of();
        }
    }

    @BeforeEach
    void activate() throws Exception {
        ofAcme = provider.context().activateEndpoint(OF_ACME, SERVICE, "acme");
        plain = provider.context().activateEndpoint(SERVICE, "plain");
    }

    @AfterEach
    void close() {
        bus.close();
    }

    private void refused(TestComponent sender, MessageExchange exchange) {
        assertThatThrownBy(() -> sender.channel().send(exchange)).isInstanceOf(TenantBoundaryException.class);
        assertThat(provider.seen).isEmpty();
    }

    private void answer(InOut exchange, Subject subject) throws Exception {
        NormalizedMessage out = exchange.createMessage();
        out.setSecuritySubject(subject);
        exchange.setOutMessage(out);
        provider.channel().send(exchange);
    }

    @Test
    void aTenantReachesALinkedPlainEndpointWithoutItsPrincipalAndIsAnswered() throws Exception {
        refused(consumer, consumer.request(plain, subject(ACME)));
        links.linked.add(List.of(OF_ACME, Owner.PLAIN, "plain"));

        InOut request = consumer.request(plain, subject(ACME));
        consumer.channel().send(request);
        InOut got = (InOut) provider.seen.remove();
        assertThat(got.getInMessage().getSecuritySubject()).isNull();
        answer(got, null);
        InOut back = (InOut) consumer.seen.remove();
        back.setStatus(ExchangeStatus.DONE);
        consumer.channel().send(back);
        assertThat(provider.seen.remove().getStatus()).isEqualTo(ExchangeStatus.DONE);

        refused(consumer, consumer.request(plain, subject(GLOBEX)));
        links.linked.clear();
        refused(consumer, consumer.request(plain, subject(ACME)));
    }

    @Test
    void aLinkedPlainProviderCannotSendAsTheTenant() throws Exception {
        links.linked.add(List.of(OF_ACME, Owner.PLAIN, "plain"));
        consumer.channel().send(consumer.request(plain, subject(ACME)));
        InOut got = (InOut) provider.seen.remove();
        refused(provider, provider.request(ofAcme, got.getInMessage().getSecuritySubject()));
    }

    @Test
    void deliveredExchangesFinishAfterTheRemovalOfTheLink() throws Exception {
        links.linked.add(List.of(OF_ACME, Owner.PLAIN, "plain"));
        consumer.channel().send(consumer.request(plain, subject(ACME)));
        links.linked.clear();
        answer((InOut) provider.seen.remove(), null);
        MessageExchange back = consumer.seen.remove();
        back.setStatus(ExchangeStatus.DONE);
        consumer.channel().send(back);
        assertThat(provider.seen).hasSize(1);
    }

    @Test
    void aLinkedPlainComponentReachesTheTenantsEndpointAndNoOtherComponentDoes() throws Exception {
        refused(consumer, consumer.request(ofAcme, null));
        links.linked.add(List.of(Owner.PLAIN, "consumer", OF_ACME, "acme"));

        consumer.channel().send(consumer.request(ofAcme, null));
        answer((InOut) provider.seen.remove(), subject(ACME));
        InOut back = (InOut) consumer.seen.remove();
        assertThat(back.getOutMessage().getSecuritySubject())
                .as("the tenant's principal stays with the tenant")
                .isNull();

        refused(other, other.request(ofAcme, null));
        refused(consumer, consumer.request(ofAcme, subject(GLOBEX)));
        links.linked.clear();
        refused(consumer, consumer.request(ofAcme, null));
    }

    @Test
    void anAnswerOfALinkedTenantCannotBringAnotherTenantsPrincipal() throws Exception {
        links.linked.add(List.of(Owner.PLAIN, "consumer", OF_ACME, "acme"));
        consumer.channel().send(consumer.request(ofAcme, null));
        InOut got = (InOut) provider.seen.remove();
        assertThatThrownBy(() -> answer(got, subject(GLOBEX))).isInstanceOf(TenantBoundaryException.class);
        assertThat(consumer.seen).isEmpty();
    }

    @Test
    void linkedEndpointsAreFoundByTheLinkedOwnerOnly() throws Exception {
        QName onBus = ofAcme.getServiceName();
        QName scopedPlain = new QName(onBus.getNamespaceURI(), SERVICE.getLocalPart());
        assertThat(consumer.context().findEndpoint(OF_ACME, SERVICE, "plain")).isEmpty();
        assertThat(consumer.context().getEndpoint(onBus, "acme")).isNull();

        links.linked.add(List.of(OF_ACME, Owner.PLAIN, "plain"));
        links.linked.add(List.of(Owner.PLAIN, "consumer", OF_ACME, "acme"));
        assertThat(consumer.context().findEndpoint(OF_ACME, SERVICE, "plain")).containsSame(plain);
        assertThat(consumer.context().findEndpoint(OF_ACME, scopedPlain, "plain"))
                .as("as the deployer writes it into the tenant's unit")
                .containsSame(plain);
        assertThat(consumer.context().findEndpoint(OF_GLOBEX, SERVICE, "plain")).isEmpty();
        assertThat(consumer.context().getEndpoint(onBus, "acme")).isSameAs(ofAcme);
        assertThat(other.context().getEndpoint(onBus, "acme")).isNull();
    }
}
