package org.esbmt.camel.se.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.camel.se.internal.engine.TestBus.ACME;
import static org.esbmt.camel.se.internal.engine.TestBus.route;
import static org.esbmt.camel.se.internal.engine.TestBus.to;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import org.esbmt.jbi.container.api.MessageProperties;
import org.esbmt.tenancy.api.TenantPrincipal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Message exchange patterns, and the outcomes of providers. */
class PatternsTest {
    private final TestBus bus = new TestBus();
    private final Partner partner = bus.install("partner", new Partner());

    @AfterEach
    void close() {
        bus.close();
    }

    private MessageExchange send(Mep mep, String text) throws Exception {
        return partner.send(mep, ACME, "Orders", text).get(10, TimeUnit.SECONDS);
    }

    private void routeToBackEnd(Partner.Behaviour behaviour) {
        partner.provide(ACME, "BackEnd", behaviour);
        bus.deploy(ACME, route("Orders", to("BackEnd")));
    }

    @Test
    void answerGoesBackToTheCaller() throws Exception {
        routeToBackEnd(exchange -> partner.answer(exchange, "<out/>"));

        MessageExchange answer = send(Mep.IN_OUT, "<in/>");

        assertThat(answer.getStatus()).isEqualTo(ExchangeStatus.ACTIVE);
        assertThat(Partner.text(answer.getMessage("out"))).isEqualTo("<out/>");
        assertThat(Partner.text(partner.requests().get(0).getMessage("in"))).isEqualTo("<in/>");
        partner.done(answer);
        assertThat(partner.ends()).containsExactly(ExchangeStatus.DONE);
    }

    @Test
    void theSecondExchangeIsOnBehalfOfTheSameUser() throws Exception {
        routeToBackEnd(exchange -> partner.answer(exchange, "<out/>"));

        partner.done(send(Mep.IN_OUT, "<in/>"));

        var in = partner.requests().get(0).getMessage("in");
        assertThat(TenantPrincipal.of(in.getSecuritySubject())).contains(new TenantPrincipal(ACME, Partner.ALICE));
        assertThat(in.getProperty("TenantID")).isEqualTo(ACME.toString());
        assertThat(in.getProperty("UserID")).isEqualTo(Partner.ALICE.toString());
        assertThat(in.getProperty(MessageProperties.HEADERS))
                .isEqualTo(Map.of("Content-Type", "text/xml", "X-Kind", "test"));
    }

    @ParameterizedTest
    @EnumSource(Mep.class)
    void theSecondExchangeHasThePatternOfTheFirst(Mep mep) throws Exception {
        routeToBackEnd(exchange -> {
            if (mep == Mep.IN_OUT) {
                partner.answer(exchange, "<out/>");
            } else {
                partner.done(exchange);
            }
        });

        MessageExchange answer = send(mep, "<in/>");

        assertThat(Mep.of(partner.requests().get(0))).isEqualTo(mep);
        assertThat(answer.getStatus()).isEqualTo(mep == Mep.IN_OUT ? ExchangeStatus.ACTIVE : ExchangeStatus.DONE);
    }

    @ParameterizedTest
    @EnumSource(value = Mep.class, names = "IN_ONLY", mode = EnumSource.Mode.EXCLUDE)
    void aFaultIsReturnedUnchanged(Mep mep) throws Exception {
        routeToBackEnd(exchange -> partner.fault(exchange, "<fault/>"));

        MessageExchange answer = send(mep, "<in/>");

        assertThat(answer.getStatus()).isEqualTo(ExchangeStatus.ACTIVE);
        assertThat(Partner.text(answer.getFault())).isEqualTo("<fault/>");
        assertThat(answer.getFault().getProperty(MessageProperties.STATUS)).isEqualTo(500);
        assertThat(answer.getFault().getProperty(MessageProperties.HEADERS))
                .isEqualTo(Map.of("Content-Type", "text/xml", "X-Fault", "yes"));
        partner.done(answer);
        assertThat(partner.ends()).containsExactly(ExchangeStatus.DONE);
    }

    @ParameterizedTest
    @EnumSource(Mep.class)
    void anErrorIsReturnedAsError(Mep mep) throws Exception {
        IOException cause = new IOException("broken");
        routeToBackEnd(exchange -> partner.error(exchange, cause));

        MessageExchange answer = send(mep, "<in/>");

        assertThat(answer.getStatus()).isEqualTo(ExchangeStatus.ERROR);
        assertThat(answer.getError()).hasCause(cause);
    }

    @Test
    void aMissingProviderIsAnError() throws Exception {
        bus.deploy(ACME, route("Orders", to("BackEnd")));

        assertThat(send(Mep.IN_OUT, "<in/>").getStatus()).isEqualTo(ExchangeStatus.ERROR);
    }

    @Test
    void anAnswerOnAnotherThreadIsReturned() throws Exception {
        BlockingQueue<MessageExchange> waiting = new LinkedBlockingQueue<>();
        routeToBackEnd(waiting::add);

        CompletableFuture<MessageExchange> answer = partner.send(Mep.IN_OUT, ACME, "Orders", "<in/>");
        partner.answer(waiting.take(), "<out/>");

        assertThat(Partner.text(answer.get(10, TimeUnit.SECONDS).getMessage("out")))
                .isEqualTo("<out/>");
    }

    @Test
    void anAnswerDuringTheSendContinuesOnItsOwnThread() throws Exception {
        AtomicReference<Thread> replying = new AtomicReference<>();
        AtomicReference<Thread> after = new AtomicReference<>();
        partner.provide(ACME, "After", exchange -> {
            after.set(Thread.currentThread());
            partner.answer(exchange, "<after/>");
        });
        partner.provide(ACME, "BackEnd", exchange -> {
            FutureTask<Void> answer = new FutureTask<>(() -> {
                partner.answer(exchange, "<out/>");
                return null;
            });
            Thread thread = new Thread(answer, "replying");
            replying.set(thread);
            thread.start();
            awaitEnd(thread);
        });
        bus.deploy(ACME, route("Orders", to("BackEnd"), to("After")));

        MessageExchange answer = send(Mep.IN_OUT, "<in/>");

        assertThat(Partner.text(answer.getMessage("out"))).isEqualTo("<after/>");
        assertThat(after.get()).isSameAs(replying.get());
    }

    private static void awaitEnd(Thread thread) {
        try {
            thread.join(10_000);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
