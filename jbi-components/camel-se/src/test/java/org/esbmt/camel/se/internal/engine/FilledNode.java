package org.esbmt.camel.se.internal.engine;

import static org.awaitility.Awaitility.await;
import static org.esbmt.camel.se.internal.engine.TestBus.ACME;
import static org.esbmt.camel.se.internal.engine.TestBus.PLACE;
import static org.esbmt.camel.se.internal.engine.TestBus.route;
import static org.esbmt.camel.se.internal.engine.TestBus.to;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import javax.jbi.messaging.MessageExchange;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Expression.Comparison.Operator;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.tenancy.api.TenantId;

/** A process in which many tenants, each within its own bounds, send more than the heap holds. */
final class FilledNode {
    static final int HUNGRY = 20;
    private static final int MESSAGES = 6;
    private static final byte[] MEBIBYTE = new byte[1 << 20];

    private FilledNode() {}

    public static void main(String[] arguments) throws Exception {
        try (TestBus bus = new TestBus()) {
            Partner partner = bus.install("partner", new Partner());
            Queue<MessageExchange> kept = new ConcurrentLinkedQueue<>();
            List<CompletableFuture<MessageExchange>> answers = new ArrayList<>();
            for (int i = 0; i < HUNGRY; i++) {
                TenantId tenant = new TenantId(new UUID(7, i));
                partner.provide(tenant, "Back", kept::add);
                bus.deploy(tenant, route("Orders", asks(), to("Back")));
            }
            partner.provide(ACME, "Back", exchange -> partner.answer(exchange, "<back/>"));
            bus.deploy(ACME, route("Orders", asks(), to("Back")));
            for (int i = 0; i < HUNGRY * MESSAGES; i++) {
                Arriving body = new Arriving().ofLength(8 << 20);
                answers.add(partner.send(Mep.IN_OUT, new TenantId(new UUID(7, i % HUNGRY)), "Orders", body));
                for (int piece = 0; piece < 8 && !answers.get(i).isDone(); piece++) {
                    body.arrive(MEBIBYTE);
                }
                body.end();
            }
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> kept.size() + over(answers).size() == answers.size());
            for (CompletableFuture<MessageExchange> answer : over(answers)) {
                if (!(answer.join().getError().getCause() instanceof OverloadedException)) {
                    throw new IllegalStateException(
                            "another failure", answer.join().getError());
                }
            }
            MessageExchange small =
                    partner.send(Mep.IN_OUT, ACME, "Orders", small()).get(30, TimeUnit.SECONDS);
            if (small.getError() != null) {
                throw new IllegalStateException("the small message of another tenant fails", small.getError());
            }
            partner.done(small);
            System.out.println("The small message is served; of the large ones " + kept.size() + " are kept and "
                    + over(answers).size() + " refused.");
            for (MessageExchange exchange : kept) {
                partner.answer(exchange, "<back/>");
            }
            for (CompletableFuture<MessageExchange> answer : answers) {
                if (answer.get(30, TimeUnit.SECONDS).getError() == null) {
                    partner.done(answer.join());
                }
            }
        }
    }

    private static List<CompletableFuture<MessageExchange>> over(List<CompletableFuture<MessageExchange>> answers) {
        return answers.stream().filter(CompletableFuture::isDone).toList();
    }

    private static Arriving small() {
        Arriving body = new Arriving();
        body.arrive("<small/>");
        return body.end();
    }

    /** A step that reads the whole body. */
    private static Step asks() {
        Expression condition = new Expression.Comparison(
                new Expression.Body(), Operator.NOT_EQUAL, new Expression.Constant("something else"));
        return new Step.ValidateExpression(condition, PLACE);
    }
}
