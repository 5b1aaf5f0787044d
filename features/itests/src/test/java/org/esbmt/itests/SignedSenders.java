package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Senders of signed messages to a node that is killed meanwhile. Each message has an order of its own. */
final class SignedSenders implements AutoCloseable {
    private static final String ENDPOINT = "signed-soap";
    private static final int SENDERS = 4;
    private static final int WARM = 8;
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final ExecutorService threads = Executors.newFixedThreadPool(SENDERS);
    private final List<Sent> sent = new CopyOnWriteArrayList<>();
    private final ForeignClients clients;
    private volatile boolean closed;

    /**
     * A message.
     *
     * @param order its text, which no other message has
     * @param answered false if the node has ended before
     */
    record Sent(String order, String message, boolean answered) {
        /** The times that it has reached the back end. */
        long passedOn(List<String> received) {
            return received.stream().filter(m -> m.contains(">" + order + "<")).count();
        }
    }

    /** Starts the senders; returns when the node answers them. */
    SignedSenders(ForeignClients clients, String name) {
        this.clients = clients;
        for (int i = 0; i < SENDERS; i++) {
            String sender = name + "-" + i + "-";
            threads.execute(() -> send(sender));
        }
        await().atMost(LONGEST).until(() -> sent.size() >= WARM);
        assertThat(sent).allMatch(Sent::answered);
    }

    private void send(String name) {
        boolean answered = true;
        for (int i = 1; answered && !closed; i++) {
            String order = name + i;
            String message = clients.signed(ForeignClients.order(order));
            try {
                answered = clients.send(ENDPOINT, message).status() == 200;
            } catch (IOException e) {
                answered = false; // the node is killed
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            sent.add(new Sent(order, message, answered));
        }
    }

    /** The messages, once each sender has lost the node with one of them. */
    List<Sent> lost() throws InterruptedException {
        threads.shutdown();
        assertThat(threads.awaitTermination(LONGEST.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(sent.stream().filter(s -> !s.answered())).hasSize(SENDERS);
        return List.copyOf(sent);
    }

    /**
     * Sends the same bytes again. A message that has reached the back end is refused. Another one may be taken, once; or its
     * node was killed between its claim and its use.
     *
     * @param received the messages of the back end, a live view
     */
    static void assertEachPassedOnOnce(List<Sent> sent, ForeignClients node, List<String> received) throws Exception {
        for (Sent each : sent) {
            long before = each.passedOn(received);
            assertThat(before).as(each.order()).isBetween(each.answered() ? 1L : 0L, 1L);
            var again = node.send(ENDPOINT, each.message());
            if (before == 1 || again.status() != 200) {
                assertThat(again.faultCode()).as(each.order()).isEqualTo("SECURITY_INVALID");
            }
            assertThat(each.passedOn(received)).as(each.order()).isBetween(again.status() == 200 ? 1L : before, 1L);
        }
    }

    @Override
    public void close() {
        closed = true;
        threads.shutdownNow();
    }
}
