package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.ALICE;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.management.ObjectName;
import org.esbmt.http.bc.internal.support.OneKeyForAll;
import org.esbmt.http.bc.internal.support.SigningClient;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.message.security.internal.WsSecurity;
import org.esbmt.registry.api.ClaimOutcome;
import org.esbmt.registry.testing.InMemoryReplayClaims;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Senders whose connections are reset in the middle of signed messages leave neither memory, places nor claims behind. */
class BrokenSignedMessagesTest {
    /** Of incomplete messages, on each of two event loops. */
    private static final int ROOM = 1 << 20;

    private static final int BODY = 60_000;
    private static final int AT_A_TIME = 12;
    /** All together need three times the room. */
    private static final int WAVES = 10;

    @TempDir
    private static Path folder;

    private static SigningClient alice;
    private static SigningClient acmeKeys;

    private StubBackEnd backEnd;
    private TestBus bus;

    @BeforeAll
    static void keys() throws Exception {
        alice = new SigningClient(folder, "alice", "EC");
        acmeKeys = new SigningClient(folder, "acme");
    }

    @BeforeEach
    void start() throws Exception {
        backEnd = StubBackEnd.echo("acme-back-end");
        Map<String, Object> configuration = new HashMap<>(TestBus.allowing(backEnd));
        configuration.put("messages_gathered_bytes", (long) ROOM);
        bus = new TestBus(configuration);
        bus.authenticator().add(ACME, ALICE, alice.certificate());
        bus.component().setMessageSecurity(new WsSecurity());
        bus.component().setTenantKeys(new OneKeyForAll(acmeKeys));
        bus.component().setReplayClaims(new InMemoryReplayClaims(1000, InstantSource.system()));
        bus.deployProxy(ACME, backEnd.url(), "accept=\"signature\"", "");
    }

    @AfterEach
    void stop() throws IOException {
        bus.close();
        backEnd.close();
    }

    private static String message() throws Exception {
        return Soap.post(path(ACME), alice.sign(Soap.envelope("", "<a>" + "x".repeat(BODY) + "</a>")));
    }

    private static long counter(String name) throws Exception {
        return ((Number) ManagementFactory.getPlatformMBeanServer()
                        .getAttribute(new ObjectName("org.esbmt:type=HttpBindingComponent"), name))
                .longValue();
    }

    /** Sends so much of the message on connections of their own; returns when the bus has begun each of them. */
    private List<RawClient> begun(String message, int bytes) throws Exception {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < AT_A_TIME; i++) {
            clients.add(bus.connect().send(message.substring(0, bytes)));
        }
        await().until(() -> counter("InFlight") == AT_A_TIME);
        return clients;
    }

    private static void reset(List<RawClient> clients) throws Exception {
        for (RawClient client : clients) {
            client.socket().setSoLinger(true, 0);
            client.close();
        }
        await().until(() -> counter("InFlight") == 0);
    }

    private void assertTaken() throws Exception {
        try (RawClient client = bus.connect()) {
            RawClient.Answer answer = client.send(message()).answer();
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        }
    }

    @Test
    void resetsInTheMiddleOfBodiesLeaveNoMemoryAndNoClaims() throws Exception {
        List<byte[]> claimed = new CopyOnWriteArrayList<>();
        bus.component().setReplayClaims((tenant, claim, expires) -> {
            claimed.add(claim);
            return CompletableFuture.completedStage(ClaimOutcome.FIRST);
        });
        String message = message();
        for (int wave = 0; wave < WAVES; wave++) {
            int missing = 1 + wave * BODY / WAVES;
            reset(begun(message, message.length() - missing));
        }
        assertThat(claimed).isEmpty();
        assertThat(backEnd.connections()).isZero();
        assertTaken();
        assertThat(claimed).hasSize(1);
    }

    @Test
    void resetsDuringTheClaimLeaveNoPlaceAndPassNothingOn() throws Exception {
        List<CompletableFuture<ClaimOutcome>> claims = new CopyOnWriteArrayList<>();
        bus.component().setReplayClaims((tenant, claim, expires) -> {
            CompletableFuture<ClaimOutcome> outcome = new CompletableFuture<>();
            claims.add(outcome);
            return outcome;
        });
        for (int wave = 0; wave < WAVES; wave++) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < AT_A_TIME; i++) {
                clients.add(bus.connect().send(message()));
            }
            int all = (wave + 1) * AT_A_TIME;
            await().until(() -> claims.size() == all);
            reset(clients);
        }
        claims.forEach(claim -> claim.complete(ClaimOutcome.FIRST));
        bus.component().setReplayClaims(new InMemoryReplayClaims(1000, InstantSource.system()));
        assertTaken();
        assertThat(backEnd.requests()).as("the last message alone").hasSize(1);
    }

    /** Their threads are the tenant's, and so limited. */
    @Test
    void resetsBeforeTheSignatureIsVerifiedLeaveNoPlace() throws Exception {
        for (int wave = 0; wave < WAVES; wave++) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < AT_A_TIME; i++) {
                clients.add(bus.connect().send(message()));
            }
            reset(clients);
        }
        assertTaken();
    }
}
