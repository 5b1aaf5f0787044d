package org.esbmt.camel.se.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.esbmt.camel.se.internal.engine.Body;
import org.esbmt.camel.se.internal.work.TenantWorkers;
import org.esbmt.camel.se.internal.work.UnitWorkers;
import org.esbmt.camel.se.internal.work.WorkLimits;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkerStepTest {

    @Test
    void anErrorEndsTheMessageLikeAnException() throws Exception {
        Error error = new NoClassDefFoundError("a class that could not be initialized");
        AtomicInteger told = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(1);
        try (DefaultCamelContext context = new DefaultCamelContext();
                TenantWorkers workers = new TenantWorkers(WorkLimits.DEFAULTS);
                UnitWorkers unit = workers.open(Owner.of(new TenantId(new UUID(1, 1))))) {
            Exchange exchange = new DefaultExchange(context);
            exchange.getMessage().setBody(Body.ofText("<a/>"));
            WorkerStep step = new WorkerStep(unit) {
                @Override
                void apply(byte[] document, Exchange exchange) {
                    throw error;
                }
            };

            step.process(exchange, sync -> {
                told.incrementAndGet();
                done.countDown();
            });

            assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(exchange.getException()).hasRootCause(error);
        }
        assertThat(told).hasValue(1);
    }
}
