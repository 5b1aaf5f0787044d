package org.esbmt.jbi.container.internal.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.esbmt.jbi.container.internal.component.TestBus.ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_GLOBEX;
import static org.esbmt.jbi.container.internal.component.TestBus.SERVICE;
import static org.esbmt.jbi.container.internal.component.TestBus.readOnlySubject;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.jbi.JBIException;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.InOut;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.Owner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An endpoint takes over the name of another one while exchanges continue. */
class SuccessionTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final TestBus bus = new TestBus(2, 8);
    private TestComponent provider;
    private TestComponent consumer;

    @BeforeEach
    void start() {
        provider = bus.start("provider", TestComponent.echo());
        consumer = bus.start("consumer", TestComponent.keeping());
    }

    @AfterEach
    void close() {
        bus.close();
    }

    private ServiceEndpoint activate(ServiceEndpoint... givingWay) throws JBIException {
        return provider.context().activateEndpoint(OF_ACME, SERVICE, "soap", Set.of(givingWay), known -> {});
    }

    private ServiceEndpoint found() throws MessagingException, JBIException {
        return consumer.context().findEndpoint(OF_ACME, SERVICE, "soap").orElseThrow();
    }

    private InOut sent(ServiceEndpoint to) throws MessagingException {
        InOut exchange = consumer.request(to, readOnlySubject(ACME));
        consumer.channel().send(exchange);
        return exchange;
    }

    private static CompletableFuture<Boolean> closing(TestComponent component, ServiceEndpoint endpoint) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return component.context().closeEndpoint(endpoint, LONG);
            } catch (JBIException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void theNewEndpointHasTheNameAndTheOldOneItsAddressedExchanges() throws Exception {
        ServiceEndpoint old = activate();
        ServiceEndpoint young = activate(old);

        assertThat(found()).isSameAs(young);
        assertThat(sent(old).getEndpoint()).isSameAs(old);
        assertThat(sent(found()).getEndpoint()).isSameAs(young);
        InOut byService = consumer.request(null, readOnlySubject(ACME));
        byService.setService(SERVICE);
        consumer.channel().send(byService);
        assertThat(byService.getEndpoint()).isSameAs(young);
    }

    @Test
    void exchangesForARemovedEndpointReachItsSuccessor() throws Exception {
        ServiceEndpoint first = activate();
        ServiceEndpoint second = activate(first);
        provider.context().deactivateEndpoint(first);
        ServiceEndpoint third = activate(second);
        provider.context().deactivateEndpoint(second);

        assertThat(sent(first).getEndpoint()).isSameAs(third);
        provider.context().deactivateEndpoint(third);
        assertThatThrownBy(() -> sent(first))
                .isInstanceOf(MessagingException.class)
                .hasMessageContaining("not active");
    }

    @Test
    void theNameReturnsWhenTheNewEndpointIsDeactivated() throws Exception {
        ServiceEndpoint old = activate();
        ServiceEndpoint young = activate(old);
        provider.context().deactivateEndpoint(young);

        assertThat(found()).isSameAs(old);
        assertThat(sent(young).getEndpoint()).isSameAs(old);
        assertThat(found()).isSameAs(old);
        ServiceEndpoint again = activate(old);
        provider.context().deactivateEndpoint(old);
        assertThat(sent(young).getEndpoint()).isSameAs(again);
        provider.context().deactivateEndpoint(again);
        assertThat(consumer.context().findEndpoint(OF_ACME, SERVICE, "soap")).isEmpty();
    }

    @Test
    void aNameIsFreeOnceTheOldEndpointIsClosed() throws Exception {
        ServiceEndpoint old = activate();
        ServiceEndpoint young = activate(old);
        assertThat(provider.context().closeEndpoint(old, LONG)).isTrue();
        provider.context().deactivateEndpoint(young);
        assertThat(consumer.context().findEndpoint(OF_ACME, SERVICE, "soap")).isEmpty();
    }

    @Test
    void noOtherEndpointIsPushedAside() throws Exception {
        ServiceEndpoint old = activate();
        ServiceEndpoint globex = provider.context().activateEndpoint(OF_GLOBEX, SERVICE, "soap");
        ServiceEndpoint plain = provider.context().activateEndpoint(Owner.PLAIN, SERVICE, "soap");
        assertThatThrownBy(() -> activate()).isInstanceOf(JBIException.class).hasMessageContaining("activated already");
        assertThatThrownBy(() -> activate(globex, plain))
                .isInstanceOf(JBIException.class)
                .hasMessageContaining("activated already");
        assertThat(found()).isSameAs(old);
        assertThat(consumer.context().findEndpoint(OF_GLOBEX, SERVICE, "soap")).containsSame(globex);
    }

    @Test
    void aServiceMovesToAnotherComponentAndBack() throws Exception {
        TestComponent other = bus.start("other", TestComponent.echo());
        ServiceEndpoint old = activate();
        ServiceEndpoint young = other.context().activateEndpoint(OF_ACME, SERVICE, "soap", Set.of(old), known -> {});
        sent(found());
        assertThat(other.seen).hasSize(1);
        other.context().deactivateEndpoint(young);
        sent(found());
        assertThat(provider.seen).hasSize(1);
    }

    /** The bus keeps the local part of a tenant's service: a version may write it in another namespace. */
    @Test
    void aNameThatOnlyTheOldOneHasStaysItsOwnUntilItIsClosed() throws Exception {
        QName renamed = new QName("urn:renamed", SERVICE.getLocalPart());
        ServiceEndpoint old = activate();
        ServiceEndpoint young = provider.context().activateEndpoint(OF_ACME, renamed, "soap", Set.of(old), known -> {});
        assertThat(found()).isSameAs(old);
        assertThat(consumer.context().findEndpoint(OF_ACME, renamed, "soap")).containsSame(young);

        provider.context().deactivateEndpoint(young);
        assertThat(found()).isSameAs(old);
        young = provider.context().activateEndpoint(OF_ACME, renamed, "soap", Set.of(old), known -> {});
        provider.context().deactivateEndpoint(old);
        assertThat(consumer.context().findEndpoint(OF_ACME, SERVICE, "soap")).isEmpty();
        assertThat(sent(old).getEndpoint()).isSameAs(young);
    }

    @Test
    void anEndpointIsClosedWhenItsExchangesAreOver() throws Exception {
        TestComponent slow = bus.start("slow", TestComponent.keeping());
        QName service = new QName("urn:slow", "Slow");
        ServiceEndpoint endpoint = slow.context().activateEndpoint(OF_ACME, service, "soap");
        InOut answered = sent(endpoint);
        InOut failed = sent(endpoint);
        CompletableFuture<Boolean> closed = closing(slow, endpoint);
        await().until(() ->
                consumer.context().findEndpoint(OF_ACME, service, "soap").isEmpty());
        assertThatThrownBy(() -> sent(endpoint))
                .isInstanceOf(MessagingException.class)
                .hasMessageContaining("not active");
        failed.setError(new IllegalStateException("no"));
        slow.channel().send(failed);
        slow.reply(answered);
        assertThat(consumer.seen).containsExactly(failed, answered);
        assertThat(closed).isNotDone();
        consumer.done(answered);
        assertThat(closed.get(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void closingDoesNotWaitBeyondItsLimit() throws Exception {
        TestComponent slow = bus.start("slow", TestComponent.keeping());
        QName service = new QName("urn:slow", "Slow");
        ServiceEndpoint endpoint = slow.context().activateEndpoint(OF_ACME, service, "soap");
        InOut left = sent(endpoint);
        assertThat(slow.context().closeEndpoint(endpoint, Duration.ofMillis(20)))
                .isFalse();
        slow.reply(left);
        assertThat(consumer.seen).containsExactly(left);
    }

    @Test
    void anAbandonedExchangeDoesNotDelayTheClosing() throws Exception {
        TestComponent slow = bus.start("slow", TestComponent.keeping());
        ServiceEndpoint endpoint = slow.context().activateEndpoint(OF_ACME, new QName("urn:slow", "Slow"), "soap");
        InOut exchange = consumer.request(endpoint, readOnlySubject(ACME));
        assertThat(consumer.channel().sendSync(exchange, 1)).isFalse();
        MessageExchange late = slow.seen.remove();
        late.setStatus(ExchangeStatus.DONE);
        slow.channel().send(late);
        assertThat(slow.context().closeEndpoint(endpoint, LONG)).isTrue();
    }

    @Test
    void aRequestThatIsNotTakenIsNotWaitedFor() throws Exception {
        TestComponent queueing = bus.start("queueing", TestComponent.accepting());
        ServiceEndpoint endpoint = queueing.context().activateEndpoint(OF_ACME, new QName("urn:q", "Queue"), "soap");
        for (int i = 0; i < 3; i++) {
            InOut request = consumer.request(endpoint, readOnlySubject(ACME));
            if (i < 2) {
                consumer.channel().send(request);
            } else {
                assertThatThrownBy(() -> consumer.channel().send(request)).hasMessageContaining("waiting already");
            }
        }
        for (int i = 0; i < 2; i++) {
            MessageExchange taken = queueing.channel().accept();
            taken.setError(new IllegalStateException("no"));
            queueing.channel().send(taken);
        }
        assertThat(queueing.context().closeEndpoint(endpoint, LONG)).isTrue();
    }

    /** Each exchange is answered by exactly one endpoint, for any version in its address, through 500 changes. */
    @Test
    void noExchangeFailsWhileVersionsChange() throws Exception {
        Map<String, AtomicLong> answers = Collections.synchronizedMap(new HashMap<>());
        TestComponent[] self = new TestComponent[1];
        self[0] = TestComponent.listening(exchange -> {
            if (exchange.getStatus() == ExchangeStatus.ACTIVE) {
                answers.computeIfAbsent(exchange.getExchangeId(), id -> new AtomicLong())
                        .incrementAndGet();
                self[0].reply(exchange);
            }
        });
        TestComponent changing = bus.start("changing", self[0]);
        QName service = new QName("urn:c", "Changing");
        ServiceEndpoint current = changing.context().activateEndpoint(OF_ACME, service, "soap");
        AtomicBoolean over = new AtomicBoolean();
        AtomicLong sent = new AtomicLong();
        List<CompletableFuture<Void>> senders = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            senders.add(CompletableFuture.runAsync(() -> {
                try {
                    while (!over.get()) {
                        ServiceEndpoint to = consumer.context()
                                .findEndpoint(OF_ACME, service, "soap")
                                .orElseThrow();
                        for (int n = 0; n < 3; n++) { // also to an endpoint that was looked up a while ago
                            InOut exchange = sent(to);
                            sent.incrementAndGet();
                            assertThat(exchange.getStatus()).isEqualTo(ExchangeStatus.ACTIVE);
                            assertThat(exchange.getRole()).isEqualTo(MessageExchange.Role.CONSUMER);
                            consumer.seen.remove(exchange);
                            consumer.done(exchange);
                        }
                        changing.seen.clear();
                    }
                } catch (JBIException e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        try {
            for (int i = 0; i < 500; i++) {
                ServiceEndpoint next =
                        changing.context().activateEndpoint(OF_ACME, service, "soap", Set.of(current), known -> {});
                if (i % 3 == 0) {
                    changing.context().closeEndpoint(next, LONG); // a change that is taken back
                } else {
                    assertThat(changing.context().closeEndpoint(current, LONG)).isTrue();
                    current = next;
                }
            }
            await().until(() -> sent.get() > 1000);
        } finally {
            over.set(true);
        }
        for (CompletableFuture<Void> sender : senders) {
            sender.get(60, TimeUnit.SECONDS);
        }
        assertThat(answers).hasSize(sent.intValue());
        assertThat(answers.values()).allMatch(count -> count.get() == 1);
    }
}
