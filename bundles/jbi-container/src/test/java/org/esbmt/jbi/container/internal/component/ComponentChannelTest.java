package org.esbmt.jbi.container.internal.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.esbmt.jbi.container.internal.component.TestBus.ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.SERVICE;
import static org.esbmt.jbi.container.internal.component.TestBus.readOnlySubject;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.InOnly;
import javax.jbi.messaging.InOptionalOut;
import javax.jbi.messaging.InOut;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessageExchangeFactory;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.RobustInOnly;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.namespace.QName;
import org.apache.servicemix.jbi.runtime.impl.ServiceEndpointImpl;
import org.apache.servicemix.nmr.api.AbortedException;
import org.esbmt.jbi.container.api.NoSuchEndpointException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ComponentChannelTest {
    private final TestBus bus = new TestBus(2, 8);

    @AfterEach
    void close() {
        bus.close();
    }

    private TestComponent provider(TestComponent component) throws Exception {
        bus.start("provider", component);
        component.context().activateEndpoint(OF_ACME, SERVICE, "soap");
        return component;
    }

    private InOut request(TestComponent consumer) throws Exception {
        return consumer.request(new ServiceEndpointImpl(SERVICE, "soap"), readOnlySubject(ACME));
    }

    private static CompletableFuture<Boolean> sendSync(TestComponent consumer, MessageExchange exchange, long timeout) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return consumer.channel().sendSync(exchange, timeout);
            } catch (MessagingException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void anInlineExchangeIsOverWhenSendReturns() throws Exception {
        TestComponent provider = provider(TestComponent.echo());
        TestComponent consumer = bus.start("consumer", TestComponent.keeping());
        InOut exchange = request(consumer);
        consumer.channel().send(exchange);
        assertThat(consumer.seen).containsExactly(exchange);
        assertThat(exchange.getRole()).isEqualTo(MessageExchange.Role.CONSUMER);
        assertThat(exchange.getOutMessage()).isNotNull();
        consumer.done(exchange);
        assertThat(provider.seen).hasSize(2);
    }

    @Test
    void allFourPatternsGoThrough() throws Exception {
        provider(TestComponent.echo());
        TestComponent consumer = bus.start("consumer", TestComponent.keeping());
        MessageExchangeFactory factory =
                consumer.channel().createExchangeFactory(new ServiceEndpointImpl(SERVICE, "soap"));
        for (String pattern : new String[] {"in-only", "robust-in-only", "in-out", "in-opt-out"}) {
            MessageExchange exchange = factory.createExchange(URI.create("http://www.w3.org/2004/08/wsdl/" + pattern));
            assertThat(exchange.getPattern()).hasToString("http://www.w3.org/2004/08/wsdl/" + pattern);
        }
        assertThat(factory.createInOnlyExchange()).isInstanceOf(InOnly.class);
        assertThat(factory.createRobustInOnlyExchange()).isInstanceOf(RobustInOnly.class);
        assertThat(factory.createInOptionalOutExchange()).isInstanceOf(InOptionalOut.class);
        assertThatThrownBy(() -> factory.createExchange(URI.create("urn:unknown")))
                .isInstanceOf(MessagingException.class);

        InOnly oneWay = factory.createInOnlyExchange();
        oneWay.setInMessage(oneWay.createMessage());
        oneWay.getInMessage().setSecuritySubject(readOnlySubject(ACME));
        consumer.channel().send(oneWay);
        assertThat(oneWay.getStatus()).isEqualTo(ExchangeStatus.DONE);
        assertThat(consumer.seen).containsExactly(oneWay);
    }

    @Test
    void anExceptionOfAListenerIsTheAnswer() throws Exception {
        provider(TestComponent.listening(exchange -> {
            if (exchange.getStatus() == ExchangeStatus.ACTIVE) {
                throw new MessagingException("the back end is away");
            }
        }));
        TestComponent consumer = bus.start("consumer", TestComponent.keeping());
        InOut exchange = request(consumer);
        consumer.channel().send(exchange);
        assertThat(exchange.getStatus()).isEqualTo(ExchangeStatus.ERROR);
        assertThat(exchange.getError()).hasMessage("the back end is away");
        assertThat(consumer.seen).containsExactly(exchange);
    }

    @Test
    void aListenerThatFailsAfterItAnsweredHasAnswered() throws Exception {
        TestComponent[] self = new TestComponent[1];
        self[0] = TestComponent.listening(exchange -> {
            if (exchange.getStatus() == ExchangeStatus.ACTIVE) {
                self[0].reply(exchange);
                throw new IllegalStateException("a bug");
            }
        });
        provider(self[0]);
        TestComponent consumer = bus.start("consumer", TestComponent.keeping());
        InOut exchange = request(consumer);
        consumer.channel().send(exchange);
        assertThat(exchange.getStatus()).isEqualTo(ExchangeStatus.ACTIVE);
        assertThat(consumer.seen).containsExactly(exchange);
    }

    @Test
    void aFailureOfTheConsumerReachesTheProvider() throws Exception {
        TestComponent provider = provider(TestComponent.echo());
        TestComponent consumer = bus.start("consumer", TestComponent.listening(exchange -> {
            throw new IllegalStateException("a bug");
        }));
        InOut exchange = request(consumer);
        consumer.channel().send(exchange);
        assertThat(provider.seen).hasSize(2);
        assertThat(exchange.getStatus()).isEqualTo(ExchangeStatus.ERROR);
    }

    @Test
    void aComponentThatFailsWithEveryMessageFillsNoDisk() throws Exception {
        provider(TestComponent.listening(exchange -> {
            throw new IllegalStateException("a bug");
        }));
        TestComponent consumer = bus.start("consumer", TestComponent.keeping());
        long before = failuresInLog();
        for (int i = 0; i < 25; i++) {
            InOut exchange = request(consumer);
            consumer.channel().send(exchange);
            assertThat(exchange.getStatus()).isEqualTo(ExchangeStatus.ERROR);
        }
        assertThat(failuresInLog() - before).isEqualTo(10);
    }

    /** Reads the log file of simplelogger.properties. */
    private static long failuresInLog() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("target/test.log"))) {
            return lines.filter(line -> line.contains(" ERROR ") && line.contains("Component provider failed"))
                    .count();
        }
    }

    @Test
    void sendSyncWaitsForAProviderOnItsOwnThread() throws Exception {
        TestComponent provider = provider(TestComponent.accepting());
        TestComponent consumer = bus.start("consumer", TestComponent.accepting());
        InOut exchange = request(consumer);
        CompletableFuture<Boolean> sent = sendSync(consumer, exchange, 0);
        MessageExchange atProvider = provider.channel().accept();
        assertThat(atProvider.getRole()).isEqualTo(MessageExchange.Role.PROVIDER);
        assertThat(sent).isNotDone();
        provider.reply(atProvider);
        assertThat(sent.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(exchange.getRole()).isEqualTo(MessageExchange.Role.CONSUMER);
        assertThat(exchange.getOutMessage()).isNotNull();
        consumer.done(exchange);
        assertThat(provider.channel().accept(10_000).getStatus()).isEqualTo(ExchangeStatus.DONE);
    }

    @Test
    void aProviderCanWaitForTheAcknowledgement() throws Exception {
        TestComponent provider = provider(TestComponent.accepting());
        TestComponent consumer = bus.start("consumer", TestComponent.accepting());
        consumer.channel().send(request(consumer));
        MessageExchange atProvider = provider.channel().accept(10_000);
        atProvider.setMessage(atProvider.createMessage(), "out");
        CompletableFuture<Boolean> acknowledged = sendSync(provider, atProvider, 0);
        consumer.done(consumer.channel().accept(10_000));
        assertThat(acknowledged.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(atProvider.getStatus()).isEqualTo(ExchangeStatus.DONE);
    }

    @Test
    void sendSyncOfAnInlineExchangeReturnsAtOnce() throws Exception {
        provider(TestComponent.echo());
        TestComponent consumer = bus.start("consumer", TestComponent.accepting());
        InOut exchange = request(consumer);
        assertThat(consumer.channel().sendSync(exchange)).isTrue();
        assertThat(exchange.getOutMessage()).isNotNull();
    }

    @Test
    void nothingIsWaitedForAfterATerminatedExchange() throws Exception {
        provider(TestComponent.echo());
        TestComponent consumer = bus.start("consumer", TestComponent.accepting());
        InOut exchange = request(consumer);
        consumer.channel().sendSync(exchange);
        exchange.setStatus(ExchangeStatus.DONE);
        assertThat(consumer.channel().sendSync(exchange)).isTrue();
    }

    @Test
    void aListenerMustNotWait() throws Exception {
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        TestComponent[] self = new TestComponent[1];
        self[0] = TestComponent.listening(exchange -> {
            if (exchange.getStatus() == ExchangeStatus.ACTIVE) {
                try {
                    self[0].channel().sendSync(request(self[0]));
                } catch (Exception e) {
                    refused.complete(e);
                }
            }
        });
        provider(self[0]);
        TestComponent consumer = bus.start("consumer", TestComponent.keeping());
        consumer.channel().send(request(consumer));
        assertThat(refused.get(10, TimeUnit.SECONDS))
                .isInstanceOf(MessagingException.class)
                .hasMessageContaining("must not wait");
    }

    @Test
    void aLateReplyIsReturnedAsAnError() throws Exception {
        TestComponent provider = provider(TestComponent.accepting());
        TestComponent consumer = bus.start("consumer", TestComponent.accepting());
        InOut exchange = request(consumer);
        CompletableFuture<Boolean> sent = sendSync(consumer, exchange, 200);
        MessageExchange atProvider = acceptUntil(sent, provider);
        // The machine may pause until the sender gives up; then the provider does not get the request.
        for (int tries = 1; atProvider == null && tries < 20; tries++) {
            exchange = request(consumer);
            sent = sendSync(consumer, exchange, 200);
            atProvider = acceptUntil(sent, provider);
        }
        assertThat(atProvider).isNotNull();
        assertThat(sent.get(10, TimeUnit.SECONDS)).isFalse();
        assertThat(exchange.getError()).isInstanceOf(AbortedException.class);
        provider.reply(atProvider);
        MessageExchange back = provider.channel().accept(10_000);
        assertThat(back).isSameAs(exchange);
        assertThat(back.getStatus()).isEqualTo(ExchangeStatus.ERROR);
        assertThat(consumer.channel().accept(1)).isNull();
        assertThatThrownBy(() -> provider.channel().send(back)).isInstanceOf(MessagingException.class);
    }

    /** The next exchange of the provider; null if it gets none until the sender has stopped waiting. */
    private static MessageExchange acceptUntil(CompletableFuture<Boolean> sent, TestComponent provider)
            throws MessagingException {
        MessageExchange accepted = null;
        while (accepted == null && !sent.isDone()) {
            accepted = provider.channel().accept(10);
        }
        return accepted;
    }

    @Test
    void anAbandonedRequestIsNotProcessed() throws Exception {
        TestComponent provider = provider(TestComponent.accepting());
        TestComponent consumer = bus.start("consumer", TestComponent.accepting());
        assertThat(consumer.channel().sendSync(request(consumer), 1)).isFalse();
        assertThat(provider.channel().accept(1)).isNull();
    }

    @Test
    void anInterruptedSenderStopsWaiting() throws Exception {
        provider(TestComponent.accepting());
        TestComponent consumer = bus.start("consumer", TestComponent.accepting());
        InOut exchange = request(consumer);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread sender = new Thread(() -> {
            try {
                boolean back = consumer.channel().sendSync(exchange);
                interrupted.complete(!back && Thread.currentThread().isInterrupted());
            } catch (MessagingException e) {
                interrupted.completeExceptionally(e);
            }
        });
        sender.start();
        await().until(() -> sender.getState() == Thread.State.WAITING);
        sender.interrupt();
        assertThat(interrupted.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(exchange.getStatus()).isEqualTo(ExchangeStatus.ERROR);
    }

    @Test
    void acceptReturnsNothingWhenNothingCame() throws Exception {
        TestComponent provider = provider(TestComponent.accepting());
        assertThat(provider.channel().accept(1)).isNull();
        assertThat(provider.channel().accept(0)).isNull();
    }

    @Test
    void closingWakesAcceptingAndWaitingThreads() throws Exception {
        TestComponent provider = provider(TestComponent.accepting());
        TestComponent consumer = bus.start("consumer", TestComponent.accepting());
        CompletableFuture<Boolean> sent = sendSync(consumer, request(consumer), 0);
        provider.channel().accept();
        CompletableFuture<MessageExchange> accepted = CompletableFuture.supplyAsync(() -> {
            try {
                return provider.channel().accept();
            } catch (MessagingException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        });
        provider.channel().close();
        consumer.channel().close();
        assertThatThrownBy(() -> accepted.get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("is closed");
        assertThat(sent.get(10, TimeUnit.SECONDS)).isFalse();
        assertThatThrownBy(() -> provider.channel().accept(1)).isInstanceOf(MessagingException.class);
        assertThatThrownBy(() -> consumer.channel().createExchangeFactory().createInOutExchange())
                .isInstanceOf(MessagingException.class);
    }

    @Test
    void requestsThatAShutComponentHasNotTakenGoBackAsErrors() throws Exception {
        TestComponent provider = provider(TestComponent.accepting());
        TestComponent consumer = bus.start("consumer", TestComponent.keeping());
        InOut exchange = request(consumer);
        consumer.channel().send(exchange);
        provider.channel().close();
        assertThat(consumer.seen).containsExactly(exchange);
        assertThat(exchange.getError()).hasMessageContaining("has shut down");

        InOut next = request(consumer);
        assertThatThrownBy(() -> consumer.channel().send(next)).isInstanceOf(MessagingException.class);
        assertThat(next.getStatus()).isEqualTo(ExchangeStatus.ACTIVE);
    }

    @Test
    void anExchangeUnderWayIsFinishedAfterItsEndpointIsGone() throws Exception {
        TestComponent provider = bus.start("provider", TestComponent.keeping());
        ServiceEndpoint endpoint = provider.context().activateEndpoint(OF_ACME, SERVICE, "soap");
        TestComponent consumer = bus.start("consumer", TestComponent.keeping());
        consumer.channel().send(consumer.request(endpoint, readOnlySubject(ACME)));
        provider.context().deactivateEndpoint(endpoint);
        MessageExchange exchange = provider.seen.remove();
        provider.reply(exchange);
        consumer.done(consumer.seen.remove());
        assertThat(provider.seen).containsExactly(exchange);

        assertThatThrownBy(() -> consumer.channel().send(consumer.request(endpoint, readOnlySubject(ACME))))
                .isInstanceOf(MessagingException.class)
                .hasMessageContaining("not active any more");
    }

    @Test
    void thereIsOneListenerPerComponent() {
        TestComponent provider = bus.start("provider", TestComponent.keeping());
        assertThatThrownBy(() -> provider.channel().setExchangeListener(exchange -> {}))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anExchangeNeedsSomewhereToGo() throws Exception {
        TestComponent consumer = bus.start("consumer", TestComponent.keeping());
        InOut nowhere = consumer.request(null, null);
        assertThatThrownBy(() -> consumer.channel().send(nowhere)).isInstanceOf(MessagingException.class);
        InOut noService = consumer.request(null, null);
        noService.setService(new QName("urn:none", "None"));
        assertThatThrownBy(() -> consumer.channel().send(noService))
                .isInstanceOf(NoSuchEndpointException.class)
                .hasMessageContaining("no endpoint for {urn:none}None");
        InOut noEndpoint = request(consumer);
        assertThatThrownBy(() -> consumer.channel().send(noEndpoint))
                .isInstanceOf(NoSuchEndpointException.class)
                .hasMessageContaining("no endpoint soap");
    }
}
