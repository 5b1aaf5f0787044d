package org.esbmt.jbi.container.internal.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.jbi.container.internal.component.TestBus.SERVICE;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.servicedesc.ServiceEndpoint;
import org.junit.jupiter.api.Test;

class InlineDispatchTest {

    private static long depth() {
        return StackWalker.getInstance().walk(frames -> frames.filter(
                        f -> f.getMethodName().equals("run") && f.getClassName().equals(InlineDispatch.class.getName()))
                .count());
    }

    @Test
    void deliveriesNestUpToTheLimitAndThenWait() {
        InlineDispatch inline = new InlineDispatch(3);
        List<Long> depths = new ArrayList<>();
        Runnable[] self = new Runnable[1];
        self[0] = () -> {
            depths.add(depth());
            if (depths.size() < 10) {
                inline.run(self[0]);
            }
        };
        inline.run(self[0]);
        assertThat(depths).hasSize(10).allMatch(d -> d <= 3);
        assertThat(inline.isDelivering()).isFalse();
    }

    @Test
    void aListenerKnowsThatItMustNotWait() {
        InlineDispatch inline = new InlineDispatch(1);
        List<Boolean> delivering = new ArrayList<>();
        inline.run(() -> {
            delivering.add(inline.isDelivering());
            inline.run(() -> delivering.add(inline.isDelivering()));
        });
        assertThat(delivering).containsExactly(true, true);
        assertThat(inline.isDelivering()).isFalse();
    }

    @Test
    void aDeliveryThatFailsLeavesNoTrace() {
        InlineDispatch inline = new InlineDispatch(1);
        assertThatThrownBy(() -> inline.run(() -> {
                    inline.run(() -> {});
                    throw new IllegalStateException("a bug");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(inline.isDelivering()).isFalse();
    }

    @Test
    void aLongChainOfExchangesDoesNotOverflowTheStack() throws Exception {
        int length = 3_000;
        try (TestBus bus = new TestBus(4, 8)) {
            TestComponent[] self = new TestComponent[1];
            ServiceEndpoint[] next = new ServiceEndpoint[1];
            AtomicInteger requests = new AtomicInteger();
            AtomicLong deepest = new AtomicLong();
            self[0] = bus.start("chain", TestComponent.listening(exchange -> {
                deepest.accumulateAndGet(depth(), Math::max);
                if (exchange.getStatus() != ExchangeStatus.ACTIVE) {
                    return;
                }
                if (exchange.getRole() == MessageExchange.Role.CONSUMER) {
                    self[0].done(exchange);
                    return;
                }
                if (requests.incrementAndGet() < length) {
                    self[0].channel().send(self[0].request(next[0], null));
                }
                self[0].reply(exchange);
            }));
            next[0] = self[0].context().activateEndpoint(SERVICE, "soap");
            self[0].channel().send(self[0].request(next[0], null));
            assertThat(requests).hasValue(length);
            assertThat(self[0].seen).hasSize(3 * length).allMatch(e -> e.getStatus() == ExchangeStatus.DONE);
            assertThat(deepest.get()).isLessThanOrEqualTo(8);
        }
    }

    @Test
    void theLimitIsAtLeastOne() {
        assertThatThrownBy(() -> new InlineDispatch(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
