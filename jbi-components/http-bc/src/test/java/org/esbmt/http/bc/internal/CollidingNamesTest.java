package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.ALICE;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.globexMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.testing.CollidingNames;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Unauthenticated senders send headers full of names with the same hash, on one event loop. */
class CollidingNamesTest {
    private static final String SHARED = "/tenant-services/Orders/in";
    private static final String SECRET = Soap.context(ACME, ALICE, "acme-secret");
    private static final int ATTACKERS = 20;

    private StubBackEnd backEnd;
    private TestBus bus;

    @BeforeEach
    void start() throws IOException {
        backEnd = StubBackEnd.echo("back-end");
        Map<String, Object> values = new HashMap<>(TestBus.allowing(backEnd));
        values.put("threads", 1);
        bus = new TestBus(values);
        bus.deployProxy(ACME, backEnd.url());
        bus.deployProxy(GLOBEX, backEnd.url());
    }

    @AfterEach
    void stop() throws IOException {
        bus.close();
        backEnd.close();
    }

    private static String hostile(String context) {
        String message = Soap.envelope(context + CollidingNames.block(), "<a/>");
        assertThat(message.indexOf("<soap:Body>")).isBetween(62_000, 65_536 - "<soap:Body>".length());
        return message;
    }

    @Test
    void aMessageWithCollidingNamesReachesItsBackEnd() throws IOException {
        try (RawClient client = bus.connect()) {
            assertThat(client.send(Soap.post(SHARED, hostile(SECRET))).answer().status())
                    .isEqualTo(200);
        }
        assertThat(backEnd.requests()).singleElement().satisfies(r -> assertThat(r.text())
                .isEqualTo(Soap.envelope(CollidingNames.block(), "<a/>")));
    }

    @ParameterizedTest
    @CsvSource({"nobody, CONTEXT_MISSING", "wrong, NOT_AUTHENTICATED"})
    void unauthenticatedSendersAreRefused(String password, String code) throws IOException {
        String context = password.equals("nobody") ? "" : Soap.context(ACME, ALICE, password);
        try (RawClient client = bus.connect()) {
            RawClient.Answer answer =
                    client.send(Soap.post(SHARED, hostile(context))).answer();

            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.text()).contains("<code>" + code + "</code>");
        }
        assertThat(backEnd.connections()).isZero();
    }

    @Test
    void onePrefixAboveTheLimitIsRefused() throws IOException {
        String tooMany = CollidingNames.block()
                .replaceFirst("<a ", "<a xmlns:p=\"p\" xmlns:q=\"q\" xmlns:y=\"y\" xmlns:z=\"z\" ");
        try (RawClient client = bus.connect()) {
            client.send(Soap.post(SHARED, Soap.envelope(SECRET + tooMany, "<a/>")));

            assertThat(client.answer().text()).contains("<code>LIMIT_EXCEEDED</code>");
        }
    }

    @Test
    void othersOnTheSameEventLoopAreAnsweredMeanwhile() throws IOException {
        List<RawClient> attackers = new ArrayList<>();
        try (RawClient good = bus.connect()) {
            String hostile = Soap.post(SHARED, hostile(""));
            for (int i = 0; i < ATTACKERS; i++) {
                RawClient attacker = bus.connect();
                attackers.add(attacker);
                attacker.send(hostile);

                assertThat(good.send(Soap.post(path(GLOBEX), globexMessage("<a/>")))
                                .answer()
                                .status())
                        .isEqualTo(200);
            }
            for (RawClient attacker : attackers) {
                assertThat(attacker.answer().text()).contains("CONTEXT_MISSING");
            }
        } finally {
            for (RawClient attacker : attackers) {
                attacker.close();
            }
        }
        assertThat(backEnd.requests()).hasSize(ATTACKERS);
    }
}
